import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { httpServer } from '../../actions/http/testing/http-server.ts'
import { runLine, withFolder } from '../../testing/run-program.ts'

/** Scripts that use a variable which nothing sets, by the name of the request, with what Postman says of them. */
const requests: Readonly<Record<string, { readonly test: string; readonly before?: string; fails?: true }>> =
  {
    compared: {
      test: 'pm.test("as v", () => pm.expect(pm.response.json().x).to.eql(pm.environment.get("v")))',
      fails: true,
    },
    held: { test: 'pm.test("v", () => pm.expect(pm.variables.get("v")).to.eql("b"))', fails: true },
    condition: {
      test: 'if (pm.environment.get("v") === "b") pm.test("x", () => pm.response.to.have.status(500))',
    },
    conditionOnAnswer: {
      test: 'if (pm.response.json().x === pm.environment.get("v")) pm.test("x", () => pm.response.to.have.status(500))',
    },
    copied: {
      test: 'pm.environment.set("w", pm.environment.get("v")); pm.test("s", () => pm.response.to.have.status(200))',
    },
    before: { before: 'pm.environment.set("u", pm.environment.get("v"))', test: '' },
    later: {
      test: 'pm.test("as z", () => pm.expect(pm.response.json().x).to.eql(pm.environment.get("z")))',
      fails: true,
    },
    sets: { test: 'pm.environment.set("z", pm.response.json().x)' },
  }

function collection(url: string): string {
  const item = Object.entries(requests).map(([name, { before = '', test }]) => ({
    name,
    request: { method: 'GET', url },
    event: [
      { listen: 'prerequest', script: { exec: [before] } },
      { listen: 'test', script: { exec: [test] } },
    ],
  }))
  const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'
  return JSON.stringify({ info: { name: 'Shop', schema }, item })
}

interface Report {
  readonly suites: readonly {
    readonly results: readonly { readonly name: string; readonly outcome: string }[]
  }[]
}

describe('a variable that nothing sets', () => {
  it('E1: fails the tests of an imported collection that compare with it, and nothing else', async () => {
    await using server = await httpServer((_, response) => {
      response.setHeader('content-type', 'application/json').end('{"x":"1"}')
    })
    await withFolder({ 'shop.json': collection(server.url) }, async folder => {
      const imported = await runLine(folder, ['import', 'shop.json'])
      assert.match(imported.output, /compared: variable v: nothing in the collection sets it before/)
      assert.match(imported.output, /later: variable z: nothing in the collection sets it before/)
      await runLine(folder, ['compile', 'Shop', '--to', 'suite', '-o', 'suites'])
      for (const what of ['Shop', 'suites']) {
        const { exitCode, output, errors } = await runLine(folder, ['run', what, '-r', 'json'])
        assert.equal(exitCode, 1, output + errors)
        const { suites } = JSON.parse(output) as Report
        const steps = suites.flatMap(({ results }) => results)
        assert.deepEqual(
          steps.map(({ name, outcome }) => [name, outcome]),
          Object.entries(requests).map(([name, { fails }]) => [name, fails === true ? 'failed' : 'passed']),
        )
        assert.match(output, /\$\.x: unknown variable \\"v\\"/)
        assert.match(output, /variable v: Expected equals b, got nothing/)
        assert.match(output, /\$\.x: unknown variable \\"z\\"/)
      }
      assert.equal(server.seen.length, 2 * Object.keys(requests).length)
    })
  })

  it('E1: refuses a suite that says nothing of it', async () => {
    const steps = 'suite: A\nsteps:\n  - request: GET http://127.0.0.1:1/\n    validations: [VALIDATION]\n'
    for (const validation of ['{ $.x: { same-as: "{{v}}" } }', '{ when: { variable v: b }, status: 200 }'])
      await withFolder({ 'a.apitest.yaml': steps.replace('VALIDATION', validation) }, async folder => {
        const { exitCode, output, errors } = await runLine(folder, ['run', 'a.apitest.yaml'])
        assert.equal(exitCode, 2)
        assert.match(output + errors, /unknown-variable {2}nothing sets the variable "v"/)
      })
  })
})
