import type { Span } from '../../model/span.ts'
import type { PactFile } from './find-pacts.ts'

/** Where each interaction of a pact stands, told by the line of its description; the first line where that is not found. */
export function interactionSpans({ file, text, pact }: PactFile): readonly Span[] {
  let from = 0
  return pact.interactions.map(({ description }) => {
    const found = descriptionAt(text, JSON.stringify(description), from)
    if (found === undefined) return spanAt(file, text, 0, 0)
    from = found.to
    return spanAt(file, text, found.from, found.to)
  })
}

/** Where `"description": written` stands. Descriptions may be longer than any expression. */
function descriptionAt(
  text: string,
  written: string,
  from: number,
): { readonly from: number; readonly to: number } | undefined {
  for (let at = text.indexOf(written, from); at !== -1; at = text.indexOf(written, at + 1)) {
    const key = /"description"\s*:\s*$/.exec(text.slice(Math.max(from, at - longestKey), at))
    if (key !== null) return { from: at - key[0].length, to: at + written.length }
  }
  return undefined
}

/** The key with the white space behind it, which nobody writes longer. */
const longestKey = 200

function spanAt(file: string, text: string, from: number, to: number): Span {
  return { file, start: positionAt(text, from), end: positionAt(text, to) }
}

function positionAt(text: string, offset: number): Span['start'] {
  const before = text.slice(0, offset).split('\n')
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 }
}
