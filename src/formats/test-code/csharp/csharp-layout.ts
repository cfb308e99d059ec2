import {
  conditionalGroup,
  type Doc,
  group,
  hardline,
  indent,
  join,
  line,
  printLayout,
  softline,
} from '../layout.ts'

/** How wide lines of C# are, and how far a block is indented, as CSharpier has it. */
export const csharpLayout = { width: 100, indentation: 4 } as const

/** An expression of C#, as far as its layout needs to know it. */
export interface Expression {
  readonly code: Doc
  /** The same where what it goes on with is not indented: in brackets, and behind `=`. */
  readonly bare?: Doc
  /** Rank of its operator: an expression that binds more loosely than its neighbour stands in brackets. */
  readonly rank: Rank
  /** Calls one after the other, on what they begin with. */
  readonly chain?: {
    readonly head: Doc
    readonly calls: readonly Doc[]
    readonly isCall: boolean
    readonly hasLambda: boolean
  }
  /** True where it is a lambda of several statements. */
  readonly isBlock?: true
  /** The opposite, where it is not written with `!`. */
  readonly opposite?: Expression
}

type Rank = keyof typeof ranks

const ranks = {
  lambda: 0,
  '??': 1,
  '||': 2,
  '&&': 3,
  '==': 4,
  '!=': 4,
  is: 5,
  '<': 5,
  '<=': 5,
  '>': 5,
  '>=': 5,
  unary: 8,
  primary: 9,
} as const

/** Something in one piece. */
export function atom(code: Doc, rank: Rank = 'primary'): Expression {
  return { code, rank }
}

/** A call of a method, or of a constructor: `Part(body, "id")`. */
export function call(name: string, ...args: readonly Expression[]): Expression {
  const code = [name, argumentList(args)]
  return { code, rank: 'primary', chain: { head: code, calls: [], isCall: true, hasLambda: false } }
}

/** A call of a method of a value, or of a type: `body.GetProperty("items")`. */
export function on(receiver: Expression | string, name: string, ...args: readonly Expression[]): Expression {
  return further(
    receiver,
    ['.', name, argumentList(args)],
    args.some(({ rank }) => rank === 'lambda'),
  )
}

/** A property of a value: `value.ValueKind`. */
export function property(receiver: Expression, name: string): Expression {
  return attached(receiver, `.${name}`)
}

/** An item of a list: `users[0]`. */
export function itemAt(receiver: Expression, index: number): Expression {
  return attached(receiver, `[${index}]`)
}

function attached(receiver: Expression, code: string): Expression {
  const chain = receiver.chain
  const last = chain?.calls.at(-1)
  if (chain === undefined || last === undefined)
    return { code: [bracketed(receiver, 'primary'), code], rank: 'primary' }
  return chained({ ...chain, calls: [...chain.calls.slice(0, -1), [last, code]] })
}

function further(receiver: Expression | string, code: Doc, isLambda: boolean): Expression {
  const known = typeof receiver === 'string' ? undefined : receiver.chain
  const head = typeof receiver === 'string' ? receiver : bracketed(receiver, 'primary')
  const before = known ?? { head, calls: [], isCall: false, hasLambda: false }
  return chained({
    ...before,
    calls: [...before.calls, code],
    hasLambda: before.hasLambda || isLambda,
  })
}

/** Calls break all at once; a short name keeps the first of them on its line. */
function chained(chain: NonNullable<Expression['chain']>): Expression {
  const { head, calls, isCall, hasLambda } = chain
  const isShort = typeof head === 'string' && head.length <= csharpLayout.indentation
  const kept = isShort || (typeof head === 'string' && /^[A-Z]/.test(head)) ? calls.slice(0, 1) : []
  const rest = calls.slice(kept.length)
  const links = calls.length + (isCall ? 1 : 0)
  const isWhole = links < 2 || rest.length === 0
  const shouldBreak = links > 3 && hasLambda
  const code = isWhole
    ? [head, ...calls]
    : group([head, ...kept, indent(rest.map(one => [softline, one]))], { shouldBreak })
  return { code, rank: 'primary', chain }
}

/** `a && b`; one operand alone stays as it is. */
export function binary(
  operator: Exclude<Rank, 'lambda' | 'unary' | 'primary' | 'is'>,
  operands: readonly Expression[],
): Expression {
  const [first, ...others] = operands
  if (first === undefined) return atom(operator === '&&' ? 'true' : 'false')
  if (others.length === 0) return first
  const isOne = operator === '&&' || operator === '||'
  const codes = operands.map(one =>
    isOne && one.rank === operator ? (one.bare ?? one.code) : bracketed(one, operator),
  )
  const rest = codes.slice(1).map(one => [line, operator, ' ', one])
  const opposite = operator === '==' ? '!=' : operator === '!=' ? '==' : undefined
  return {
    code: group([codes[0] ?? '', indent(rest)]),
    bare: group([codes[0] ?? '', rest]),
    rank: operator,
    ...(opposite === undefined
      ? {}
      : { opposite: atom(group([codes[0] ?? '', indent([line, opposite, ' ', codes[1] ?? ''])]), opposite) }),
  }
}

/** The opposite of a condition. */
export function negated(of: Expression): Expression {
  if (of.opposite !== undefined) return of.opposite
  return { code: ['!', bracketed(of, 'unary')], rank: 'unary', opposite: of }
}

/** `value is pattern`, and its opposite. */
export function matching(value: Expression, pattern: string): Expression {
  const written = (one: string): Expression => ({
    code: group([bracketed(value, 'is'), indent([line, 'is ', one])]),
    rank: 'is',
  })
  const denied = /^not \(?(.*?)\)?$/.exec(pattern)?.[1]
  const opposite = denied ?? (pattern.includes(' or ') ? `not (${pattern})` : `not ${pattern}`)
  return { ...written(pattern), opposite: written(opposite) }
}

/** `item => body` */
export function lambda(parameter: string, body: Expression | readonly Doc[]): Expression {
  if ('rank' in body)
    return { code: group([parameter, ' =>', indent([line, body.code]), softline]), rank: 'lambda' }
  return { code: [parameter, ' =>', hardline, block(body)], rank: 'lambda', isBlock: true }
}

function bracketed(operand: Expression, outer: Rank): Doc {
  const isTight =
    ranks[operand.rank] > ranks[outer] && !(operand.rank === '&&' && outer === '||') && operand.rank !== 'is'
  return isTight || operand.rank === 'primary'
    ? operand.code
    : group(['(', indent([softline, operand.bare ?? operand.code]), softline, ')'])
}

/** Arguments in brackets: on the line, or each on one of its own; a lambda at the end opens on the line of the call. */
function argumentList(args: readonly Expression[]): Doc {
  const last = args.at(-1)
  if (last === undefined) return '()'
  const codes = args.map(({ code }) => code)
  const all = join([',', line], codes)
  const broken = group(['(', indent([softline, all]), softline, ')'])
  if (last.rank !== 'lambda') return broken
  const hugged = [
    '(',
    codes.slice(0, -1).map(one => [one, ', ']),
    group(last.code, { shouldBreak: true }),
    ')',
  ]
  if (last.isBlock === true) return hugged
  return conditionalGroup([['(', all, ')'], hugged, group(broken, { shouldBreak: true })])
}

/** An expression on one line. */
export function flat({ code }: Expression): string {
  return printLayout(code, { ...csharpLayout, width: Infinity })
}

/** Things in braces, as collections and objects begin with: more than `most` have a line each. */
export function initializer(head: string, items: readonly Doc[], most = 100): Doc {
  if (items.length === 0) return `${head} { }`
  const inside = [indent([line, join([',', line], [...items])]), trailingComma, line]
  return group([head, line, '{', inside, '}'], { shouldBreak: items.length > most })
}

/** A comma behind the last of several, where each has a line. */
export const trailingComma: Doc = { type: 'if-break', breakContents: ',', flatContents: '' }

/** `left = right;` */
export function assignment(left: string, right: Expression): Doc {
  return [assigned(left, right), ';']
}

/** `left = right`; what cannot be broken well begins on a line of its own. */
export function assigned(left: string, { code, bare, rank }: Expression): Doc {
  const isText = typeof code === 'string' && /^[$@]*"/.test(code)
  if (isText || rank !== 'primary') return group([left, ' =', indent([line, bare ?? code])])
  return [left, ' = ', code]
}

/** A statement that is an expression. */
export function statement({ code }: Expression): Doc {
  return [code, ';']
}

/** Statements in braces, on lines of their own. */
export function block(inside: readonly Doc[]): Doc {
  return ['{', indent(inside.map(one => [hardline, one])), hardline, '}']
}

/** Statements in braces, behind a beginning. */
export function headed(beginning: Doc, inside: readonly Doc[]): Doc {
  return [beginning, hardline, block(inside)]
}

/** `if (condition) { ... }` */
export function conditional({ code, bare }: Expression, inside: readonly Doc[]): Doc {
  return headed(group(['if (', indent([softline, bare ?? code]), softline, ')']), inside)
}
