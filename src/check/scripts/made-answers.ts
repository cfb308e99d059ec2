import type { JsonValue } from '../../model/json.ts'
import type { Span } from '../../model/span.ts'
import { madeValues, numbersOf, textsOf } from '../made/values.ts'
import type { MadeAnswer } from './evaluate.ts'
import { opaqueObject } from './unknown.ts'
import { type Node, walk } from './syntax-tree.ts'

const there: MadeAnswer = new Map<string, unknown>([
  ...[
    ...[
      'pm',
      'pm.response',
      'pm.response.headers',
      'pm.request',
      'pm.environment',
      'pm.variables',
      'pm.globals',
    ],
    ...['pm.collectionVariables', 'pm.cookies', 'pm.info', 'pm.response.to', 'responseCode'],
  ].map(name => [name, opaqueObject()] as const),
  ['pm.response.headers.toObject()', opaqueObject()],
  // Looked at, and not called.
  ...['pm.response.json', 'pm.response.text'].map(name => [name, () => undefined] as const),
  ...(['MAX_SAFE_INTEGER', 'MIN_SAFE_INTEGER', 'MAX_VALUE', 'MIN_VALUE', 'EPSILON'] as const).map(
    name => [`Number.${name}`, Number[name]] as const,
  ),
])

/** The parts of every answer, of which nothing more is known. */
export const anyAnswer: MadeAnswer = there

/** The parts of an answer that scripts read, each by the names it has, with values that it may have; one at a time is known. */
export function madeAnswers(
  program: Node,
  values: readonly JsonValue[],
  symbolOf: SymbolOf,
): readonly (readonly MadeAnswer[])[] {
  const texts = textsOf(values)
  const sizes = numbersOf(values, one => one >= 0 && Number.isInteger(one))
  return [
    answersWith(['pm.response.code', 'responseCode.code'], statuses),
    answersWith(
      ['pm.response.responseTime', 'responseTime'],
      sizes.filter(one => one !== 0),
    ),
    answersWith(['pm.response.responseSize'], sizes),
    answersWith(['pm.response.text()', 'responseBody'], texts),
    answersWith(['pm.response.status'], ['OK', 'Not Found', ...texts]),
    ...headersIn(program, symbolOf).map(name => answersWith([name], [undefined, ...texts])),
  ]
}

/** Answers with values that a part of a body may have. */
export function answersWithPart(values: readonly JsonValue[], symbol: string): readonly MadeAnswer[] {
  const isLength = symbol.endsWith('.length')
  const possible = isLength ? values.filter(one => Number.isInteger(one) && Number(one) >= 0) : values
  return answersWith([symbol], [undefined, ...possible])
}

type SymbolOf = (node: Node) => string | undefined

/** The headers that a script asks for. */
function headersIn(program: Node, symbolOf: SymbolOf): readonly string[] {
  const found = new Set<string>()
  walk(program, node => {
    const symbol = node.type === 'CallExpression' ? symbolOf(node) : undefined
    if (symbol !== undefined && /^(?:pm\.response\.headers\.get|postman\.getResponseHeader)\(/.test(symbol))
      found.add(symbol)
  })
  return [...found].slice(0, 20)
}

function answersWith(names: readonly string[], values: readonly unknown[]): readonly MadeAnswer[] {
  return values.map(value => ({
    has: name => names.includes(name) || there.has(name),
    get: name => (names.includes(name) ? value : there.get(name)),
  }))
}

/** Values like those that a script has, and others. */
export function valuesNear(program: Node): readonly JsonValue[] {
  return madeValues(literalsIn(program).map(expected => ({ operator: 'contains', expected, span })))
}

/** The statuses of HTTP, of which the first fail most of what is expected. */
const statuses: readonly number[] = [
  ...[200, 404, 500, 201, 400, 302],
  ...Array.from({ length: 400 }, (_, index) => 200 + index),
]

const span: Span = { file: '', start: { line: 1, column: 1 }, end: { line: 1, column: 1 } }

function literalsIn(program: Node): readonly JsonValue[] {
  const found = new Set<JsonValue>()
  walk(program, ({ type, value }) => {
    if (type === 'Literal' && (typeof value === 'string' || typeof value === 'number')) found.add(value)
  })
  return [...found].slice(0, 100)
}
