import { createHash } from 'node:crypto'
import { cutText } from '../../util/cut-text.ts'

/** The source and the purpose of a file of tests. */
export interface Origin {
  /** The framework: `vitest`. */
  readonly framework: string
  /** The source that was asked for, named from the project: `suites`, `Shop/Users`. */
  readonly source: string
}

/** A file that apitest made. */
export interface GeneratedFile {
  readonly isEdited: boolean
  /** Absent in files of versions that did not say it. */
  readonly origin?: Origin
}

/** Comments of one line, by what a file ends with. */
const comments: Readonly<Record<string, string>> = { py: '#', rb: '#' }

const mark =
  /^(?:<\?php\n+)?(?:\/\/|#) Made by apitest \(([0-9a-f]{16})\)\. .*\n(?:(?:\/\/|#) For (\S+), of (.+)\n)?/

/** A name that is longer is cut, so that no formatter breaks the comment. */
const longestSource = 50

/** Tests are made of a source that is called so. What a URL has of credentials is left out. */
export function originOf(framework: string, source: string): Origin {
  const url = URL.canParse(source) ? new URL(source) : undefined
  const name = url === undefined ? source : `${url.protocol}//${url.host}${url.pathname}`
  // A line break would end the comment, and so would the end of PHP.
  const line = name.replace(/\s+|\?>/g, ' ').replace(/(?<=.)\/+$/, '')
  return { framework, source: cutText(line, longestSource) }
}

/** The wider of two origins, where one is part of the other: `suites` of `suites` and `suites/users.apitest.yaml`. */
export function widerOrigin(one: Origin, other: Origin): Origin | undefined {
  if (one.framework !== other.framework) return undefined
  if (isPartOf(one.source, other.source)) return other
  return isPartOf(other.source, one.source) ? one : undefined
}

function isPartOf(part: string, whole: string): boolean {
  return part === whole || whole === '.' || part.startsWith(`${whole}/`)
}

/** The text of a file of tests with lines in front that tell what it was made of, and whether somebody changed it since. */
export function markedText(text: string, file: string, { framework, source }: Origin): string {
  const comment = comments[file.slice(file.lastIndexOf('.') + 1)] ?? '//'
  const lines = [
    `${comment} Made by apitest (${checksum(text)}). Once edited, it is left alone.\n`,
    `${comment} For ${framework}, of ${source}\n`,
  ].join('')
  return text.startsWith('<?php\n') ? `<?php\n\n${lines}${text.slice(6)}` : `${lines}\n${text}`
}

/** How many lines stand in front of the text of a file. */
export const markedLines = 3

/** Reads what a file that apitest made says of itself; undefined of any other. */
export function readGenerated(content: string): GeneratedFile | undefined {
  const lines = content.replaceAll('\r\n', '\n')
  const [whole, sum, framework, source] = mark.exec(lines) ?? []
  if (whole === undefined) return undefined
  const rest = lines.slice(whole.length)
  const text = whole.startsWith('<?php') ? `<?php\n${rest}` : rest.replace(/^\n/, '')
  const isEdited = checksum(text) !== sum
  return framework === undefined || source === undefined
    ? { isEdited }
    : { isEdited, origin: { framework, source } }
}

function checksum(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
