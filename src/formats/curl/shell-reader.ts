import { defined } from '../../util/defined.ts'
/** A command of a script, its words as the program gets them. */
export interface ShellCommand {
  readonly words: readonly string[]
  /** The line it begins on, from 1. */
  readonly line: number
  /** The comment right above it. */
  readonly comment?: string
  /** The standard input, from a here-document. */
  readonly input?: string
  /**
   * The construct that only a shell can evaluate: `command substitution`. The words are then not those the program
   * would get.
   */
  readonly unknown?: string
}

/** Marks a shell variable inside a word, as `placeholderOf` writes it. */
export const variableStart = '\ue000'
export const variableEnd = '\ue001'

/** Marks a variable of the shell in a word: its value is known only when the command runs. */
export function variableMark(name: string): string {
  return `${variableStart}${name}${variableEnd}`
}

/** Operators between commands. */
const separator = /(?:&&|\|\||;;?|\|&?|&)/y
/** Where output goes, or input comes from. */
const redirection = /(?:\d*(?:>>?|>&|<&|<>|>\|)|&>>?|<)\s*(?:&?\d+(?=\s|$)|&?-(?=\s|$))?/y
const heredoc = /<<(-?)\s*(?:'([^'\n]+)'|"([^"\n]+)"|\\?([\w.-]+))/y

/**
 * Reads the commands of a POSIX shell (XCU 2) with what bash adds: `$'…'`. Variables become marks in the words; loops,
 * functions and substitutions are not carried out.
 */
export function readShell(text: string): ShellScript {
  const reader = new ShellReader(text.replace(/\r\n?/g, '\n'))
  return { commands: reader.commands(), defaults: reader.defaults }
}

/** The commands of a script, and the values it gives to variables that have none: `${NAME:-value}`. */
export interface ShellScript {
  readonly commands: readonly ShellCommand[]
  readonly defaults: ReadonlyMap<string, string>
}

/** `$NAME`, `${NAME}`, and `${NAME:-value}`, where the value may be quoted. */
const variablePattern =
  /^\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)(?::?[-=]((?:'[^']*'|\\.|"(?:[^"\\]|\\.)*"|[^{}"'`\\])*)|:?\?[^{}]*)?\})/

class ShellReader {
  readonly #text: string
  readonly #commands: ShellCommand[] = []
  readonly defaults = new Map<string, string>()
  #at = 0
  #words: string[] = []
  /** Undefined between words. */
  #word: string | undefined
  #line = 1
  #comment: string | undefined
  #input: string | undefined
  #unknown: string | undefined
  #heredocs: { readonly tag: string; readonly strips: boolean }[] = []
  #skipsWord = false

  constructor(text: string) {
    this.#text = text
  }

  commands(): readonly ShellCommand[] {
    while (this.#at < this.#text.length) this.#next()
    this.#endCommand()
    return this.#commands
  }

  #next(): void {
    const character = this.#text[this.#at] ?? ''
    if (character === '\n') this.#endLine()
    else if (/\s/.test(character)) this.#endWord(1)
    else if (character === '#' && this.#word === undefined) this.#readComment()
    else if (this.#take(heredoc) !== undefined) return
    else if (this.#word === undefined || !/\d/.test(character)) this.#operatorOrPart(character)
    else this.#add(character, 1)
  }

  #operatorOrPart(character: string): void {
    redirection.lastIndex = this.#at
    const directed = this.#word === undefined || /[<>]/.test(character) ? redirection.exec(this.#text) : null
    if (directed !== null) {
      this.#endWord(directed[0].length)
      this.#skipsWord = !/[\d-]$/.test(directed[0])
      return
    }
    separator.lastIndex = this.#at
    const found = separator.exec(this.#text)
    if (found === null) this.#readPart(character)
    else {
      this.#endCommand()
      this.#at += found[0].length
    }
  }

  #readPart(character: string): void {
    const rest = this.#text.slice(this.#at)
    if (character === '\\') {
      if (this.#text[this.#at + 1] === '\n') this.#at += 2
      else this.#add(this.#text[this.#at + 1] ?? '', 2)
    } else if (character === "'") {
      const end = this.#text.indexOf("'", this.#at + 1)
      this.#quoted(end, this.#text.slice(this.#at + 1, end < 0 ? undefined : end))
    } else if (rest.startsWith("$'")) this.#readAnsi()
    else if (character === '"' || rest.startsWith('$"')) this.#readDouble(character === '$' ? 2 : 1)
    else if (character === '$' || character === '`') this.#readVariable()
    else this.#add(character, 1)
  }

  #quoted(end: number, content: string): void {
    if (end < 0) this.#unknown ??= 'a quote that is not closed'
    this.#word = (this.#word ?? '') + content
    this.#at = end < 0 ? this.#text.length : end + 1
  }

  #readAnsi(): void {
    const [whole = '', content = ''] = /^\$'((?:[^'\\]|\\[\s\S])*)'/.exec(this.#text.slice(this.#at)) ?? []
    this.#quoted(whole === '' ? -1 : this.#at + whole.length - 1, unescapeAnsi(content))
  }

  #readDouble(length: number): void {
    this.#add('', length)
    while (this.#at < this.#text.length) {
      const character = this.#text[this.#at] ?? ''
      const next = this.#text[this.#at + 1] ?? ''
      if (character === '"') {
        this.#at++
        return
      }
      if (character === '\\' && next === '\n') this.#at += 2
      else if (character === '\\' && '$`"\\'.includes(next)) this.#add(next, 2)
      else if (character === '$' || character === '`') this.#readVariable()
      else this.#add(character, 1)
    }
    this.#unknown ??= 'a quote that is not closed'
  }

  /** `$NAME`, `${NAME}` and `${NAME:-default}`; a dollar before anything else is one. */
  #readVariable(): void {
    const rest = this.#text.slice(this.#at, this.#at + 2000)
    const [whole, plain, braced, value] = variablePattern.exec(rest) ?? []
    if (whole !== undefined) {
      if (braced !== undefined && value !== undefined)
        this.defaults.set(braced, new ShellReader(value).commands()[0]?.words[0] ?? '')
      this.#add(variableMark(plain ?? braced ?? ''), whole.length)
      return
    }
    if (/^(\$[({\d@*#?!$-]|`)/.test(rest))
      this.#unknown ??= /^(\$\(|`)/.test(rest)
        ? 'a command substitution'
        : 'a parameter that only the shell knows'
    this.#add(rest.charAt(0), 1)
  }

  #add(text: string, length: number): void {
    this.#word = (this.#word ?? '') + text
    this.#at += length
  }

  #readComment(): void {
    const end = this.#text.indexOf('\n', this.#at)
    const comment = this.#text.slice(this.#at + 1, end < 0 ? undefined : end).trim()
    if (this.#words.length === 0 && !comment.startsWith('!')) this.#comment = comment
    this.#at = end < 0 ? this.#text.length : end
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at
    const [whole, dash, single, double, bare] = pattern.exec(this.#text) ?? []
    if (whole === undefined) return undefined
    this.#endWord(whole.length)
    this.#heredocs.push({ tag: single ?? double ?? bare ?? '', strips: dash === '-' })
    return whole
  }

  #endWord(length: number): void {
    if (this.#word !== undefined && !this.#skipsWord) this.#words.push(this.#word)
    if (this.#word !== undefined) this.#skipsWord = false
    this.#word = undefined
    this.#at += length
  }

  #endLine(): void {
    this.#endWord(1)
    for (const { tag, strips } of this.#heredocs) this.#readHeredoc(tag, strips)
    this.#heredocs = []
    const isBlank = this.#words.length === 0
    const isAfterBlank = isBlank && /^\s*\n/.test(this.#text.slice(this.#at, this.#at + 200))
    this.#endCommand()
    if (isAfterBlank) this.#comment = undefined
  }

  #readHeredoc(tag: string, strips: boolean): void {
    const lines: string[] = []
    while (this.#at < this.#text.length) {
      const end = this.#text.indexOf('\n', this.#at)
      const line = this.#text.slice(this.#at, end < 0 ? undefined : end)
      this.#at = end < 0 ? this.#text.length : end + 1
      const plain = strips ? line.replace(/^\t+/, '') : line
      if (plain === tag) break
      lines.push(`${plain}\n`)
    }
    this.#input = lines.join('')
  }

  #endCommand(): void {
    this.#endWord(0)
    if (this.#words.length > 0) {
      this.#commands.push(
        defined({
          words: this.#words,
          line: this.#line,
          ...(this.#comment === undefined || this.#comment === '' ? {} : { comment: this.#comment }),
          input: this.#input,
          unknown: this.#unknown,
        }),
      )
      this.#comment = undefined
    }
    this.#words = []
    this.#input = undefined
    this.#unknown = undefined
    this.#skipsWord = false
    this.#line = this.#text.slice(0, this.#at).split('\n').length
  }
}

const ansiEscapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  v: '\v',
}

/** The text of bash's `$'…'`; bytes beyond ASCII are read as UTF-8. */
function unescapeAnsi(content: string): string {
  return content.replace(
    /((?:\\x[\da-f]{1,2}|\\[0-7]{1,3})+)|\\u([\da-f]{1,4})|\\U([\da-f]{1,8})|\\c(.)|\\([\s\S])/gi,
    (whole, bytes?: string, short?: string, long?: string, control?: string, other?: string) => {
      if (bytes !== undefined) return bytesOf(bytes)
      const code = short ?? long
      if (code !== undefined && parseInt(code, 16) <= 0x10ffff) return codeUnit(parseInt(code, 16))
      if (control !== undefined) return String.fromCharCode(control.charCodeAt(0) & 31)
      return other === undefined ? whole : (ansiEscapes[other] ?? ('\\\'"?'.includes(other) ? other : whole))
    },
  )
}

function bytesOf(escapes: string): string {
  const bytes = [...escapes.matchAll(/\\x([\da-f]+)|\\([0-7]+)/gi)].map(([, hex, octal]) =>
    hex === undefined ? parseInt(octal ?? '0', 8) & 255 : parseInt(hex, 16),
  )
  return Buffer.from(bytes).toString()
}

/** Browsers write a character beyond the first plane as two halves. */
function codeUnit(code: number): string {
  return code > 0xffff ? String.fromCodePoint(code) : String.fromCharCode(code)
}
