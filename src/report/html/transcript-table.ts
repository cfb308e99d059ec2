import type { Transcript, TranscriptEntry } from '../../model/exchange.ts'
import { formatDuration, formatSize } from '../../util/quantity.ts'
import { printable } from '../text/printable.ts'
import { markup, type Markup } from './markup.ts'

const arrows = { sent: '↑', received: '↓', note: '·' } as const

/** Everything that was said over a connection, message by message; nothing when there was none. */
export function transcriptTable(transcript: Transcript | undefined): Markup | undefined {
  if (transcript === undefined || transcript.entries.length === 0) return undefined
  const { entries, leftOut } = transcript
  const gap = leftOut === 0 ? undefined : markup`<p class="none">${leftOut} in the middle are left out.</p>`
  return markup`<h4>Transcript</h4><table class="transcript"><tbody>${entries.map(row)}</tbody></table>${gap}`
}

function row({ at, direction, kind, text, size }: TranscriptEntry): Markup {
  return markup`<tr class="${direction}"><td>${formatDuration(at)}</td><td aria-label="${direction}">${arrows[direction]}</td><th scope="row">${kind}</th><td><code>${printable(text)}</code></td><td>${size === 0 ? undefined : formatSize(size)}</td></tr>`
}
