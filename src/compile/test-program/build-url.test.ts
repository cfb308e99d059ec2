import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '../../model/json.ts'
import { buildProgram } from './build-program.ts'
import type { Statement, TestCase, TestGroup } from './test-program.ts'

const base = 'http://127.0.0.1:1'

/** The cases of a suite with a constant, and a step that extracts `id` before. */
function casesOf(...steps: readonly JsonObject[]): readonly TestCase[] {
  const first = { request: `GET ${base}/first`, extracts: { id: '$.id' } }
  const items = [first, ...steps].map(step => ({ kind: 'request', step }) as const)
  const variables = { term: 'C# &D', user: { name: 'a?b' }, plain: 'x' }
  const collection = { name: 'Shop', variables, environments: [], items }
  const { root } = buildProgram(collection, { name: 'Shop', items, after: [] }, () => [])
  return casesIn(root).slice(1)
}

function casesIn({ items }: TestGroup): readonly TestCase[] {
  return items.flatMap(item => (item.kind === 'group' ? casesIn(item) : [item]))
}

function urlsIn(statements: readonly Statement[]): readonly unknown[] {
  return statements.flatMap(one => (one.kind === 'send' ? [one.request.url] : []))
}

describe('URLs of tests', () => {
  for (const [written, url] of [
    ['/search?q={{term}}&page=2', '/search?q=C%23 %26D&page=2'],
    ['/search/{{term}}/x', '/search/C%23 &D/x'],
    ['/users/{{user.name}}/x', '/users/a%3Fb/x'],
  ] as const)
    it(`have the constants of ${written} encoded where they stand`, () => {
      const [only] = casesOf({ request: `GET ${base}${written}` })
      assert.deepEqual(urlsIn(only?.statements ?? []), [{ kind: 'literal', value: base + url }])
    })

  it('name a constant that needs no encoding', () => {
    const [only] = casesOf({ request: `GET ${base}/{{plain}}` })
    const variable = { kind: 'variable', name: 'plain', path: [], type: 'text' }
    assert.deepEqual(urlsIn(only?.statements ?? []), [{ kind: 'template', parts: [`${base}/`, variable] }])
  })

  it('have columns of their own for rows that need encoding, one for each place', () => {
    const data = [
      { v: 'a?b&c', w: '1' },
      { v: '100%', w: '2' },
    ]
    const [only] = casesOf({ request: `GET ${base}/{{v}}/{{w}}?q={{v}}&again={{v}}`, data })
    assert.deepEqual(only?.rows?.rows, [
      { v: 'a?b&c', w: '1', 'v in the URL': 'a%3Fb&c', 'v in the URL 2': 'a?b%26c' },
      { v: '100%', w: '2', 'v in the URL': '100%25', 'v in the URL 2': '100%25' },
    ])
    const [url] = urlsIn(only.statements) as [{ parts: readonly (string | { name: string })[] }]
    const names = url.parts.flatMap(part => (typeof part === 'string' ? [] : [part.name]))
    assert.deepEqual(names, ['v in the URL', 'w', 'v in the URL 2', 'v in the URL 2'])
  })

  it('are not asked for where an answer has left nothing for a segment of the path', () => {
    const namesOf = (path: string): readonly string[] => {
      const [only] = casesOf({ request: `GET ${base}${path}` })
      const at = only?.statements.findIndex(({ kind }) => kind === 'send')
      return (only?.statements.slice(0, at) ?? []).flatMap(one => (one.kind === 'expect' ? [one.name] : []))
    }
    assert.deepEqual(namesOf('/pets/{{id}}/x'), ['{{id}} is not empty'])
    assert.deepEqual(namesOf('/pets/{{id}}'), ['{{id}} is not empty'])
    assert.deepEqual(namesOf('/pets/a{{id}}?q={{id}}'), [])
    assert.deepEqual(namesOf('/pets/{{plain}}'), [])
  })
})
