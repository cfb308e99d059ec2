import type { Problem } from '../model/problem.ts'
import type { Preview } from '../operations/operation.ts'
import { quoted } from '../operations/preview.ts'
import { productionName } from '../operations/production.ts'
import {
  isCredentialField,
  isCredentialLine,
  looksLikeCredential,
  maskUrlPasswords,
} from '../secrets/index.ts'
import { isObject } from '../util/is-json.ts'
import type { JsonObject, JsonValue } from '../util/json-value.ts'
import { valueText } from '../util/value-text.ts'
import type { ToolDescription } from './tool.ts'

/** Arguments that are shown of a call that has no preview. */
const mostArguments = 12

/**
 * What a user is asked before a call is allowed. Everything that a server, a file or an assistant has written stands in
 * quotes on one line, so that it cannot pass for a line of the question.
 */
export function questionOf(
  { name, description }: ToolDescription,
  input: JsonObject,
  preview: Preview | undefined,
  unasked: readonly Problem[],
): string {
  const sentences = preview?.sentences ?? argumentLines(input)
  const marked = (preview?.production ?? []).map(
    mark => `${quoted(productionName(mark))} is marked as production`,
  )
  const production = (marked.length > 0 ? marked : unasked.map(({ message }) => quoted(message))).map(
    why => `CHANGES DATA IN PRODUCTION: ${why}`,
  )
  return [
    `apitest asks for permission: ${name}`,
    description.replace(/ [^.]*: the user may be asked first\.$/, ''),
    ...[...production, ...sentences].map(line => `- ${line}.`),
  ].join('\n')
}

/** The input of a call, a line for each of its keys; what looks like a credential is masked. */
function argumentLines(input: JsonObject): readonly string[] {
  const lines = Object.entries(input).map(([key, value]) => `${quoted(key)}: ${quoted(shown(value, key))}`)
  const others = lines.length - mostArguments
  return others > 0 ? [...lines.slice(0, mostArguments), `and ${others} more arguments`] : lines
}

function shown(value: JsonValue, key: string): string {
  return valueText(withoutCredentials(value, key))
}

/** The value with `***` for what looks like a credential by its name or its text. */
export function withoutCredentials(value: JsonValue, key = ''): JsonValue {
  if (typeof value === 'string') {
    const isOne = value !== '' && !value.includes('{{') && (isCredential(key) || looksLikeCredential(value))
    return isOne ? '***' : maskUrlPasswords(value)
  }
  if (Array.isArray(value)) return value.map(one => withoutCredentials(one as JsonValue, key))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      withoutCredentials(inner, isCredential(key) ? key : name),
    ]),
  )
}

function isCredential(key: string): boolean {
  return key !== 'request' && (isCredentialField(key) || isCredentialLine(key) || key === 'secrets')
}
