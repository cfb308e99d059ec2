import type { Operation, Parameter } from '../../api-description/api-description.ts'
import { responseFor } from '../../api-description/find-response.ts'
import { preferredContent } from './preferred-content.ts'

/** In place of a token that a header requires and no example shows. */
export const unknownToken = 'Bearer token'

/** The value of a header that every server understands the same; undefined for others, and for other parameters. */
export function usualHeader(operation: Operation, { in: place, name }: Parameter): string | undefined {
  if (place !== 'header') return undefined
  switch (name.toLowerCase()) {
    case 'accept':
      return preferredContent(responseFor(operation, 200)?.contents ?? [])?.type ?? '*/*'
    case 'accept-language':
      return 'en'
    case 'authorization':
      return unknownToken
    case 'content-type':
      return preferredContent(operation.body?.contents ?? [])?.type ?? 'application/json'
    case 'date':
      return 'Wed, 15 Jan 2025 09:30:00 GMT'
    case 'if-match':
    case 'if-none-match':
      return '"1"'
    default:
      return undefined
  }
}
