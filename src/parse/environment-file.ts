import { errorProblem, type Problem, type ProblemCode, type Result } from '../model/problem.ts'
import { EncodingError, encodingHint } from '../util/decode-text.ts'
import { largestWritten, readText } from '../util/read-text.ts'
import { lineAt, lineOf } from './data-rows/place.ts'

/** Variables by name, as `--env-file` reads them. */
export type EnvironmentFile = Readonly<Record<string, string>>

/** Reads a file of `NAME=value` lines (absolute path, UTF-8). */
export function readEnvironmentFile(file: string): Result<EnvironmentFile> {
  const text = readText(file, largestWritten)
  if (typeof text === 'string') return parseEnvironmentFile(file, text)
  if (text instanceof EncodingError) return { ok: false, problems: [wrongEncoding(file, text)] }
  const [code, message]: [ProblemCode, string] =
    text.code === 'ENOENT'
      ? ['file-missing', `there is no environment file ${file}`]
      : ['file-unreadable', `the environment file ${file} cannot be read: ${text.message}`]
  return { ok: false, problems: [errorProblem({ code, message })] }
}

function wrongEncoding(file: string, { message, line }: EncodingError): Problem {
  return errorProblem({
    code: 'file-unreadable',
    message: `the environment file ${file} ${message} (line ${line})`,
    hint: encodingHint,
  })
}

/**
 * The variables of an environment file's text: `NAME=value`, perhaps after `export`; `#` begins a comment. A value in
 * double quotes may span lines and hold `\n`, `\r`, `\t`, `\"`, `\\` and `\$`; in single quotes or backticks everything
 * is literal. Nothing is expanded. (node:util's parseEnv takes no `\"` and reads on silently over mistakes.)
 */
export function parseEnvironmentFile(file: string, text: string): Result<EnvironmentFile> {
  const source = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
  const variables = new Map<string, string>()
  const problems: Problem[] = []
  for (let position = 0; position < source.length;) {
    const entry = entryAt(source, position)
    const report = (code: ProblemCode, message: string, hint: string) =>
      problems.push(
        errorProblem({
          code,
          message,
          hint,
          // The line itself is not shown: what stands there is a secret, or a part of one.
          span: lineOf(file, source, lineAt(source, position)).span,
        }),
      )
    if (entry.kind === 'wrong') report('bad-value', entry.message, entry.hint)
    if (entry.kind === 'variable') {
      if (variables.has(entry.name))
        report('duplicate-key', `"${entry.name}" is set twice`, 'Remove one of the two lines.')
      variables.set(entry.name, entry.value)
    }
    position = entry.end
  }
  return problems.length === 0 ? { ok: true, value: Object.fromEntries(variables) } : { ok: false, problems }
}

/** The content of one line (or quoted lines); `end` is where the next begins. */
type Entry =
  | { readonly kind: 'nothing'; readonly end: number }
  | { readonly kind: 'variable'; readonly name: string; readonly value: string; readonly end: number }
  | { readonly kind: 'wrong'; readonly message: string; readonly hint: string; readonly end: number }

function entryAt(source: string, position: number): Entry {
  const line = source.slice(position, endOfLine(source, position))
  const end = position + line.length + 1
  if (/^\s*(#.*)?$/.test(line)) return { kind: 'nothing', end }
  const [beginning, name] = /^\s*(?:export\s+)?([A-Za-z_][\w.-]*)\s*=\s*/.exec(line) ?? []
  if (beginning === undefined || name === undefined)
    return { kind: 'wrong', message: `this line is not NAME=value: ${wrongName(line)}`, hint: lineHint, end }
  const rest = line.slice(beginning.length)
  if (/^["'`]/.test(rest)) return quotedEntry(source, name, position + beginning.length, end)
  return { kind: 'variable', name, value: rest.replace(/(^|\s)#.*$/, '').trim(), end }
}

const lineHint = 'Comments begin with #; a value of several lines stands in quotes.'

/** Says why the text in front of a value is wrong. The line itself is not told. */
function wrongName(line: string): string {
  const [name, ...rest] = line.replace(/^\s*export\s+/, '').split('=')
  if (rest.length === 0) return 'there is no ='
  const written = name?.trim() ?? ''
  if (written === '') return 'there is no name in front of the ='
  if (/\s/.test(written)) return 'there is a blank in the name'
  return 'a name has letters, digits, _, . and -, and begins with a letter or _'
}

function quotedEntry(source: string, name: string, start: number, endOfFirstLine: number): Entry {
  const quoted = /"(?:[^"\\]|\\[\s\S])*"|'[^']*'|`[^`]*`/y
  quoted.lastIndex = start
  const [text] = quoted.exec(source) ?? []
  if (text === undefined)
    return {
      kind: 'wrong',
      message: `the quote around the value of ${name} is never closed`,
      hint: 'Close it, or put a value that has this quote in it into quotes of another kind.',
      end: endOfFirstLine,
    }
  const end = endOfLine(source, quoted.lastIndex) + 1
  const behind = source.slice(quoted.lastIndex, end).trim()
  if (behind !== '' && !behind.startsWith('#'))
    return {
      kind: 'wrong',
      message: `text follows the quoted value of ${name}`,
      hint: 'Put the whole value in quotes; inside double quotes a quote is written \\".',
      end,
    }
  const inside = text.slice(1, -1)
  return { kind: 'variable', name, value: text.startsWith('"') ? unescape(inside) : inside, end }
}

function unescape(text: string): string {
  const meanings: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }
  return text.replace(/\\([nrt"\\$])/g, (_, character: string) => meanings[character] ?? character)
}

function endOfLine(source: string, position: number): number {
  const end = source.indexOf('\n', position)
  return end === -1 ? source.length : end
}
