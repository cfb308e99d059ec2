import {
  conditionalGroup,
  type Doc,
  group,
  hardline,
  ifBreak,
  indent,
  join,
  line,
  softline,
} from '../layout.ts'

/**
 * Expressions of Rust as far as tests need them, laid out as rustfmt does it. Text is an expression that stays on its line: a
 * name, a literal, a place such as `body["id"]`.
 */
export type Code = string | Call | Chain | Binary | Closure | Prefix | List | JsonObject

/** A function or a macro, and what it is called with. */
interface Call {
  readonly kind: 'call'
  readonly name: string
  readonly args: readonly Code[]
}

/** Methods of a value, one after the other; `.await` is a text. */
interface Chain {
  readonly kind: 'chain'
  readonly root: Code
  readonly links: readonly (string | Call)[]
}

interface Binary {
  readonly kind: 'binary'
  readonly sign: string
  readonly terms: readonly Code[]
}

interface Closure {
  readonly kind: 'closure'
  readonly parameter: string
  readonly body: Code
}

interface Prefix {
  readonly kind: 'prefix'
  readonly sign: string
  readonly of: Code
}

interface List {
  readonly kind: 'list'
  readonly open: '[' | '('
  readonly items: readonly Code[]
}

/** Members between braces, which only `json!` reads. */
interface JsonObject {
  readonly kind: 'json'
  readonly members: readonly (readonly [key: string, value: Code])[]
}

/** How wide the arguments of a call, a chain and a list may be on one line (the options of rustfmt are called so). */
const narrow = 60

/** A call of a function or, with `!` behind its name, of a macro. */
export function call(name: string, ...args: readonly Code[]): Call {
  return { kind: 'call', name, args }
}

/** Methods of a value: `chain('text', 'trim', ['contains', part], '.await')`. */
export function chain(
  root: Code,
  ...links: readonly (string | readonly [name: string, ...args: readonly Code[]])[]
): Code {
  const added = links.map(link =>
    typeof link !== 'string'
      ? call(`.${link[0]}`, ...link.slice(1))
      : link.startsWith('.')
        ? link
        : call(`.${link}`),
  )
  if (typeof root !== 'string' && root.kind === 'chain') return { ...root, links: [...root.links, ...added] }
  const isSimple = typeof root === 'string' || root.kind === 'call' || root.kind === 'list'
  return { kind: 'chain', root: isSimple ? root : parenthesized(root), links: added }
}

/** Terms with the same sign between them; those that would bind otherwise are put in parentheses. */
export function binary(sign: string, terms: readonly Code[]): Code {
  const isLogical = sign === '&&' || sign === '||'
  return {
    kind: 'binary',
    sign,
    terms: terms.map(term =>
      isBinary(term) && (!isLogical || term.sign === '&&' || term.sign === '||') ? parenthesized(term) : term,
    ),
  }
}

/** True where an expression has a sign between its terms. */
export function isBinary(code: Code): code is Binary {
  return typeof code !== 'string' && code.kind === 'binary'
}

/** `|item| item > 0` */
export function closure(parameter: string, body: Code): Code {
  return { kind: 'closure', parameter, body }
}

/** `!done`, `&body` */
export function prefix(sign: '!' | '&' | '*', of: Code): Code {
  return { kind: 'prefix', sign, of: isBinary(of) ? parenthesized(of) : of }
}

/** `[1, 2]`, or with `(` a tuple. */
export function list(items: readonly Code[], open: '[' | '(' = '['): Code {
  return { kind: 'list', open, items }
}

/** Members of an object inside of `json!`. */
export function jsonObject(members: JsonObject['members']): Code {
  return { kind: 'json', members }
}

function parenthesized(code: Code): Code {
  return list([code], '(')
}

/** An expression on one line. */
export function flat(code: Code): string {
  if (typeof code === 'string') return code
  switch (code.kind) {
    case 'call':
      return `${code.name}(${code.args.map(flat).join(', ')})`
    case 'chain':
      return flat(code.root) + code.links.map(flat).join('')
    case 'binary':
      return code.terms.map(flat).join(` ${code.sign} `)
    case 'closure':
      return `|${code.parameter}| ${flat(code.body)}`
    case 'prefix':
      return code.sign + flat(code.of)
    case 'list':
      return `${code.open}${code.items.map(flat).join(', ')}${closing[code.open]}`
    case 'json':
      return code.members.length === 0
        ? '{}'
        : `{ ${code.members.map(([key, value]) => `${key}: ${flat(value)}`).join(', ')} }`
  }
}

const closing = { '[': ']', '(': ')' } as const

/**
 * `let name = …;`, where a comparison that does not fit stands on the next line if it fits there. `width` is how much room
 * there is.
 */
export function letLine(name: string, code: Code, width: number): Doc {
  const onNextLine =
    isBinary(code) && `let ${name} = ${flat(code)};`.length > width && flat(code).length + 5 <= width
  return onNextLine
    ? [`let ${name} =`, indent([hardline, flat(code)]), ';']
    : [`let ${name} = `, layOut(code), ';']
}

/** The layout of an expression. What is forced is broken into lines even where it fits. */
export function layOut(code: Code, isForced = false): Doc {
  if (typeof code === 'string') return code
  switch (code.kind) {
    case 'call':
      return callDoc(code, isForced)
    case 'chain':
      return chainDoc(code)
    case 'binary':
      return group(
        code.terms.map((term, index) =>
          index === 0 ? layOut(term) : indent([line, code.sign, ' ', layOut(term)]),
        ),
      )
    case 'closure':
      return conditionalGroup([
        flat(code),
        [`|${code.parameter}| {`, indent([hardline, layOut(code.body)]), hardline, '}'],
      ])
    case 'prefix':
      return [code.sign, layOut(code.of, isForced)]
    case 'list':
      return listDoc(code, isForced)
    case 'json':
      return jsonDoc(code)
  }
}

function layOutAll(all: readonly Code[]): Doc[] {
  return all.map(code => layOut(code))
}

function callDoc({ name, args }: Call, isForced = false): Doc {
  const [only] = args
  if (only === undefined) return `${name}()`
  const isMacro = name.endsWith('!')
  // A call inside of another has no more room than its arguments.
  if (args.length === 1 && hugs(only))
    return [name, '(', layOut(only, isForced || (isCall(only) && flat(only).length > narrow)), ')']
  const last = args.at(-1)
  if (last !== undefined && typeof last !== 'string' && last.kind === 'closure')
    return [name, '(', join(', ', [...args.slice(0, -1).map(flat), layOut(last)]), ')']
  // A lone argument is only as wide as its line.
  const isWide = isForced || (args.length > 1 && args.map(flat).join(', ').length > narrow)
  const items = join([',', line], layOutAll(args))
  const end = isMacro ? '' : isWide ? ',' : trailingComma
  return group([name, '(', indent([softline, items]), end, softline, ')'], { shouldBreak: isWide })
}

/** Only where the lines of a call are broken. */
const trailingComma: Doc = ifBreak(',', '')

/** True where something keeps its braces beside the parentheses around it. */
function hugs(code: Code): boolean {
  if (typeof code === 'string') return false
  if (code.kind === 'prefix') return hugs(code.of)
  if (code.kind === 'call') return true
  return code.kind === 'json' || (code.kind === 'list' && code.open === '[')
}

function isCall(code: Code): boolean {
  return typeof code !== 'string' && code.kind === 'call'
}

function chainDoc(code: Chain): Doc {
  // A root that is no wider than an indentation stays with its first method.
  const merged = flat(code.root).length <= 4 ? 1 : 0
  const start = [layOut(code.root), ...layOutAll(code.links.slice(0, merged))]
  const links = code.links.slice(merged)
  if (links.length === 0) return start
  const shouldBreak = links.length > 1 && flat(code).length > narrow
  if (links.length === 1 && !endsWithCall(code.root)) return [start, layOutAll(links)]
  return group([start, indent(links.map(link => [softline, layOut(link)]))], { shouldBreak })
}

function endsWithCall(root: Code): boolean {
  return typeof root !== 'string'
}

function listDoc({ open, items }: List, isForced = false): Doc {
  if (open === '(' && items.length === 1) return [open, layOutAll(items), ')']
  const isWide = isForced || items.map(flat).join(', ').length > narrow
  const inner = join([',', line], layOutAll(items))
  return group([open, indent([softline, inner]), trailingComma, softline, closing[open]], {
    shouldBreak: isWide,
  })
}

function jsonDoc(code: JsonObject): Doc {
  if (code.members.length === 0) return '{}'
  const members = code.members.map(([key, value]) => [key, ': ', layOut(value)])
  return group(['{', indent([line, join([',', line], members)]), line, '}'], {
    shouldBreak: flat(code).length > 50,
  })
}
