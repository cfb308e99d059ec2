import type { Doc } from '../layout.ts'

/** Characters that cannot be seen, which the compiler may refuse even in a comment. */
const unseen = /[\p{C}\p{Zl}\p{Zp}\p{Zs}]+/gu

const width = 90

/** A text as comments, broken into lines where it is long. `mark` stands at its beginning. */
export function commentLines(text: string, mark = ''): readonly Doc[] {
  return wrapped(text).map((line, index) => (index === 0 ? `//${mark} ${line}` : `// ${line}`))
}

/** A description as documentation, or as a comment where it might be read as more than words. */
export function docLines(text: string | undefined): readonly Doc[] {
  if (text === undefined || text.trim() === '') return []
  const isPlain = /^\p{L}[\p{L}\p{N}\s.,;:'"()/?-]*$/u.test(text) && !/^\s*(\d+[.)]|[-+*#>])/m.test(text)
  return wrapped(text).map(line => `${isPlain ? '///' : '//'} ${line}`)
}

function wrapped(text: string): readonly string[] {
  const words = text.replace(unseen, ' ').trim().split(' ')
  const lines: string[] = []
  for (const word of words) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
