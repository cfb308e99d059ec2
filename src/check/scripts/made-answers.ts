import type { JsonValue } from '../../model/json.ts'
import type { Span } from '../../model/span.ts'
import { valueText } from '../../util/value-text.ts'
import { madeValues } from '../trials/made-values.ts'
import { type MadeAnswer, opaqueObject } from './evaluate.ts'
import { type Node, walk } from './syntax-tree.ts'

const there: MadeAnswer = new Map(
  [
    ...[
      'pm',
      'pm.response',
      'pm.response.headers',
      'pm.request',
      'pm.environment',
      'pm.variables',
      'pm.globals',
    ],
    ...[
      'pm.collectionVariables',
      'pm.cookies',
      'pm.info',
      'pm.test',
      'pm.expect',
      'pm.response.to',
      'responseCode',
    ],
  ].map(name => [name, opaqueObject()]),
)

/** What every answer has, of which nothing more is known. */
export const anyAnswer: MadeAnswer = there

/** What scripts read of an answer, each by the names it has, with values that it may have; one at a time is known. */
export function madeAnswers(program: Node): readonly (readonly MadeAnswer[])[] {
  const values = madeValues(literalsIn(program).map(expected => ({ operator: 'contains', expected, span })))
  const numbers = values.filter(one => typeof one === 'number')
  const texts = [...new Set(values.map(valueText))]
  const statuses = [
    ...usualStatuses,
    ...numbers.filter(one => one >= 100 && one < 600 && Number.isInteger(one)),
  ]
  const sizes = [0, 1, 1e3, 1e6, 1e12, ...numbers.filter(one => one >= 0 && Number.isInteger(one))]
  const sources: readonly (readonly [readonly string[], readonly unknown[]])[] = [
    [['pm.response.code', 'responseCode.code'], statuses],
    [['pm.response.responseTime', 'responseTime'], sizes.filter(one => one > 0)],
    [['pm.response.responseSize'], sizes],
    [['pm.response.text()', 'responseBody'], texts],
    [
      ['pm.response.headers.get()', 'postman.getResponseHeader()'],
      [undefined, ...texts],
    ],
  ]
  return sources.map(([names, all]) =>
    all.map(value => new Map([...there, ...names.map(name => [name, value] as const)])),
  )
}

const usualStatuses = [100, 199, 200, 201, 204, 299, 301, 304, 399, 400, 401, 404, 422, 499, 500, 503, 599]

const span: Span = { file: '', start: { line: 1, column: 1 }, end: { line: 1, column: 1 } }

function literalsIn(program: Node): readonly JsonValue[] {
  const found = new Set<JsonValue>()
  walk(program, ({ type, value }) => {
    if (type === 'Literal' && (typeof value === 'string' || typeof value === 'number')) found.add(value)
  })
  return [...found].slice(0, 100)
}
