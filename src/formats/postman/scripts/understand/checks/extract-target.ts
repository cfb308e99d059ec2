import { bodyPathText } from '../../body-path.ts'
import type { Value } from './value.ts'

/** A value as the text of an extract's target. */
export function extractTarget(value: Value): string | undefined {
  switch (value.kind) {
    case 'body':
      return bodyPathText(value.path)
    case 'header':
      return `header ${value.name}`
    case 'status':
    case 'text':
      return value.kind
    default:
      return undefined
  }
}
