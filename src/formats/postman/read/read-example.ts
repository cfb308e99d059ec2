import type { SavedExample } from '../../../model/collection.ts'
import type { JsonObject } from '../../../model/json.ts'
import { memberAt, textAt } from '../parts.ts'
import { headerLines } from './read-headers.ts'

/** An answer that was saved beside a request. */
export function readExample(response: JsonObject): SavedExample {
  const status = memberAt(response, 'code')
  const headers = headerLines(memberAt(response, 'header')).filter(({ disabled }) => !disabled)
  const body = memberAt(response, 'body')
  return {
    name: textAt(response, 'name') ?? '',
    ...(typeof status === 'number' ? { status } : {}),
    ...(headers.length === 0 ? {} : { headers: headers.map(({ name, value }) => [name, value] as const) }),
    ...(typeof body === 'string' ? { body } : {}),
  }
}
