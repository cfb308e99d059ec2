import type { Exchange } from '../../model/exchange.ts'
import { listed } from '../../util/listed.ts'
import type { Operation, ResponseDescription } from '../../api-description/api-description.ts'
import { typeOfAnswer } from './answer-body.ts'

/** `status 418 is not documented; it documents 200, 404 and default`. */
export function undocumentedStatus({ responses }: Operation, status: number): string {
  return `status ${status} is not documented; ${documents(responses.map(one => one.status))}`
}

/**
 * Why the body of a success is wrong of which no content is documented: then there is none (Swagger 2.0 "Response Object",
 * `schema`). Of other answers everybody knows that they may say what went wrong.
 */
export function undocumentedBody(
  documented: ResponseDescription,
  { response }: Exchange,
): string | undefined {
  const { contents, status } = documented
  if (contents.length > 0 || response.body.size === 0 || !status.startsWith('2')) return undefined
  const type = typeOfAnswer({ response })
  const what = type === undefined ? 'a body' : `a body of ${type}`
  return `the answer has ${what}, and no content is documented for status ${status}`
}

/** `content type text/html is not documented for status 200; it documents application/json`. */
export function undocumentedType({ status, contents }: ResponseDescription, type: string): string {
  return `content type ${type} is not documented for status ${status}; ${documents(contents.map(one => one.type))}`
}

function documents(names: readonly string[]): string {
  return `it documents ${listed(names)}`
}
