import { randomNumbers } from './random-numbers.ts'

/** Texts that users write in the middle of a text, or in the wrong place. */
const writings = [
  '[',
  '{',
  '"',
  "'",
  ': ',
  '- ',
  '\n',
  '\t',
  '  ',
  '#',
  '{{',
  '}}',
  '&a ',
  '*a ',
  '!!str ',
  '|',
  '\n---\n',
  '%',
]

/** The text with one random edit each, the same each time: something written in, left out, or a line moved. */
export function* editedTexts(text: string, count: number, seed = 20): Generator<string> {
  const next = randomNumbers(seed)
  const upTo = (most: number): number => Math.floor(next() * most)
  for (let made = 0; made < count; made++) {
    const at = upTo(text.length)
    const lineStart = text.lastIndexOf('\n', at) + 1
    const edits = [
      () => text.slice(0, at) + (writings[upTo(writings.length)] ?? '') + text.slice(at),
      () => text.slice(0, at) + text.slice(at + 1 + upTo(20)),
      () => `${text.slice(0, lineStart)} ${text.slice(lineStart)}`,
      () => text.slice(0, lineStart) + text.slice(lineStart).replace(/^ /, ''),
    ]
    yield edits[upTo(edits.length)]?.() ?? text
  }
}
