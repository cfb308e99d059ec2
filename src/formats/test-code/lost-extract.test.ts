import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '../../model/json.ts'
import { exportK6 } from '../k6/export-k6.ts'
import { exportTests } from './export-tests.ts'
import { frameworks } from './frameworks.ts'

const page = 'http://127.0.0.1/page'
const shop = (steps: readonly JsonObject[]) => ({
  name: 'Shop',
  environments: [],
  items: steps.map(step => ({ kind: 'request', step }) as const),
})
const lost = { name: 'Read', request: `GET ${page}`, extracts: { kind: 'xpath //slide/@type' } }
const found = { name: 'Read it', request: `GET ${page}`, extracts: { kind: '$.kind' } }
const used = { name: 'Delete', request: `DELETE ${page}/{{kind}}`, validations: [{ status: 200 }] }

describe('a step that names what the code has no word to extract', () => {
  for (const [name, write] of [
    ['k6', exportK6],
    ...frameworks.map(
      one =>
        [
          one.name,
          (collection: ReturnType<typeof shop>) => exportTests(collection, one, { readRows: () => [] }),
        ] as const,
    ),
  ] as const) {
    it(`is left out of ${name}, which is told`, async () => {
      const { files, report } = await write(shop([lost, used]))
      assert.ok(report.losses.some(({ what, why }) => `${what}: ${why}` === '{{kind}}: its extract is lost'))
      assert.doesNotMatch(files.map(({ text }) => text).join('\n'), /delete/i)
    })

    it(`stands in ${name} where another step extracts it`, async () => {
      const { files, report } = await write(shop([lost, found, used]))
      assert.ok(!report.losses.some(({ why }) => why === 'its extract is lost'))
      assert.match(files.map(({ text }) => text).join('\n'), /delete/i)
    })
  }
})
