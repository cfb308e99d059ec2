import assert from 'node:assert/strict'
import { test } from 'node:test'
import { suitesToCollection } from '../../../compile/suites-to-collection.ts'
import { exportTests } from '../export-tests.ts'
import { javascriptFrameworks } from './frameworks.ts'

test('tests of rows are named by their columns', async () => {
  const framework = javascriptFrameworks.find(({ name }) => name === 'vitest')
  assert.ok(framework !== undefined)
  const suite = {
    suite: 'Shop',
    steps: [
      {
        name: '{{plan}} saves {{share}} of 100%',
        request: 'GET http://localhost/plans/{{plan}}',
        data: [
          { plan: 'gold', share: 5 },
          { plan: 'free', share: 0 },
        ],
        validations: [{ status: 200 }, { '$.share': '{{share}}' }],
      },
    ],
  }
  const collection = suitesToCollection([{ name: 'a.apitest.yaml', suite }], 'a')
  const { files } = await exportTests(collection, framework, { readRows: () => [] })
  const text = files.map(one => one.text).join('')
  assert.match(text, /\.(?:each|for)\(\w+\)\(\s*"\$plan saves \$share of 100%%"/)
})
