import type { BodyPreview } from '../../model/exchange.ts'
import { indentJson, looksLikeJson } from './indent-json.ts'
import { printable } from './printable.ts'
import { cutText } from '../../util/cut-text.ts'
import { formatSize, plural } from '../../util/quantity.ts'

/** How much of a body is shown. */
export interface BodyLimits {
  readonly lines: number
  /** Characters of one line. */
  readonly width: number
}

/** The limits of text that people still read in a terminal or a test report. */
export const readable: BodyLimits = { lines: 40, width: 400 }

/**
 * A body as lines to show: JSON laid out, control characters escaped, cut to the limits. A line says so where something is
 * missing. `path` leads to a part of JSON that is shown in any case.
 */
export function bodyLines(
  body: BodyPreview,
  limits: BodyLimits = readable,
  path: readonly string[] = [],
): string[] {
  if (body.text === '') return []
  if (isBinary(body.text)) return [`(${formatSize(body.size)} that are not text)`]
  const lines = printable(looksLikeJson(body.text, body.truncated) ? indentJson(body.text) : body.text)
    .replace(/\n+$/, '')
    .split('\n')
  const { shown, missing } = around(lines, lineOf(lines, path), limits.lines)
  const cut = shown.map(line => cutText(line, limits.width))
  if (missing > 0 || (body.truncated && !byName.test(body.text)))
    cut.push(`… cut here, ${formatSize(body.size)} in all`)
  return cut
}

/** A file that is sent as the whole body, which is shown by its name and size. */
const byName = /^<file [^\n]*>$/

/** Lines of the beginning that are shown before a later part. */
const opening = 2

/** The first lines, or those around another one behind the beginning; and how many are missing in the end. */
function around(
  lines: readonly string[],
  at: number,
  most: number,
): { readonly shown: readonly string[]; readonly missing: number } {
  const room = most - opening - 1
  if (at < most || room < 1) return { shown: lines.slice(0, most), missing: Math.max(0, lines.length - most) }
  const start = Math.max(opening, Math.min(at - Math.floor(room / 2), lines.length - room))
  const end = Math.min(lines.length, start + room)
  const left = `… ${plural(start - opening, 'line')} left out`
  return {
    shown: [...lines.slice(0, opening), left, ...lines.slice(start, end)],
    missing: lines.length - end,
  }
}

/** The line of JSON that is laid out where a path leads, or as far as it does. */
function lineOf(lines: readonly string[], path: readonly string[]): number {
  let at = 0
  for (const [index, part] of path.entries()) {
    const found = memberLine(lines, at, '  '.repeat(index + 1), part)
    if (found === undefined) return at
    at = found
  }
  return at
}

/** The line of a member, or of an item by its number, of what begins on a line and has members as far in as `indent`. */
function memberLine(
  lines: readonly string[],
  start: number,
  indent: string,
  part: string,
): number | undefined {
  const isList = lines[start]?.endsWith('[') === true
  let count = 0
  for (let at = start + 1; lines[at]?.startsWith(indent) === true; at++) {
    const line = lines[at]?.slice(indent.length) ?? ''
    if (/^[ \]}]/.test(line)) continue
    if (isList ? String(count) === part : line.startsWith(`${JSON.stringify(part)}: `)) return at
    count++
  }
  return undefined
}

/** True where more than a tenth of the beginning is made of characters no text has. */
export function isBinary(text: string): boolean {
  const beginning = text.slice(0, 1000)
  const strange = beginning.match(/(?![\t\n\r])[\p{Cc}\ufffd]/gu)
  return strange !== null && strange.length > beginning.length / 10
}
