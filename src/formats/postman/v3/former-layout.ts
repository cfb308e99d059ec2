import { editJson } from '../../../document/edit-json.ts'
import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { mapping } from '../../../util/read-values.ts'

/** The document of a request whose JSON is laid out as it was before. */
export function laidOutAs(before: JsonObject, document: JsonObject, step: JsonObject): JsonObject {
  const [old, anew] = [mapping(before['body']), mapping(document['body'])]
  if (step['json'] !== undefined && old['type'] === 'json' && anew['type'] === 'json')
    return { ...document, body: { ...anew, content: edited(old['content'], anew['content']) } }
  if (step['graphql'] === undefined || document['variables'] === undefined) return document
  return { ...document, variables: edited(before['variables'], document['variables']) }
}

function edited(former: JsonValue | undefined, anew: JsonValue | undefined): JsonValue {
  return typeof former === 'string' && typeof anew === 'string' ? editJson(former, anew) : (anew ?? null)
}
