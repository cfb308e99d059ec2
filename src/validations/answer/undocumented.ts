import { listed } from '../../util/listed.ts'
import type { Operation, ResponseDescription } from '../../api-description/api-description.ts'

/** `status 418 is not documented; it documents 200, 404 and default`. */
export function undocumentedStatus({ responses }: Operation, status: number): string {
  return `status ${status} is not documented; ${documents(responses.map(one => one.status))}`
}

/** `content type text/html is not documented for status 200; it documents application/json`. */
export function undocumentedType({ status, contents }: ResponseDescription, type: string): string {
  return `content type ${type} is not documented for status ${status}; ${documents(contents.map(one => one.type))}`
}

function documents(names: readonly string[]): string {
  return `it documents ${listed(names)}`
}
