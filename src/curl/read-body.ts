import type { JsonObject } from '../model/json.ts'
import type { Result } from '../model/problem.ts'
import { withoutBreaks } from '../util/without-breaks.ts'
import type { CurlOptions, GivenOption } from './given-options.ts'
import { argument, misused, nothing, part, type Part, refused } from '../parse/argument-part.ts'
import { remarked } from './remarks.ts'
import { type DataText, dataText, isInput } from './read-data.ts'
import { hasForm, readForm } from './read-form.ts'

const formType = 'application/x-www-form-urlencoded'

/** The method, unless it is named. */
export function methodOf(options: CurlOptions, sendsBody: boolean): string {
  if (options.has('head')) return 'HEAD'
  return options.last('upload-file') === undefined ? (sendsBody ? 'POST' : 'GET') : 'PUT'
}

/** How a body is said in words of a suite. */
export interface BodyWords {
  /** The content type that a header names. */
  readonly type: string | null | undefined
  /** The keys for a text; `usual` is its type unless a header says it. */
  readonly bodyOf: (data: DataText, usual: string) => JsonObject
}

/** The body of -T, -F, or -d and its like, which `names` lists. As to curl, two of them are a mistake. */
export function readBody(options: CurlOptions, names: readonly string[], words: BodyWords): Part {
  const [first, second] = [['upload-file'], ['form', 'form-string'], names]
    .map(some => options.all(...some)[0])
    .filter(option => option !== undefined)
  if (first !== undefined && second !== undefined)
    return misused(`--${first.name} and --${second.name} are two bodies`, 'Leave one of them out.')
  if (first?.name === 'upload-file') return readUpload(options)
  return hasForm(options) ? readForm(options, words.type) : readData(options, names, words)
}

function readData(options: CurlOptions, names: readonly string[], { bodyOf }: BodyWords): Part {
  const data = options.all(...names)
  const [first] = data
  if (first === undefined) return nothing
  const usual = data.some(({ name }) => name === 'json') ? 'application/json' : formType
  const file = data.length === 1 && isFileName(first) ? fileBody(first, usual, options) : undefined
  if (file !== undefined) return file
  const read = dataText(options, names)
  if (!read.ok) return refused(...read.problems)
  const keys = bodyOf(read.value, usual)
  return part(keys, argument(`--${first.name}`, first.value, Object.keys(keys)[0] ?? 'text'))
}

function isFileName({ name, value }: GivenOption): boolean {
  return name !== 'data-raw' && name !== 'data-urlencode' && /^@(?!-$)/s.test(value)
}

/** A file that is sent as it is stays a file; one whose line breaks curl leaves out is read. */
function fileBody({ name, value }: GivenOption, type: string, options: CurlOptions): Part | undefined {
  const isText = name === 'data' || name === 'data-ascii'
  const read = isText ? options.textOf(`--${name}`, value.slice(1)) : undefined
  if (read?.ok === true && read.value !== withoutBreaks(read.value)) return undefined
  const made = part({ file: value.slice(1), 'content-type': type }, argument(`--${name}`, value, 'file'))
  return read?.ok === false
    ? remarked(made, `--${name} ${value}`, 'curl leaves out the line breaks of the file, a suite sends them')
    : made
}

/** -T sends a file as it is, without naming a type. */
function readUpload(options: CurlOptions): Part {
  const written = options.last('upload-file') ?? ''
  const key = isInput(written) ? 'text' : 'file'
  const text: Result<string> =
    key === 'text' ? options.textOf('--upload-file', '-') : { ok: true, value: written }
  return text.ok
    ? part({ [key]: text.value }, argument('--upload-file', written, key))
    : refused(...text.problems)
}
