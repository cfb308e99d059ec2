import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { JsonObject } from '../../model/json.ts'
import { exportTests } from './export-tests.ts'
import { frameworks } from './frameworks.ts'

const testOf = (status: number, more = ''): string =>
  `pm.test("is ${status}", () => { pm.response.to.have.status(${status}) })\n${more}`

async function written(outer: JsonObject, inner: JsonObject, step: JsonObject = {}): Promise<string> {
  const framework = frameworks.find(({ name }) => name === 'vitest') ?? assert.fail()
  const { files, report } = await exportTests(
    {
      name: 'Shop',
      environments: [],
      settings: { scripts: outer },
      items: [
        {
          kind: 'folder',
          name: 'Users',
          settings: { scripts: inner },
          items: [
            { kind: 'request', step: { name: 'One', request: 'GET http://127.0.0.1/users/1', ...step } },
          ],
        },
      ],
    },
    framework,
    { readRows: () => [] },
  )
  const losses = report.losses.map(({ where, what }) => `lost ${where}: ${what}`)
  return [...files.map(({ text }) => text), ...losses].join('\n')
}

it('checks in every request what scripts of the folders around it check, the outer ones first', async () => {
  const text = await written({ after: testOf(200) }, { after: testOf(201) }, { validations: [{ '$.id': 1 }] })
  assert.match(text, /toBe\(200\)[^]*toBe\(201\)[^]*body\.id/)
  assert.doesNotMatch(text, /lost /)
})

it('tells of what scripts of folders do that no test can', async () => {
  const call = 'pm.sendRequest("http://127.0.0.1/", () => {})'
  const text = await written({ after: testOf(200, call) }, { before: call })
  assert.match(text, /toBe\(200\)/)
  assert.match(text, /lost Shop \/ Users \/ One: scripts/)
})

it('tells of variables that scripts of folders set after every request', async () => {
  const text = await written({ after: 'pm.environment.set("id", pm.response.json().id)' }, {})
  assert.match(text, /lost Shop \/ Users \/ One: scripts/)
})
