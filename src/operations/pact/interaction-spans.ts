import type { Span } from '../../model/span.ts'
import { literalPattern } from '../../util/literal-pattern.ts'
import type { PactFile } from './find-pacts.ts'

/** Where each interaction of a pact stands, told by the line of its description; the first line where that is not found. */
export function interactionSpans({ file, text, pact }: PactFile): readonly Span[] {
  let from = 0
  return pact.interactions.map(({ description }) => {
    const written = new RegExp(`"description"\\s*:\\s*${literalPattern(JSON.stringify(description))}`, 'g')
    written.lastIndex = from
    const match = written.exec(text)
    if (match === null) return spanAt(file, text, 0, 0)
    from = written.lastIndex
    return spanAt(file, text, match.index, from)
  })
}

function spanAt(file: string, text: string, from: number, to: number): Span {
  return { file, start: positionAt(text, from), end: positionAt(text, to) }
}

function positionAt(text: string, offset: number): Span['start'] {
  const before = text.slice(0, offset).split('\n')
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 }
}
