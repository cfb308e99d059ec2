import type { Problem } from '../../model/problem.ts'
import type { Span } from '../../model/span.ts'
import { asking } from '../../util/did-you-mean.ts'
import { fitsPieces } from '../../util/fits-pieces.ts'

/** An entry of an ignore file: what has all that is said here is not told. In each text `*` stands for any. */
export interface IgnoreEntry {
  readonly rule?: string
  readonly operation?: string
  readonly part?: string
  readonly path?: string
  readonly pointer?: string
  readonly reason: string
  /** The last day on which it counts: `2026-12-31`. */
  readonly expires?: string
  readonly span: Span
  /** The text of the line that it begins on. */
  readonly sourceLine: string
}

/** The entries of an ignore file, and which of them ignored anything. */
export class IgnoreList {
  /** The entries that have not expired. */
  readonly current: readonly IgnoreEntry[]
  readonly #entries: readonly IgnoreEntry[]
  readonly #used = new Set<IgnoreEntry>()

  /** An entry that has expired, by the day of `now`, ignores nothing. */
  constructor(entries: readonly IgnoreEntry[], now: Date) {
    const today = now.toISOString().slice(0, 10)
    this.#entries = entries
    this.current = entries.filter(({ expires }) => expires === undefined || expires >= today)
  }

  use(entry: IgnoreEntry): void {
    this.#used.add(entry)
  }

  /** Tells of entries that ignored nothing: why, or undefined for one of which that is not known, and what it may have meant. */
  idle(
    whyOf: (entry: IgnoreEntry) => string | undefined,
    meantBy: (entry: IgnoreEntry) => string | undefined = () => undefined,
  ): readonly Problem[] {
    return this.#entries.flatMap(entry => {
      if (this.#used.has(entry)) return []
      const isCurrent = this.current.includes(entry)
      const reason = isCurrent
        ? whyOf(entry)
        : `this entry has expired on ${String(entry.expires)}, and ignores nothing`
      if (reason === undefined) return []
      const meant = isCurrent ? meantBy(entry) : undefined
      const mend = 'Take it out, or mend what it names.'
      return [ignoresNothing(reason, entry, meant === undefined ? mend : asking(meant, mend).hint)]
    })
  }
}

/** Warns of something that is ignored or exempted in vain. */
export function ignoresNothing(
  message: string,
  { span, sourceLine }: Pick<IgnoreEntry, 'span' | 'sourceLine'>,
  hint: string,
): Problem {
  return { code: 'ignores-nothing', severity: 'warning', message, span, sourceLine, hint }
}

/** True where a text is what an entry says; `*` stands for anything. */
export function matchesEntry(wanted: string | undefined, text: string): boolean {
  return wanted === undefined || wanted === text || fitsPieces(wanted.split('*'), text)
}
