import { wordsForRust } from './word-characters.ts'

/** A text of a suite, in pieces: what stands there, and the insides of placeholders. */
function piecesOf(text: string): readonly { readonly plain?: string; readonly inside?: string }[] {
  const pieces: { plain?: string; inside?: string }[] = []
  let plain = ''
  for (const [part] of text.matchAll(/\\*\{\{[^{}]*\}\}|\\+\{\{|[\s\S]/g)) {
    const [, slashes = '', inside] = /^(\\*)\{\{([^{}]*)\}\}$/.exec(part) ?? []
    plain += slashes.slice(0, Math.floor(slashes.length / 2))
    if (inside === undefined)
      plain += /^\\+\{\{$/.test(part) ? part.slice(Math.ceil((part.length - 2) / 2)) : part
    else if (slashes.length % 2 === 1) plain += `{{${inside}}}`
    else {
      pieces.push({ plain }, { inside: inside.trim() })
      plain = ''
    }
  }
  return [...pieces, { plain }]
}

/** Values that Hurl makes up, too. */
const made: Readonly<Record<string, string>> = {
  $uuid: 'newUuid',
  $guid: 'newUuid',
  $randomUUID: 'newUuid',
  $isoTimestamp: 'newDate',
}

/** The name of a variable in Hurl, where it has letters, digits, `_` and `-`. */
export function hurlName(name: string): string {
  return name.replace(/^env\./, '').replace(/[^\p{L}\p{N}_-]/gu, '_')
}

/** A placeholder of a suite as one of Hurl. */
function placeholder(inside: string): string {
  return `{{${made[inside] ?? hurlName(inside)}}}`
}

/** A text with its placeholders, all else changed by `escape`. */
export function template(text: string, escape: (plain: string) => string): string {
  return piecesOf(text)
    .map(({ plain = '', inside }) => (inside === undefined ? escape(plain) : placeholder(inside)))
    .join('')
}

/** Names of placeholders that Hurl has no word for: built-ins, members and functions. */
export function strangePlaceholders(text: string): readonly string[] {
  return piecesOf(text).flatMap(({ inside }) =>
    inside === undefined || made[inside] !== undefined || /^(?:env\.)?[\p{L}\p{N}_-]+$/u.test(inside)
      ? []
      : [inside],
  )
}

const controls: Readonly<Record<string, string>> = {
  '\b': String.raw`\b`,
  '\f': String.raw`\f`,
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
  '\t': String.raw`\t`,
}

/** A text of one line, in which these characters get a backslash, and two braces are no placeholder. */
function escaped(plain: string, special: RegExp): string {
  return plain
    .replace(special, String.raw`\$&`)
    .replace(/[\b\f\n\r\t]/g, control => controls[control] ?? '')
    .replaceAll('{{', String.raw`\u{7b}{`)
}

/** A value that goes to the end of its line. */
export function lineText(text: string): string {
  const written = template(text, plain => escaped(plain, /[\\#]/g))
  return written.replace(/^ | $/g, String.raw`\u{20}`)
}

/** A text in double quotes. */
export function quotedText(text: string): string {
  return `"${template(text, plain => escaped(plain, /[\\"]/g))}"`
}

/** A name in front of a colon. */
export function keyText(text: string): string {
  const written = template(text, plain =>
    plain.replace(/[^\p{L}\p{N}_.@$[\]-]/gu, one => `\\u{${(one.codePointAt(0) ?? 0).toString(16)}}`),
  )
  return written.replace(/^\[/, String.raw`\u{5b}`)
}

/** The name of a file. */
export function fileText(text: string): string {
  return template(text, plain => escaped(plain, /[\\#; {}]/g))
}

/** A pattern between slashes. */
export function patternText(pattern: string): string {
  return `/${wordsForRust(pattern)
    .replaceAll('(?<', '(?P<')
    .replace(/\(\?P<([=!])/g, '(?<$1')
    .replace(/\\\/|\//g, String.raw`\/`)}/`
}

/** The empty lines and comments above a part. */
export function linesAbove(source: string): string {
  return /^(?:[ \t]*(?:#[^\n]*)?\r?\n)*/.exec(source)?.[0] ?? ''
}

/** A text as comments; what Hurl would obey in one is cited. */
export function commentLines(text: string): readonly string[] {
  if (text.trim() === '') return []
  return text
    .trimEnd()
    .split(/\r?\n|\r/)
    .map(line => `# ${line.replace(/^\s*(@cookie_storage_.*)$/, '"$1"')}`.trimEnd())
}

/** A part with a comment right above it, unless that stands there. */
export function withRemark(source: string, remark: string): string {
  const above = linesAbove(source)
  const there = above.split('\n').map(line => line.trim())
  const lines = commentLines(remark)
  if (lines.every(line => there.includes(line))) return source
  return above + lines.map(line => `${line}\n`).join('') + source.slice(above.length)
}
