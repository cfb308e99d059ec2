import { type Doc, group, ifBreak, indent, join, line, printLayout, softline } from '../layout.ts'
import { stringParts } from './literals.ts'

const width = 88

/**
 * The code with its long lines broken, at brackets and at what holds the parts in them together. Each line of `lines` is a
 * statement, indented; a text between triple quotes may have lines of its own.
 */
export function formatPython(lines: readonly string[]): string {
  return `${lines.map(statement).join('\n')}\n`
}

function statement(written: string): string {
  const code = written.trimStart()
  if (written.length <= width || /^("""|#)/.test(code)) return written.trimEnd()
  const depth = written.length - code.length
  const [, head = '', expression = '', colon = ''] =
    /^(assert |return |if |elif |while |for .*? in |[\w.]+ = )?(.*?)(:?)$/.exec(code) ?? []
  const parts = read(tokensOf(expression), width - depth)
  const doc = [head, head === '' ? parts.map(({ doc }) => doc) : inParentheses(parts), colon]
  return printLayout(doc, { width: width - depth, indentation: 4 }).replaceAll(/^(?=.)/gm, ' '.repeat(depth))
}

/** A token, or all that stands in a pair of brackets. */
interface Part {
  readonly doc: Doc
  readonly kind: 'text' | 'brackets' | 'comma' | 'logic' | 'clause' | 'comparison'
}

const token =
  /[rbf]{0,2}"(?:\\.|[^"\\])*"|[rbf]{0,2}'(?:\\.|[^'\\])*'|, ?| (?:and|or|for|if|not in|in|is not|is|[=!]=|[<>]=?) |[\w.]+|./g

function tokensOf(code: string): string[] {
  return code.match(token) ?? []
}

/** Takes tokens off the list, up to the bracket that closes. */
function read(tokens: string[], room: number): readonly Part[] {
  const parts: Part[] = []
  for (let text = tokens.shift(); text !== undefined && !/^[)\]}]$/.test(text); text = tokens.shift()) {
    if (/^[([{]$/.test(text)) parts.push(brackets(text, parts.at(-1), read(tokens, room - 4)))
    else if (/^[rbf]{0,2}["']/.test(text) && text.length > 40) parts.push(longText(text, room))
    else parts.push({ doc: text, kind: kindOf(text) })
  }
  return parts
}

function kindOf(text: string): Part['kind'] {
  if (/^, ?$/.test(text)) return 'comma'
  if (/^ (and|or) $/.test(text)) return 'logic'
  if (/^ (for|if) $/.test(text)) return 'clause'
  return /^ .* $/.test(text) ? 'comparison' : 'text'
}

/** A text in parentheses where it does not fit, and in pieces that Python joins where it is too long for any line. */
function longText(text: string, room: number): Part {
  if (text.length <= room - 4)
    return { doc: group([ifBreak('('), indent([softline, text]), softline, ifBreak(')')]), kind: 'text' }
  const pieces = join(line, [...stringParts(text, room - 4)])
  return { doc: group(['(', indent([softline, pieces]), softline, ')']), kind: 'brackets' }
}

const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }

function brackets(open: string, before: Part | undefined, parts: readonly Part[]): Part {
  const close = closing[open] ?? ''
  const isIndex =
    open === '[' && parts.length === 1 && before !== undefined && /^[\w.]+$/.test(wordOf(before))
  if (parts.length === 0 || isIndex)
    return { doc: [open, ...parts.map(({ doc }) => doc), close], kind: 'text' }
  const isComprehension = parts.some(({ doc }) => doc === ' for ')
  const hasCommas = !isComprehension && parts.some(({ kind }) => kind === 'comma')
  const breaking = isComprehension ? 'clause' : hasCommas ? 'comma' : 'logic'
  const isTuple = parts.at(-1)?.kind === 'comma'
  const inner = broken(isTuple ? parts.slice(0, -1) : parts, breaking)
  const last = isTuple ? ',' : hasCommas ? ifBreak(',') : ''
  return { doc: group([open, indent([softline, inner]), last, softline, close]), kind: 'brackets' }
}

function wordOf({ doc, kind }: Part): string {
  return typeof doc === 'string' ? doc : kind === 'brackets' || kind === 'text' ? 'brackets' : ''
}

/** Parts with a place for a new line behind each comma, or before each word of a kind. */
function broken(parts: readonly Part[], kind: Part['kind']): Doc {
  return parts.map(part => {
    if (part.kind !== kind || typeof part.doc !== 'string') return part.doc
    return kind === 'comma' ? [',', line] : [line, part.doc.trimStart()]
  })
}

/** The expression of a statement, in parentheses where that is not broken in brackets of its own. */
function inParentheses(parts: readonly Part[]): Doc {
  const isLogic = parts.some(({ kind }) => kind === 'logic')
  if (!isLogic && parts.at(-1)?.kind === 'brackets') return parts.map(({ doc }) => doc)
  const inner = broken(parts, isLogic ? 'logic' : 'comparison')
  return group([ifBreak('('), indent([softline, inner]), softline, ifBreak(')')])
}
