import type { BodyPreview } from '../../model/exchange.ts'
import { indentJson, looksLikeJson } from './indent-json.ts'
import { printable } from './printable.ts'
import { cutText } from '../../util/cut-text.ts'
import { formatSize } from '../../util/quantity.ts'

/** How much of a body is shown. */
export interface BodyLimits {
  readonly lines: number
  /** Characters of one line. */
  readonly width: number
}

/** What people still read in a terminal or a test report. */
export const readable: BodyLimits = { lines: 40, width: 400 }

/**
 * A body as lines to show: JSON laid out, control characters escaped, cut to the limits. The last line says so when
 * something is missing.
 */
export function bodyLines(body: BodyPreview, limits: BodyLimits = readable): string[] {
  if (body.text === '') return []
  if (isBinary(body.text)) return [`(${formatSize(body.size)} that are not text)`]
  const lines = printable(looksLikeJson(body.text, body.truncated) ? indentJson(body.text) : body.text)
    .replace(/\n+$/, '')
    .split('\n')
  const shown = lines.slice(0, limits.lines).map(line => cutText(line, limits.width))
  const missing = lines.length - shown.length
  if (missing > 0 || body.truncated) shown.push(`… cut here, ${formatSize(body.size)} in all`)
  return shown
}

/** More than a tenth of the beginning is made of characters no text has. */
function isBinary(text: string): boolean {
  const beginning = text.slice(0, 1000)
  const strange = beginning.match(/(?![\t\n\r])[\p{Cc}\ufffd]/gu)
  return strange !== null && strange.length > beginning.length / 10
}
