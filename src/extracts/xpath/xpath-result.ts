import xpath, { type ParsedXPath } from 'xpath'

/** Result type of an expression: nodes, a text, a number from 0 up, any number, true or false, or always the same. */
export type XPathResult = 'nodes' | 'text' | 'count' | 'number' | 'boolean' | 'constant'

/** The fields of a parsed expression that are looked at: the classes of the package are told apart by their fields. */
interface Part {
  readonly expression?: Part
  readonly filter?: Part
  readonly locationPath?: object
  readonly functionName?: string
  readonly arguments?: readonly Part[]
  readonly rhs?: Part
  readonly constructor: unknown
}

const texts = new Set(
  'string concat substring substring-before substring-after normalize-space translate name local-name namespace-uri'.split(
    ' ',
  ),
)
const counts = new Set(['count', 'string-length'])
const numbers = new Set(['number', 'sum', 'floor', 'ceiling', 'round', 'last', 'position'])
const booleans = new Set(['boolean', 'not', 'true', 'false', 'lang', 'contains', 'starts-with'])

/** The functions that say nothing of a document, wherever they stand. */
const unasked = new Set(['true', 'false'])

/** Result type of an expression, whatever document it looks into. */
export function xpathResult({ expression }: ParsedXPath): XPathResult {
  return looksIntoDocument(expression) ? resultOf(expression) : 'constant'
}

/** True where it has a path, or a function that is asked without one and so looks at the whole document. */
function looksIntoDocument(part: unknown): boolean {
  if (typeof part !== 'object' || part === null) return false
  const { locationPath, functionName, arguments: given = [] } = part as Part
  if (locationPath !== undefined) return true
  if (functionName !== undefined && given.length === 0) return !unasked.has(functionName)
  if (functionName === 'id' || functionName === 'lang') return true
  return Object.values(part).some(looksIntoDocument)
}

function resultOf(part: Part): XPathResult {
  const { expression, filter, locationPath, functionName, rhs } = part
  if (expression !== undefined) return resultOf(expression)
  if (locationPath !== undefined) return 'nodes'
  if (filter !== undefined) return resultOf(filter)
  if (functionName === undefined) return rhs === undefined ? 'nodes' : ofOperation(part)
  if (texts.has(functionName)) return 'text'
  if (counts.has(functionName)) return 'count'
  if (numbers.has(functionName)) return 'number'
  return booleans.has(functionName) ? 'boolean' : 'nodes'
}

function ofOperation({ constructor }: Part): XPathResult {
  if (constructor === xpath.BarOperation) return 'nodes'
  return arithmetic.has(constructor) ? 'number' : 'boolean'
}

/** The package has a class for each operation. */
const arithmetic: ReadonlySet<unknown> = new Set([
  xpath.PlusOperation,
  xpath.MinusOperation,
  xpath.MultiplyOperation,
  xpath.DivOperation,
  xpath.ModOperation,
  xpath.UnaryMinusOperation,
])

/** The functions that make a text, or the length of one, of nodes: of no nodes they make the empty text. */
const readers = new Set([...texts, 'string-length'])

/** The sets of nodes whose texts an expression puts together. */
export function nodesRead({ expression }: ParsedXPath): readonly object[] {
  return readIn(expression, false)
}

function readIn(part: Part, isRead: boolean): readonly object[] {
  const { expression, filter, locationPath, functionName, arguments: given = [] } = part
  if (expression !== undefined) return readIn(expression, isRead)
  if (locationPath !== undefined) return isRead ? [part] : []
  if (filter !== undefined) return readIn(filter, isRead)
  return functionName !== undefined && readers.has(functionName)
    ? given.flatMap(one => readIn(one, true))
    : []
}
