import { curlFormPart } from '../../compile/curl-form-part.ts'
import type { JsonValue } from '../../model/json.ts'
import { type Result, usageProblem } from '../../model/problem.ts'
import type { CallArguments } from './call-options.ts'
import { namedValues, splitPair } from '../../compile/named-values.ts'
import { argument, misused, nothing, part, type Part, refused } from './part.ts'
import { readTextArgument } from './read-text-argument.ts'

/** Reads -F and --form-string, as curl does. */
export async function readFormParts({ form = [], formString = [] }: CallArguments): Promise<Part> {
  if (form.length + formString.length === 0) return nothing
  const pairs: (readonly [string, JsonValue])[] = []
  for (const [written, read] of [
    ...form.map(text => [text, readPart] as const),
    ...formString.map(text => [text, asText] as const),
  ]) {
    const [name, content] = splitPair(written) ?? []
    if (name === undefined || content === undefined) return misused(`--form ${written} is not name=value`)
    const value = await read(content, name)
    if (!value.ok) return refused(...value.problems)
    pairs.push([name, value.value])
  }
  return part({ multipart: namedValues(pairs) }, argument('--form', form[0] ?? formString[0], 'multipart'))
}

function asText(content: string): Result<JsonValue> {
  return { ok: true, value: content }
}

async function readPart(content: string, name: string): Promise<Result<JsonValue>> {
  const { sign, value, type, filename: given, unknown } = curlFormPart(content)
  if (unknown !== undefined) return unknownDetail(name, unknown)
  const filename = given ?? (sign === '@' && value === '-' ? '-' : undefined)
  const isFile = sign === '@' && value !== '-'
  const text = isFile || sign === '' ? value : await readTextArgument(`--form ${name}`, `@${value}`)
  if (typeof text !== 'string' && !text.ok) return text
  const inside = typeof text === 'string' ? text : text.value
  if (!isFile && type === undefined && filename === undefined) return { ok: true, value: inside }
  return {
    ok: true,
    value: {
      [isFile ? 'file' : 'text']: inside,
      ...(filename === undefined ? {} : { filename }),
      ...(type === undefined ? {} : { 'content-type': type }),
    },
  }
}

/** What curl lets a part have besides, and would otherwise be sent as if it were a part of the text. */
function unknownDetail(name: string, detail: string): Result<never> {
  const hint = 'Only type= and filename= are; --form-string sends the text as it is.'
  return { ok: false, problems: [usageProblem(`--form ${name}: ;${detail}= is not known`, hint)] }
}
