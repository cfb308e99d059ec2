import assert from 'node:assert/strict'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, it, test } from 'node:test'
import { exchangeWith, span } from '../extracts/testing/exchange.ts'
import { prepareTarget } from '../extracts/prepare-target.ts'
import { createSchemaLibrary, judgeExchange, judgeTarget } from './index.ts'
import { whenLoaded } from '../util/lazy-part.ts'

test('a schema sees a long number as a number', async () => {
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'apitest-schema-')), 'id.json')
  await writeFile(file, JSON.stringify({ type: 'integer' }))
  const judge = (text: string) =>
    whenLoaded(() =>
      judgeExchange(
        { target: { kind: 'schema' }, file, span },
        exchangeWith({ text }),
        createSchemaLibrary(),
      ),
    )
  assert.deepEqual((await judge('9007199254740993'))[0]?.messages, [])
  assert.equal((await judge('"9007199254740993"'))[0]?.passed, false)
})

describe('an absence that nothing in such a body could break', () => {
  const body = {
    items: [{ name: 'Ada' }],
    name: 'Ada',
    total: 2,
    owner: { tags: ['x'] },
    gone: null,
    none: [],
    no: false,
    empty: '',
  }
  const cases: readonly (readonly [path: string, message: RegExp | undefined])[] = [
    ['$.items.name', /got nothing \(\$\.items is a list: write \$\.items\[\*\]\.name\)$/],
    ['$.items.length', /\$\.items is a list: write \$\.items: \{ has-length: 0 \}/],
    ['$.items.owner.name', /\$\.items is a list: write \$\.items\[\*\]\.owner\.name/],
    ['$.name.first', /\$\.name is text, in which there is nothing: leave out \.first/],
    ['$.total.net', /\$\.total is a number/],
    ['$.owner[0]', /\$\.owner is an object, which has names and no \[0\]/],
    ['$[0]', /\$ is an object/],
    ['$.items[*].name.first', /\$\.items\[0\]\.name is text/],
    ['$.items[?@.id == 7].name.first', undefined],
    ['$.none.name', /\$\.none is a list/],
    ['$.no.code', undefined],
    ['$.empty.code', undefined],
    ['$.items[0:1].name.first', /\$\.items\[0\]\.name is text/],
    ["$.owner['tags']['x']", /\$\.owner\.tags is a list: write \$\.owner\.tags\[\*\]\['x'\]/],
    // An optional part is legitimately absent.
    ['$.error', undefined],
    ['$.error.code', undefined],
    ['$.owner.name.first', undefined],
    ['$.gone.name', undefined],
    ['$.gone[0]', undefined],
    ['$.items[1].name', undefined],
    ['$.none[0].name', undefined],
    ['$.none[*].name', undefined],
    ['$.items[*].password', undefined],
    ['$.errors[*].message', undefined],
  ]
  for (const [path, message] of cases)
    it(`B: ${path}: ${message === undefined ? 'holds' : 'fails'}`, async () => {
      const [result] = await whenLoaded(() =>
        judgeTarget(
          prepareTarget({ kind: 'json-path', path }),
          [{ operator: 'exists', expected: false, span }],
          exchangeWith({ json: body }),
        ),
      )
      if (message === undefined) assert.deepEqual(result?.messages, [])
      else assert.match(result?.messages[0] ?? '', message)
    })
})
