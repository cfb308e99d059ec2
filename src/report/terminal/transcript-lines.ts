import type { Transcript, TranscriptEntry } from '../../model/exchange.ts'
import { cutText } from '../../util/cut-text.ts'
import { formatDuration, formatSize } from '../../util/quantity.ts'
import { oneLine } from '../text/printable.ts'
import type { Palette } from './palette.ts'

/** How a transcript is shown. */
interface TranscriptFormat {
  readonly colors: Palette
  /** As long as the report holds it; otherwise only its beginning and end. */
  readonly everything: boolean
}

/** Entries of the beginning, and of the end, that are shown unless everything is. */
const shownAtEachEnd = 10

const arrows = { sent: '↑', received: '↓', note: '·' } as const

/** Shows the messages of a connection, one line for each. Not indented. */
export function transcriptLines(transcript: Transcript | undefined, format: TranscriptFormat): string[] {
  if (transcript === undefined || transcript.entries.length === 0) return []
  const { beginning, end, leftOut } = cut(transcript, format.everything)
  const line = (entry: TranscriptEntry): string => `  ${entryLine(entry, format)}`
  const gap = leftOut === 0 ? [] : [`  ${format.colors.dim(`… ${leftOut} more`)}`]
  return [...beginning.map(line), ...gap, ...end.map(line)]
}

/** Chooses the shown entries of a transcript whose middle may have been left out already. */
function cut(
  { entries, leftOut }: Transcript,
  everything: boolean,
): { beginning: readonly TranscriptEntry[]; end: readonly TranscriptEntry[]; leftOut: number } {
  const each = everything ? Math.ceil(entries.length / 2) : shownAtEachEnd
  if (entries.length <= 2 * each && leftOut === 0) return { beginning: entries, end: [], leftOut }
  const [beginning, end] = [entries.slice(0, each), entries.slice(Math.max(each, entries.length - each))]
  return { beginning, end, leftOut: leftOut + entries.length - beginning.length - end.length }
}

/** `  12 ms  ↓ text {"a":1}`. */
function entryLine({ at, direction, kind, text, size }: TranscriptEntry, format: TranscriptFormat): string {
  const { colors, everything } = format
  const time = colors.dim(formatDuration(at).padStart(8))
  const width = everything ? 2000 : 160
  const shown = cutText(oneLine(text), width)
  const isCut = shown.length < text.length || kind === 'binary'
  const parts = [
    `${time}  ${colors.cyan(arrows[direction])} ${colors.dim(oneLine(kind))}`,
    ...(shown === '' ? [] : [shown]),
    ...(isCut ? [colors.dim(`(${formatSize(size)})`)] : []),
  ]
  return parts.join(' ')
}
