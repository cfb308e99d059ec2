import type { Problem } from '../model/problem.ts'
import type { AnyOperation, Preview } from '../operations/operation.ts'
import { quoted } from '../operations/preview.ts'
import { shownValue } from '../operations/shown-value.ts'
import { productionName } from '../operations/production.ts'
import { withoutCredentials } from '../secrets/index.ts'
import { isObject } from '../util/is-json.ts'
import type { JsonObject, JsonValue } from '../util/json-value.ts'
import { mapValues } from '../util/map-values.ts'
import type { Reached } from './reached-by.ts'
import type { ToolCall, ToolDescription } from './tool.ts'

/** Characters of a question: what nobody reads to its end is not allowed. */
export const longestQuestion = 40_000

/** A call with its operation, and with what it would do where that may have to be allowed. */
export interface Called {
  readonly tool: ToolDescription
  readonly operation: AnyOperation
  readonly call: ToolCall
  readonly reached: Reached
  readonly preview?: Preview | undefined
  /** Names of the environments marked as production in which it would do anything. */
  readonly touched: readonly string[]
}

/**
 * The question that a user is asked before a call is allowed. Everything that a server, a file or an assistant has
 * written stands in quotes on one line, so that it cannot pass for a line of the question.
 */
export function questionOf(
  { tool: { name, summary }, call: { input }, preview, reached, touched }: Called,
  unasked: readonly Problem[],
): string {
  const sentences = preview?.sentences ?? argumentLines(input)
  const marked = (preview?.production ?? []).map(
    mark => `${quoted(productionName(mark))} is marked as production`,
  )
  const production = (marked.length > 0 ? marked : unasked.map(({ message }) => quoted(message))).map(
    why => `CHANGES DATA IN PRODUCTION: ${why}`,
  )
  const others =
    production.length > 0 ? [] : touched.map(one => `IN PRODUCTION: ${quoted(one)} is marked as production`)
  const outside = reached.outside.map(file => `WRITES OUTSIDE OF THE PROJECT: ${quoted(file)}`)
  const written = reached.written
    .map(file => quoted(file))
    .filter(file => !sentences.some(told => told.includes(file)))
    .map(file => `Writes to ${file}`)
  return [
    `apitest asks for permission: ${name}`,
    summary,
    ...[...production, ...others, ...outside, ...sentences, ...written].map(line => `- ${line}.`),
  ].join('\n')
}

/** The input of a call, a line for each of its keys; what looks like a credential is masked. */
function argumentLines(input: JsonObject): readonly string[] {
  return Object.entries(shownInput(input)).map(
    ([key, value]) => `${quoted(key)}: ${quoted(shownValue(value))}`,
  )
}

/** The input of a call, without texts that look like a credential, and without values that are said to be secret. */
export function shownInput(input: JsonObject): JsonObject {
  const shown =
    input['secret'] === true
      ? mapValues(input, value => (isObject(value) ? mapValues(value, hidden) : value))
      : input
  return withoutCredentials(shown) as JsonObject
}

function hidden(): JsonValue {
  return '***'
}
