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

/** The content of a part, and what may follow it: `;type=image/png;filename=me.png`. */
const partPattern = /^("(?:[^"\\]|\\.)*"|.*?)((?:;\s*(?:type|filename)=(?:"(?:[^"\\]|\\.)*"|[^;]*))*)$/s

async function readPart(content: string, name: string): Promise<Result<JsonValue>> {
  const [, sign = '', rest = ''] = /^([@<]?)(.*)$/s.exec(content) ?? []
  const [, written = '', details = ''] = partPattern.exec(rest) ?? []
  const [, unknown] = /;\s*(headers|encoder)=/.exec(written) ?? []
  if (unknown !== undefined) return unknownDetail(name, unknown)
  const value = unquoted(written)
  const type = detailOf(details, 'type')
  const filename = detailOf(details, 'filename') ?? (sign === '@' && value === '-' ? '-' : undefined)
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

function detailOf(details: string, name: string): string | undefined {
  const found = new RegExp(`;\\s*${name}=("(?:[^"\\\\]|\\\\.)*"|[^;]*)`, 's').exec(details)?.[1]
  return found === undefined ? undefined : unquoted(found.trim())
}

function unquoted(text: string): string {
  return /^".*"$/s.test(text) ? text.slice(1, -1).replace(/\\(["\\])/g, '$1') : text
}
