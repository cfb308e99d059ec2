import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FoundChange } from '../../contract/diff/found-change.ts'
import { ignoreChanges } from './ignore-changes.ts'

const paths = ['/items/status', '/status', '/order/status']
const shared: FoundChange = {
  rule: 'response-property-enum-value-added',
  level: 'warning',
  reason: '"held" is new',
  reaches: withPaths =>
    ['/orders', '/orders/{id}', '/carts'].map((path, index) => ({
      operation: `GET ${path}`,
      part: 'response 200',
      ...(withPaths || index === 0 ? { path: paths[index] ?? '' } : {}),
    })),
}
const because = { reason: 'agreed', line: 1, column: 1, file: 'ignore.yaml' }

const cases = [
  [{ operation: 'GET /orders' }, ['GET /orders/{id}', 'GET /carts'], ['GET /orders']],
  [{ operation: 'GET /orders*' }, ['GET /carts'], ['GET /orders', 'GET /orders/{id}']],
  [{ path: '/order/*' }, ['GET /orders', 'GET /orders/{id}'], ['GET /carts']],
  [{ rule: 'response-*' }, [], ['GET /orders', 'GET /orders/{id}', 'GET /carts']],
  [{ rule: 'request-*' }, ['GET /orders', 'GET /orders/{id}', 'GET /carts'], []],
] as const

for (const [named, told, left] of cases)
  test(`A5: ${JSON.stringify(named)} ignores a shared change for whom it names alone`, () => {
    const entry = { ...because, ...named } as unknown as Parameters<typeof ignoreChanges>[1][number]
    const { changes, ignored } = ignoreChanges([shared], [entry], new Date())
    const operationsOf = (found: typeof changes): readonly string[] =>
      found.flatMap(({ operation = '', operations = [operation] }) => operations)
    assert.deepEqual([operationsOf(changes), operationsOf(ignored)], [told, left])
  })
