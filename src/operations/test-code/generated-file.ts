import { createHash } from 'node:crypto'

/** Comments of one line, by what a file ends with. */
const comments: Readonly<Record<string, string>> = { py: '#', rb: '#' }

const mark = /^(?:<\?php\n+)?(?:\/\/|#) Made by apitest \(([0-9a-f]{16})\)\. .*\n/

/** The text of a file of tests with a line in front by which it can be seen whether somebody changed it since. */
export function markedText(text: string, file: string): string {
  const comment = comments[file.slice(file.lastIndexOf('.') + 1)] ?? '//'
  const line = `${comment} Made by apitest (${checksum(text)}). Once edited, it is left alone.\n`
  return text.startsWith('<?php\n') ? `<?php\n\n${line}${text.slice(6)}` : `${line}\n${text}`
}

/** How many lines stand in front of the text of a file. */
export const markedLines = 2

/** Whose a file is: made and left as it was, made and edited since, or somebody's own. */
export function ownerOf(content: string): 'made' | 'edited' | 'own' {
  const found = mark.exec(content.replaceAll('\r\n', '\n'))
  if (found === null) return 'own'
  const [whole, sum] = found
  const rest = content.replaceAll('\r\n', '\n').slice(whole.length)
  const text = whole.startsWith('<?php') ? `<?php\n${rest}` : rest.replace(/^\n/, '')
  return checksum(text) === sum ? 'made' : 'edited'
}

function checksum(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
