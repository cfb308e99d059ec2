import { type Doc, fill, group, hardline, indent, join, line, softline } from '../layout.ts'

/** How wide lines of Java are, and how far a block is indented, as google-java-format has it. */
export const javaLayout = { width: 100, indentation: 2 } as const

/** An expression of Java, as far as its layout needs to know it. */
export type Expression =
  /** Something in one piece: a name, a literal. */
  | { readonly kind: 'atom'; readonly code: Doc }
  /** Calls one after the other, on a name or on a first call. */
  | {
      readonly kind: 'chain'
      readonly head: Doc
      readonly start: ChainStart
      readonly calls: readonly Call[]
    }
  | { readonly kind: 'binary'; readonly operator: Operator; readonly operands: readonly Expression[] }
  | { readonly kind: 'not'; readonly of: Expression }
  | { readonly kind: 'lambda'; readonly parameter: string; readonly body: Expression }

interface Call {
  readonly name: string
  readonly args: readonly Expression[]
}

/** The beginning of a chain: a type, a name or a call, a new object or a text block; and the length of its name. */
type ChainStart = { readonly kind: 'type' | 'name' | 'call' | 'new' | 'block'; readonly length: number }

type Operator = '&&' | '||' | '+' | '-' | '==' | '!=' | '<' | '<=' | '>' | '>='

/** Something in one piece. */
export function atom(code: Doc): Expression {
  return { kind: 'atom', code }
}

/** A call of a method of this class, or of one that is imported: `given(specification)`. */
export function call(name: string, ...args: readonly Expression[]): Expression {
  return {
    kind: 'chain',
    head: [name, argumentList(args)],
    start: { kind: 'call', length: name.length },
    calls: [],
  }
}

/** A new object: `new CookieFilter()`. */
export function create(type: string, ...args: readonly Expression[]): Expression {
  return {
    kind: 'chain',
    head: ['new ', type, argumentList(args)],
    start: { kind: 'new', length: 100 },
    calls: [],
  }
}

/** A call of a method of a value, or of a type: `body.path("items")`. */
export function on(receiver: Expression | string, name: string, ...args: readonly Expression[]): Expression {
  const next: Call = { name, args }
  if (typeof receiver === 'string') {
    const kind = /^[A-Z][a-z]/.test(receiver) ? 'type' : 'name'
    return { kind: 'chain', head: receiver, start: { kind, length: receiver.length }, calls: [next] }
  }
  if (receiver.kind === 'chain') return { ...receiver, calls: [...receiver.calls, next] }
  if (receiver.kind === 'atom' && typeof receiver.code === 'string' && /^\w+$/.test(receiver.code))
    return on(receiver.code, name, ...args)
  const isPlain = receiver.kind === 'atom'
  const head = isPlain ? receiver.code : ['(', layoutOf(receiver), ')']
  return {
    kind: 'chain',
    head,
    start: { kind: Array.isArray(head) && head[0] === '"""' ? 'block' : 'name', length: 100 },
    calls: [next],
  }
}

/** `a && b`; one operand alone stays as it is. */
export function binary(operator: Operator, operands: readonly Expression[]): Expression {
  const flat = operands.flatMap(one =>
    one.kind === 'binary' && one.operator === operator && /^(&&|\|\|)$/.test(operator) ? one.operands : [one],
  )
  const [only] = flat
  return only !== undefined && flat.length === 1 ? only : { kind: 'binary', operator, operands: flat }
}

/** The opposite of a condition. */
export function negated(of: Expression): Expression {
  if (of.kind === 'not') return of.of
  if (of.kind === 'binary' && of.operator === '==') return { ...of, operator: '!=' }
  if (of.kind === 'binary' && of.operator === '!=') return { ...of, operator: '==' }
  return { kind: 'not', of }
}

/** `item -> ...` */
export function lambda(parameter: string, body: Expression): Expression {
  return { kind: 'lambda', parameter, body }
}

/** The layout of an expression. */
export function layoutOf(expression: Expression): Doc {
  switch (expression.kind) {
    case 'atom':
      return expression.code
    case 'chain':
      return chainLayout(expression)
    case 'binary': {
      const { operator, operands } = expression
      const [first, ...others] = operands.map(one => operandLayout(one, operator))
      return group(further([first ?? '', others.map(other => [line, operator, ' ', other])]))
    }
    case 'not': {
      const { of } = expression
      return of.kind === 'binary' ? ['!(', layoutOf(of), ')'] : ['!', layoutOf(of)]
    }
    case 'lambda':
      return group([expression.parameter, ' ->', further([line, layoutOf(expression.body)])])
  }
}

function operandLayout(operand: Expression, operator: Operator): Doc {
  const isLooser =
    operand.kind === 'lambda' || (operand.kind === 'binary' && !binds(operand.operator, operator))
  return isLooser ? ['(', layoutOf(operand), ')'] : layoutOf(operand)
}

/** True where what has this operator needs no brackets as an operand of another. */
function binds(inner: Operator, outer: Operator): boolean {
  const rank = (operator: Operator): number =>
    operator === '||'
      ? 0
      : operator === '&&'
        ? 1
        : /^[=!]=$/.test(operator)
          ? 2
          : /^[<>]/.test(operator)
            ? 3
            : 4
  return rank(inner) > rank(outer) && !(inner === '&&' && outer === '||')
}

/** Calls break all at once, but for those that a short name, a type or a lone call keeps on its line. */
function chainLayout({ head, start, calls }: Extract<Expression, { kind: 'chain' }>): Doc {
  const written = calls.map(({ name, args }) => ({ name, code: ['.', name, argumentList(args)] }))
  const isOne = calls.length === 1 && start.kind !== 'call' && start.kind !== 'block'
  let length = start.length
  const kept: Doc[] = []
  const broken: Doc[] = []
  for (const [index, { name, code }] of written.entries()) {
    const stays = isOne || (index === 0 && start.kind === 'type') || length <= 4
    if (stays && broken.length === 0) kept.push(code)
    else broken.push([softline, code])
    length += name.length + 1
    if (start.kind === 'type') length = 100
  }
  if (broken.length === 0) return [head, ...kept]
  const beginning = start.kind === 'block' ? head : further([head, ...kept])
  return group([beginning, further(broken)])
}

/** Arguments in brackets: on the line, all on the next one, or each on one of its own. */
export function argumentList(args: readonly Expression[]): Doc {
  if (args.length === 0) return '()'
  return group(['(', further([softline, listed(args.map(layoutOf))]), ')'])
}

/** Things with commas between them: on one line, or each on its own; where all are short, as many as fit on each line. */
export function listed(docs: readonly Doc[]): Doc {
  return group(elements(docs))
}

/** The same, without a line for all that are not short, as in the braces of an array. */
export function elements(docs: readonly Doc[]): Doc {
  const isFilled = docs.every(doc => widthOf(doc) < 10)
  const items = docs.map((doc, index) => (index === docs.length - 1 ? doc : [doc, ',']))
  return isFilled
    ? fill(items.flatMap((item, index) => (index === 0 ? [item] : [line, item])))
    : join(line, items)
}

/** How wide something is on one line. */
export function widthOf(doc: Doc): number {
  if (typeof doc === 'string') return doc.length
  if (Array.isArray(doc)) return doc.reduce((sum: number, part: Doc) => sum + widthOf(part), 0)
  switch (doc.type) {
    case 'group':
    case 'indent':
      return widthOf(doc.contents)
    case 'fill':
      return widthOf(doc.parts)
    case 'line':
      return doc.hard === true ? Infinity : doc.soft === true ? 0 : 1
    default:
      return 0
  }
}

/** Twice as far to the right, where a line goes on. */
export function further(inside: Doc): Doc {
  return indent(indent(inside))
}

/** `left = right;` */
export function assignment(left: Doc, right: Expression): Doc {
  return group([left, ' =', further([line, layoutOf(right)]), ';'])
}

/** A statement that is an expression. */
export function statement(expression: Expression): Doc {
  return [layoutOf(expression), ';']
}

/** Statements in braces, behind a beginning. */
export function block(beginning: Doc, inside: readonly Doc[]): Doc {
  if (inside.length === 0) return [beginning, ' {}']
  return [beginning, ' {', indent(inside.map(one => [hardline, one])), hardline, '}']
}

/** `if (condition) { ... }` */
export function conditional(condition: Expression, inside: readonly Doc[]): Doc {
  return block(group(['if (', layoutOf(condition), ')']), inside)
}
