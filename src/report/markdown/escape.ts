import { oneLine, printable } from '../text/printable.ts'

/** Text that stays what it is in a line or a table cell of GitHub Markdown. */
export function markdownText(text: string): string {
  return oneLine(text)
    .replace(/[\\`*_{}[\]()#+!|~@]/g, '\\$&')
    .replace(/[&<>]/g, character => entities[character] ?? character)
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Text in a code span. */
export function markdownCode(text: string): string {
  const line = oneLine(text)
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map(run => run.length))
  const fence = '`'.repeat(longest + 1)
  const pad = longest > 0 ? ' ' : ''
  return `${fence}${pad}${line}${pad}${fence}`
}

/** Lines in a code block. */
export function markdownBlock(lines: readonly string[]): string {
  const text = printable(lines.join('\n'))
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(run => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}text\n${text}\n${fence}`
}
