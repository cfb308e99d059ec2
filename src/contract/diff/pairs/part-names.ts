import type { Parameter, ResponseDescription } from '../../../api-description/api-description.ts'

/** `query parameter limit`. */
export function parameterPart({ in: place, name }: Pick<Parameter, 'in' | 'name'>): string {
  return `${place} parameter ${name}`
}

/** `response 200`, `default response`. */
export function responsePart({ status }: Pick<ResponseDescription, 'status'>): string {
  return status === 'default' ? 'default response' : `response ${status}`
}
