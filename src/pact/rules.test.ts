import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, test } from 'node:test'
import { responseFaults } from './testing/verdict-of.ts'

interface Row {
  readonly rules: Readonly<Record<string, object>>
  readonly example: unknown
  /** The body on the wire. */
  readonly actual: string
  readonly matches: boolean
}

const rows = JSON.parse(readFileSync(path.resolve('fixtures/pact/rules.json'), 'utf8')) as readonly Row[]

describe('Rules for bodies hold as those of the reference implementation', () => {
  for (const row of rows)
    test(`${JSON.stringify(row.rules)} ${JSON.stringify(row.example)} ${row.actual}`, () => {
      const faults = faultsOf(row)
      assert.equal(faults.length === 0, row.matches, faults.join('\n'))
    })
})

test('A mismatch tells its place, what is expected and what there is', () => {
  const rules = { '$.items': { match: 'type', min: 2 }, '$.items[*].price': { match: 'decimal' } }
  const faults = faultsOf({
    rules,
    example: { id: 4, items: [{ price: 9.5, unit: 'kg' }] },
    actual: '{"id":"4","items":[{"price":"9.5"}]}',
    matches: false,
  })
  assert.deepEqual(faults, [
    '$.id: Expected equals 4, got "4" (string)',
    '$.items: Expected at least 2 items, got [{"price":"9.5"}] (1 item)',
    '$.items[0].unit: Expected "kg", got nothing',
    '$.items[0].price: Expected decimal, got "9.5" (string)',
  ])
})

test('A body of XML and a rule of a plugin are not supported, and never taken as right', () => {
  const xml = { status: 200, headers: { 'Content-Type': 'application/xml' }, body: '<a/>' }
  assert.deepEqual(responseFaults(xml, { ...xml }, 3), ['$: not supported: XML bodies are not compared'])
  const faults = faultsOf({
    rules: { '$.x': { match: 'luhn' } },
    example: { x: 1 },
    actual: '{"x":1}',
    matches: false,
  })
  assert.deepEqual(faults, ['$.x: not supported: the matching rule luhn, which would need a plugin'])
})

function faultsOf({ rules, example, actual }: Row): readonly string[] {
  const lists = Object.entries(rules).map(([place, rule]) => [place, listed(rule)])
  return responseFaults(
    {
      status: 200,
      headers: { 'Content-Type': ['application/json'] },
      body: { contentType: 'application/json', encoded: false, content: example },
      matchingRules: { body: Object.fromEntries(lists) as object },
    },
    { headers: { 'content-type': 'application/json' }, body: actual },
    4,
  )
}

function listed(rule: object): object {
  if ('matchers' in rule) return rule
  return { combine: 'AND', matchers: [rule].flat() }
}
