import { CurlOptions, type GivenOption, type TextOf } from '../../curl/given-options.ts'
import type { Part } from '../../parse/argument-part.ts'
import type { Result } from '../../model/problem.ts'
import { inOrder, type TypedOption } from '../command.ts'
import { camelCase } from '../tokens.ts'
import type { CallArguments } from './call-options.ts'
import { readFileArgument, readTextArgument } from './read-text-argument.ts'

/** Options that are known by another name to curl. */
const namesOfCurl: Readonly<Record<string, string>> = {
  bearer: 'oauth2-bearer',
  http2: 'http2-prior-knowledge',
}

/** Options behind which a dash alone is standard input, as `@-` is to curl. */
const readInput: readonly string[] = ['data', 'data-binary']

/** The options of curl that were typed for a call. Limits of redirects ask for redirects, which they do not in curl. */
export function curlOptionsOf(given: CallArguments, textOf: TextOf = readFileArgument): CurlOptions {
  const withValue = typedOf(given).map(([name, value]): GivenOption => {
    const isInput = readInput.includes(name) && (value === '-' || value === '@')
    return { name: namesOfCurl[name] ?? name, value: isInput ? '@-' : value, on: true }
  })
  const flags = {
    digest: given.digest,
    get: given.get,
    head: given.head,
    'http1.1': given['http1.1'],
    'http2-prior-knowledge': given.http2,
    insecure: given.insecure,
    location: given.location === true || given.maxRedirs !== undefined,
    'path-as-is': given.pathAsIs,
    'tlsv1.2': given['tlsv1.2'],
    'tlsv1.3': given['tlsv1.3'],
  }
  const on = Object.entries(flags).flatMap(([name, isOn]): readonly GivenOption[] =>
    isOn === true ? [{ name, value: '', on: true }] : [],
  )
  return new CurlOptions([...withValue, ...on], { textOf, marks: /(\{\{.*?\}\})/ })
}

/** The options with values in the order in which they were typed; to some commands the key has another name. */
function typedOf(given: CallArguments): readonly TypedOption[] {
  const typed = (given[inOrder] ?? []).filter(
    ([name]) => name !== 'key' && Object.hasOwn(given, camelCase(name)),
  )
  return given.key === undefined ? typed : [...typed, ['key', given.key]]
}

/** Makes a part of options of which one may read standard input; then it is made once more, with what was read. */
export async function withInput(given: CallArguments, make: (options: CurlOptions) => Part): Promise<Part> {
  const asking: string[] = []
  let input: Result<string> = { ok: true, value: '' }
  const options = curlOptionsOf(given, (option, file) => {
    if (file !== '-') return readFileArgument(option, file)
    asking.push(option)
    return input
  })
  const made = make(options)
  const [option] = asking
  if (option === undefined) return made
  input = await readTextArgument(option, '@-')
  return make(options)
}
