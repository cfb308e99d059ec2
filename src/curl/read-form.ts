import { namedValues } from '../compile/named-values.ts'
import type { JsonValue } from '../model/json.ts'
import { type Result, usageRefusal } from '../model/problem.ts'
import { defined } from '../util/defined.ts'
import type { CurlOptions, GivenOption } from './given-options.ts'
import { curlFormPart } from './form-part.ts'
import { argument, nothing, part, type Part, refused } from '../parse/argument-part.ts'

/** True where a form is sent. */
export function hasForm(options: CurlOptions): boolean {
  return options.all('form', 'form-string').length > 0
}

/** True for a content type of a form that its body says: the header cannot, as the boundary belongs to it. */
export function isMultipart(type: string | null | undefined): type is string {
  return typeof type === 'string' && /^multipart\//i.test(type)
}

/** The parts that -F and --form-string give. `type` is the content type that a header names. */
export function readForm(options: CurlOptions, type: string | null | undefined): Part {
  const given = options.all('form', 'form-string')
  const [first] = given
  if (first === undefined) return nothing
  const parts = given.map(option => partOf(option, options))
  const problems = parts.flatMap(one => (one.ok ? [] : one.problems))
  if (problems.length > 0) return refused(...problems)
  const named = parts.flatMap(one => (one.ok ? [one.value] : []))
  const kind = isMultipart(type) && !/^multipart\/form-data\b/i.test(type) ? type : undefined
  const keys = defined({ multipart: namedValues(named), 'content-type': kind })
  const broken = named.filter(
    ([, value]) => kind === undefined && typeof value === 'string' && /(?<!\r)\n|\r(?!\n)/.test(value),
  )
  const why = 'curl sends them as they are, a suite as CR LF unless the part has a type'
  return {
    ...part(keys, argument(`--${first.name}`, first.value, 'multipart')),
    remarks: broken.map(([name]) => ({ what: `line breaks of the part ${name}`, why })),
  }
}

function partOf(
  { name: option, value: written }: GivenOption,
  options: CurlOptions,
): Result<readonly [name: string, value: JsonValue]> {
  const at = written.indexOf('=')
  const name = written.slice(0, Math.max(at, 0))
  const content = written.slice(at + 1)
  // The content may be a secret.
  if (at < 1)
    return usageRefusal(
      at === 0
        ? `--${option} =… has no name, and every part of a form has one in a suite`
        : `--${option} has something without =, and it takes name=value`,
      `Write --${option} NAME=….`,
    )
  if (option === 'form-string') return { ok: true, value: [name, content] }
  const { sign, value, type, filename, headers, unknown } = curlFormPart(content)
  if (unknown !== undefined)
    return usageRefusal(
      `--form ${name}: suites have no ;${unknown}=`,
      'Only type=, filename= and headers= with a line are; --form-string sends the text as it is.',
    )
  const isInput = value === '-' && sign !== ''
  const isFile = sign === '@' && !isInput
  if (isFile && value.includes(',') && !content.startsWith('@"'))
    return usageRefusal(`--form ${name}: several files in one part`, 'A name with a comma stands in quotes.')
  const text: Result<string> =
    isInput || sign === '<' ? options.textOf(`--form ${name}`, value) : { ok: true, value }
  if (!text.ok) return text
  const named = filename ?? (isInput && sign === '@' ? '-' : undefined)
  const details = defined({ filename: named, 'content-type': type, headers })
  if (isFile) return { ok: true, value: [name, { file: value, ...details }] }
  const isBare = Object.keys(details).length === 0
  return { ok: true, value: [name, isBare ? text.value : { text: text.value, ...details }] }
}
