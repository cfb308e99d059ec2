import { lineIndex } from '../../document/index.ts'
import type { Position } from '../../model/span.ts'
import { numberOf } from '../../util/exact-number.ts'
import type { HurlBytes, HurlFileName, HurlValue, Template } from './hurl-file.ts'

/** A place where a text is not what the grammar of Hurl asks for. It never leaves the reader. */
export class NotHurl extends Error {
  readonly at: number

  constructor(message: string, at: number) {
    super(message)
    this.at = at
  }
}

const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

/** Braces that are text though two of them would begin a placeholder. */
const hidden: Readonly<Record<string, string>> = { '{': '\ue000', '}': '\ue001' }

const unicode = String.raw`\\u\{[0-9a-fA-F]{1,6}\}`

/** The pieces of Hurl's grammar that are the same everywhere: lines, texts, names, numbers. */
export class HurlScanner {
  readonly text: string
  readonly #positionOf: (offset: number) => Position
  at = 0

  constructor(text: string) {
    this.text = text
    this.#positionOf = lineIndex(text)
  }

  position(offset = this.at): Position {
    return this.#positionOf(offset)
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length
  }

  fail(expected: string, at = this.at): never {
    throw new NotHurl(`expected ${expected}`, at)
  }

  /** Goes on behind what a sticky pattern matches here; undefined, and no step, where it does not. */
  take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at
    const match = pattern.exec(this.text) ?? undefined
    if (match !== undefined) this.at += match[0].length
    return match
  }

  sees(pattern: RegExp): boolean {
    pattern.lastIndex = this.at
    return pattern.test(this.text)
  }

  /** Goes over spaces; refuses a place without any. */
  takeSpace(): void {
    if (this.take(/[ \t]+/y) === undefined) this.fail('a space')
  }

  /** Goes over the rest of a line, in which only a comment may stand. */
  takeLineEnd(): void {
    this.take(/[ \t]*(?:#(?:(?!\r?\n)[\s\S])*)?/y)
    if (!this.isAtEnd && this.take(/\r?\n/y) === undefined) this.fail('the end of the line')
  }

  /** The offset behind empty lines and comments, and the spaces in front of what comes next. */
  takeEmptyLines(): void {
    this.take(/(?:[ \t]*(?:#(?:(?!\r?\n)[\s\S])*)?\r?\n)*(?:[ \t]*#(?:(?!\r?\n)[\s\S])*(?![\s\S]))?[ \t]*/y)
  }

  /** Texts up to the end of the line or a comment. */
  takeLine(): Template {
    const start = this.at
    const [written = ''] =
      this.take(new RegExp(`(?:${unicode}|\\\\[#"\`\\\\/bnfrt]|[^#\\\\\\n\\r\\t\\b\\f])*`, 'y')) ?? []
    if (this.sees(/\\/y)) this.fail('an escape such as \\n or \\u{41}')
    const trimmed = written.replace(/ +$/, '')
    this.at = start + trimmed.length
    return this.#template(trimmed, start)
  }

  /** A text in double quotes. */
  takeQuoted(): Template {
    if (!this.sees(/"/y)) this.fail('a text in double quotes')
    return this.takeBetween('"')
  }

  /** A text between quotes or back quotes, on one line. */
  takeBetween(quote: '"' | '`'): Template {
    const start = ++this.at
    const [written = ''] =
      this.take(new RegExp(`(?:${unicode}|\\\\[#"\`\\\\/bnfrt]|[^${quote}\\\\\\n\\r\\t\\b\\f])*`, 'y')) ?? []
    if (this.sees(/\\/y)) this.fail('an escape such as \\n or \\u{41}')
    if (this.text[this.at] !== quote) this.fail(quote)
    this.at++
    return this.#template(written, start)
  }

  /** The name in front of a colon. */
  takeKey(): Template {
    return this.#takeWords(
      `(?:\\{\\{[^{}\\n]*\\}\\}|${unicode}|\\\\[#:\\\\/bfnrt]|[\\p{L}\\p{N}_.@$\\[\\]-])+`,
      'a name',
    )
  }

  /** The name of a file, in which a space is escaped; an escaped colon stays so, since one that is not begins a password. */
  takeFileName(): Template {
    return this.#takeWords(
      `(?:\\{\\{[^{}\\n]*\\}\\}|${unicode}|\\\\[\\\\bfnrt#; {}:]|[^#;{} \\n\\r\\\\])+`,
      'the name of a file',
      written => written.replace(/\\([\s\S])/g, (all, one) => (one === ':' ? String.raw`\\:` : all)),
    )
  }

  #takeWords(pattern: string, what: string, change = (written: string) => written): Template {
    const start = this.at
    const [written] = this.take(new RegExp(pattern, 'uy')) ?? []
    if (written === undefined || written.startsWith('[')) this.fail(what, start)
    if (this.sees(/\\/y)) this.fail('an escape such as \\n or \\u{41}')
    return this.#template(change(written), start)
  }

  /** `{{name}}`. */
  takePlaceholder(): string | undefined {
    if (!this.sees(/\{\{/y)) return undefined
    const [, name] = this.take(/\{\{[ \t]*([\p{L}\p{N}_-]+)[ \t]*\}\}/uy) ?? []
    return name ?? this.fail('the name of a variable', this.at + 2)
  }

  /** A number as JSON has it, without an exponent. */
  takeNumber(): HurlValue | undefined {
    const [written] = this.take(/-?\d+(?:\.\d+)?/y) ?? []
    return written === undefined ? undefined : { kind: 'number', value: numberOf(written) }
  }

  /** `/a\/b/`. */
  takePattern(): HurlValue | undefined {
    if (!this.sees(/\//y)) return undefined
    const [, written] = this.take(/\/((?:\\[\s\S]|[^/\\])*)\//y) ?? []
    if (written === undefined) return this.fail('/ behind a pattern', this.text.length)
    return { kind: 'pattern', pattern: written.replaceAll(String.raw`\/`, '/') }
  }

  /** `file,name;`. */
  takeFile(): HurlFileName | undefined {
    if (this.take(/file,[ \t]*/y) === undefined) return undefined
    const file = this.takeFileName()
    if (this.take(/[ \t]*;/y) === undefined) this.fail(';')
    return { kind: 'file', file }
  }

  /** `hex,0a;` and `base64,Cg==;`. */
  takeBytes(): HurlBytes | undefined {
    const start = this.at
    const [written, encoding] = this.take(/(hex|base64),/y) ?? []
    if (written === undefined) return undefined
    const pattern = encoding === 'hex' ? /[ \t]*((?:[\da-f]{2})*)[ \t]*;/iy : /\s*([A-Za-z0-9+/=\s]*);/y
    const [, digits] = this.take(pattern) ?? []
    if (digits === undefined) return this.fail(`${encoding} digits and ;`)
    const bytes = Buffer.from(digits.replace(/\s+/g, ''), encoding === 'hex' ? 'hex' : 'base64')
    return { kind: 'bytes', bytes, written: this.text.slice(start, this.at) }
  }

  /** A text as it is, in which nothing but placeholders has a meaning. */
  plainTemplate(written: string, start: number): Template {
    return this.#pieces(written, start, false)
  }

  #template(written: string, start: number): Template {
    return this.#pieces(written, start, true)
  }

  #pieces(written: string, start: number, isEscaped: boolean): Template {
    const resolved = isEscaped ? written.replace(/\\(?:u\{([^}]*)\}|([\s\S]))/g, unescaped) : written
    const pieces = resolved.split(/\{\{([\s\S]*?)\}\}/)
    const open = (pieces.at(-1) ?? '').indexOf('{{')
    if (open >= 0) this.fail('}}', start + written.length)
    return pieces.flatMap((piece, index): Template => {
      if (index % 2 === 0)
        return piece === '' ? [] : [piece.replaceAll('\ue000', '{').replaceAll('\ue001', '}')]
      const [, name] = /^[ \t]*([\p{L}\p{N}_-]+)/u.exec(piece) ?? []
      return name === undefined ? this.fail('the name of a variable', start) : [{ name }]
    })
  }
}

function unescaped(_: string, code: string | undefined, character = ''): string {
  const plain =
    code === undefined
      ? (escapes[character] ?? character)
      : String.fromCodePoint(Math.min(parseInt(code, 16), 0x10ffff))
  return hidden[plain] ?? plain
}
