import { javaLayout } from './java-layout.ts'

/** A line that ends with a literal, and with what closes around it. */
const endsInLiteral = /^(.*?)("(?:[^"\\]|\\.)*")([^"]*)$/

/**
 * Breaks literals that make lines too long into pieces, as google-java-format does: behind words, each piece as long as it
 * may be, and all but the first behind a plus sign.
 */
export function reflowLiterals(code: string): string {
  let isBlock = false
  return code
    .split('\n')
    .flatMap(text => {
      const isInside = isBlock
      if (/(^|[^\\])"""/.test(text)) isBlock = !isBlock
      return isInside || isBlock || text.length <= javaLayout.width ? [text] : broken(text)
    })
    .join('\n')
}

function broken(text: string): readonly string[] {
  const [, before = '', literal = '', after = ''] = endsInLiteral.exec(text) ?? []
  if (literal === '' || /^\s*\/\//.test(before)) return [text]
  const words =
    literal
      .slice(1, -1)
      .match(/(?:\\.|[^\\\s])*(?:\s|\\[nrt])*/g)
      ?.filter(word => word !== '') ?? []
  if (words.length < 2) return [text]
  const isFirst = !/\+ $/.test(before)
  const indentation = ' '.repeat(isFirst ? before.length + 4 : before.length - 2)
  const pieces = piecesOf(words, javaLayout.width - before.length - 2, after.length)
  return pieces.map((piece, index) => {
    const end = index === pieces.length - 1 ? after : ''
    return index === 0 ? `${before}"${piece}"${end}` : `${indentation}+ "${piece}"${end}`
  })
}

/** As many words in each piece as fit; the last one leaves room for what follows it. */
function piecesOf(words: readonly string[], width: number, after: number): readonly string[] {
  const input = [...words]
  const pieces: string[] = []
  let room = width
  while (input.length > 0) {
    if (input.join('').length <= room) room -= after
    let piece = input.shift() ?? ''
    while (input.length > 0 && !/\\[nr]$/.test(piece) && piece.length + (input[0] ?? '').length <= room)
      piece += input.shift() ?? ''
    if (pieces.length === 0) room -= 6
    pieces.push(piece)
  }
  return pieces
}
