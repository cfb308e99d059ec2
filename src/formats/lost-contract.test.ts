import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { exportArazzo } from './arazzo/export-arazzo.ts'
import { exportCurl } from './curl/export-curl.ts'
import { exportHttp } from './http/export-http.ts'
import { exportHurl } from './hurl/export-hurl.ts'
import { exportK6 } from './k6/export-k6.ts'
import { exportPostman } from './postman/export-postman.ts'
import { exportTests } from './test-code/export-tests.ts'
import { frameworks } from './test-code/frameworks.ts'
import type { Collection } from '../model/collection.ts'

const contract = { ignore: ['request'] }
const shop = (settings: object, step: object): Collection => ({
  name: 'Shop',
  environments: [],
  settings: { ...settings },
  items: [{ kind: 'request', step: { request: 'GET http://127.0.0.1/page', ...step } }],
})

describe('what is meant not to be as the API is described', () => {
  for (const [name, write] of [
    ['k6', exportK6],
    ['curl', exportCurl],
    ['Arazzo', exportArazzo],
    ['http', exportHttp],
    ['hurl', exportHurl],
    ['Postman', exportPostman],
    ...frameworks.map(
      one => [one.name, (given: Collection) => exportTests(given, one, { readRows: () => [] })] as const,
    ),
  ] as const)
    it(`is told as lost in ${name}`, async () => {
      for (const [settings, step] of [
        [{ contract }, {}],
        [{}, { contract }],
      ] as const) {
        const { report } = await write(shop(settings, step))
        const told = report.losses.map(({ what }) => what)
        assert.equal(told.filter(what => /contract/.test(what)).length, 1, told.join())
      }
      const { report } = await write(shop({}, {}))
      assert.deepEqual(report.losses, [])
    })
})
