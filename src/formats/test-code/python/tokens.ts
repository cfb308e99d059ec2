/** A token of a line of Python. */
export interface Leaf {
  /** Empty for a parenthesis that is only written where the line is broken there. */
  text: string
  /** True where a space stands before it, unless a line begins with it. */
  space: boolean
  /** Of a closing bracket: the one that it closes. */
  readonly opener?: Leaf
  readonly kind: 'open' | 'close' | 'string' | 'name' | 'other'
  /** How soon the line is broken at it: 0 for what is no place to break. */
  readonly priority: number
  /** True where it is broken behind it, as at a comma, and not before it. */
  readonly isBehind: boolean
  /** True where it begins something of its own, as the bracket of a list does, and not that of a call. */
  readonly isAtom: boolean
}

/** How soon a line is broken at what: the highest first. */
export const priorities = {
  comprehension: 20,
  comma: 18,
  ternary: 16,
  logic: 14,
  text: 12,
  comparison: 10,
  sum: 5,
  product: 4,
  power: 2,
  dot: 1,
} as const

const pattern =
  /\s*((?:[rbf]{0,2})(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|[A-Za-z_]\w*|[\d.]*\d(?:\.\d*)?(?:e[+-]?\d+)?|\*\*|==|!=|<=|>=|->|[^\s])/gy

/** State of an open bracket, as far as it says the meaning of words in it. */
interface Level {
  readonly opener: Leaf | undefined
  /** A `for` was read, and the `in` that belongs to it was not. */
  isFor: boolean
  hasFor: boolean
}

/** The tokens of a statement, with the parentheses that may be added to it. */
export function tokensOf(code: string): readonly Leaf[] {
  const texts = [...code.matchAll(pattern)].map(([whole, text = '']) => ({
    text,
    space: whole.length > text.length,
  }))
  const levels: Level[] = [{ opener: undefined, isFor: false, hasFor: false }]
  const leaves: Leaf[] = []
  for (const [index, { text, space }] of texts.entries()) {
    const level = levels.at(-1) as Level
    const before = leaves.at(-1)
    if (text === 'for') level.isFor = level.hasFor = true
    const leaf: Leaf = {
      text,
      space,
      kind: kindOf(text),
      ...(closing.has(text) && level.opener !== undefined ? { opener: level.opener } : {}),
      priority: priorityOf(text, before, texts[index + 1]?.text, level, levels.length),
      isBehind: text === ',',
      isAtom: opening.has(text) && (before === undefined || space || !isOperand(before)),
    }
    if (text === 'in') level.isFor = false
    if (opening.has(text)) levels.push({ opener: leaf, isFor: false, hasFor: false })
    // A line that was broken closes more than it opens.
    if (closing.has(text) && levels.length > 1) levels.pop()
    leaves.push(leaf)
  }
  return withOptional(leaves)
}

const opening = new Set(['(', '[', '{'])
const closing = new Set([')', ']', '}'])
const comparisons = new Set(['==', '!=', '<', '>', '<=', '>=', 'is', 'in', 'not'])

function kindOf(text: string): Leaf['kind'] {
  if (opening.has(text)) return 'open'
  if (closing.has(text)) return 'close'
  if (/^[rbf]{0,2}["']/.test(text)) return 'string'
  return /^\w/.test(text) ? 'name' : 'other'
}

function priorityOf(
  text: string,
  before: Leaf | undefined,
  next: string | undefined,
  level: Level,
  depth: number,
): number {
  if (text === ',') return level.isFor ? 0 : priorities.comma
  if (text === '.') return before?.kind === 'close' ? priorities.dot : 0
  if (text === 'for') return depth > 1 ? priorities.comprehension : 0
  if (text === 'if' && before !== undefined)
    return level.hasFor ? priorities.comprehension : priorities.ternary
  if (text === 'else' && before !== undefined) return priorities.ternary
  if (text === 'and' || text === 'or') return priorities.logic
  if (text === 'in') return level.isFor || before?.text === 'not' ? 0 : priorities.comparison
  if (text === 'not') return next === 'in' && before?.text !== 'is' ? priorities.comparison : 0
  if (comparisons.has(text)) return priorities.comparison
  if (kindOf(text) === 'string' && before?.kind === 'string') return priorities.text
  const isBinary = before !== undefined && isOperand(before)
  if (!isBinary) return 0
  if (text === '+' || text === '-') return priorities.sum
  if (text === '*' || text === '/' || text === '%') return priorities.product
  return text === '**' ? priorities.power : 0
}

/** True where an operand ends with it. */
function isOperand({ kind, text }: Leaf): boolean {
  return kind === 'close' || kind === 'string' || (kind === 'name' && !words.has(text))
}

const words = new Set(
  'and or not in is if else elif for while return assert yield lambda with as import from'.split(' '),
)

/** With parentheses of no text around what a statement may have in some: its condition, or what is assigned. */
function withOptional(leaves: readonly Leaf[]): readonly Leaf[] {
  const [first] = leaves
  const end = leaves.length - (leaves.at(-1)?.text === ':' ? 1 : 0)
  if (first?.text === 'assert' || first?.text === 'return') return wrapped(leaves, 1, leaves.length)
  if (first?.text === 'if' || first?.text === 'while') return wrapped(leaves, 1, end)
  if (first?.text === 'for') return wrapped(leaves, leaves.findIndex(({ text }) => text === 'in') + 1, end)
  const equals = assignmentAt(leaves)
  return equals === undefined ? leaves : wrapped(leaves, equals + 1, leaves.length)
}

function assignmentAt(leaves: readonly Leaf[]): number | undefined {
  let depth = 0
  for (const [index, { kind, text }] of leaves.entries()) {
    if (kind === 'open') depth++
    if (kind === 'close') depth--
    if (text === '=' && depth === 0) return index
  }
  return undefined
}

function wrapped(leaves: readonly Leaf[], from: number, to: number): readonly Leaf[] {
  const inside = leaves.slice(from, to)
  const [first] = inside
  if (first === undefined) return leaves
  const last = inside.at(-1)
  if (first.text === '(' && last?.opener === first) {
    if (hasComma(inside)) return leaves
    first.text = ''
    last.text = ''
    const [, second] = inside
    if (second !== undefined) second.space = false
    return leaves
  }
  const plain = { priority: 0, isBehind: false } as const
  const open: Leaf = { text: '', space: first.space, kind: 'open', isAtom: true, ...plain }
  const close: Leaf = { text: '', space: false, kind: 'close', opener: open, isAtom: false, ...plain }
  first.space = false
  return [...leaves.slice(0, from), open, ...inside, close, ...leaves.slice(to)]
}

function hasComma(inside: readonly Leaf[]): boolean {
  let depth = 0
  for (const { kind, text } of inside) {
    if (kind === 'open') depth++
    if (kind === 'close') depth--
    if (text === ',' && depth === 1) return true
  }
  return false
}
