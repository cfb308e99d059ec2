import type { JsonValue } from '../../../model/json.ts'
import { isObject } from '../../../util/is-json.ts'
import { textAt } from '../parts.ts'

/** A description, which is a text or an object with the text as `content`; undefined when there is none. */
export function readDescription(description: JsonValue | undefined): string | undefined {
  const text = isObject(description) ? textAt(description, 'content') : description
  return typeof text === 'string' && text !== '' ? text : undefined
}
