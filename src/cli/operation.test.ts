import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { operations } from '../operations/index.ts'
import { runLine, withFolder } from '../testing/run-program.ts'

const files = {
  'a.proto': 'syntax = "proto3"; message A { string a = 1; }',
  'body.json': '{"a":1}',
  'schema.json': '{"type":"object","properties":{"a":{"type":"string"}}}',
  'bad.apitest.yaml': 'suite: A\nsteps:\n  - requst: GET http://127.0.0.1:1/\n',
}

/** Asks for an operation as `apitest operation NAME JSON` does. */
function asked(name: string, input: unknown) {
  const written = typeof input === 'string' ? input : JSON.stringify(input)
  return withFolder(files, folder => runLine(folder, ['operation', name, written]))
}

const named = { name: 'x', environments: [] }

describe('apitest operation', () => {
  for (const [name, input, ...said] of [
    ['allow-reads', {}, /allow-reads: the key "entries" is missing/, /the key "place" is missing/],
    ['allow-reads', { place: 'x' }, /"entries" is missing\n {2}hint: entries: As written in suites/],
    ['allow-reads', { place: 'x', entries: [1] }, /allow-reads: entries\.0: must be text/],
    ['save-collection', { collection: {} }, /collection: the key "name" is missing/],
    ['save-collection', { collection: { name: 'x' } }, /collection: the key "environments" is missing/],
    [
      'save-collection',
      { collection: { ...named, items: [{ kind: 'request' }] } },
      /collection\.items\.0: the key "step" is missing\n {2}hint: Its schema is schemas\/api-collections\.schema\.json/,
    ],
    [
      'save-collection',
      { collection: { ...named, items: [{ kind: 'folder' }] } },
      /collection\.items\.0: the key "items" is missing/,
    ],
    ['send-request', {}, /the key "step" is missing\n {2}hint: step: The step, as in a suite/],
    ['send-request', { stp: {} }, /^error usage {2}send-request: "stp" is not a key here\n.*"step"\?\n$/],
    ['send-request', { step: {}, production: 'yes' }, /production: must be true or false\n {2}hint: See ap/],
    ['validate-body', { source: '-', direction: 'respons' }, /must be request or response\n.*"response"\?/],
    ['wait-for-health', { urls: [], test: 5 }, /test: must be text or a list/],
    ['list-history', { count: 0 }, /count: must be 1 or more/],
    ['list-history', '{"count":', /usage {2}the input: not valid JSON/],
    ['save-step', { steps: [], file: 'a.apitest.yaml' }, /there is no step to save/],
    ['save-request', { steps: [], into: 'x' }, /there is no request to save/],
    ['create-saved', { name: 'x', baseUrl: 'nope' }, /"nope" cannot be the base URL/],
    ['change-environment', { name: 'x', set: { $a: 1 } }, /"\$a" cannot be the name of a variable\n.*hint/],
    ['change-environment', { name: 'x', set: { user: 1 }, unset: ['b'] }, /has no variable "b" to take aw/],
    ['check-contract', { baseUrl: ' ', spec: 'x' }, /^error usage {2}the base URL is empty\n.*hint.*\n$/],
    [
      'check-contract',
      { baseUrl: 'http://', spec: 'x' },
      /^error usage {2}"http:\/\/" cannot be the base URL/,
    ],
    ['check-contract', { baseUrl: '127.0.0.1:4', spec: 'x' }, /there is no file x/],
    ['lst-history', {}, /"lst-history" is not an operation\n.*"list-history"\?/],
  ] as const)
    it(`refuses ${name} ${JSON.stringify(input)}`, async () => {
      const { exitCode, output, errors } = await asked(name, input)
      for (const text of said) assert.match(errors, text)
      assert.deepEqual([exitCode, output], [2, ''])
    })

  for (const [name, input, exitCode] of [
    ['run-command', { command: 'exit 3' }, 3],
    ['run-command', { command: 'sleep 9', timeout: 50 }, 3],
    ['run-command', { command: 'echo a' }, 0],
    ['wait-for-health', { urls: ['tcp://127.0.0.1:1'], timeout: 50 }, 3],
    ['describe-services', { question: 'list', step: { target: '127.0.0.1:1' }, timeout: 500 }, 3],
    ['read-proto', { question: 'describe', symbol: 'B', step: { proto: 'a.proto' } }, 3],
    ['read-proto', { question: 'describe', symbol: 'A', step: { proto: 'a.proto' } }, 0],
    ['validate-body', { source: 'body.json', direction: 'response', schema: 'schema.json' }, 1],
    ['check-suites', { paths: ['bad.apitest.yaml'] }, 2],
    ['load-test', { paths: ['GET http://127.0.0.1:1/'], requests: 1, callers: 1 }, 3],
    ['load-test', { paths: ['{{b}}/x'], variables: { b: 'http://127.0.0.1:1' }, requests: 1, callers: 1 }, 3],
    ['list-history', {}, 0],
  ] as const)
    it(`ends with ${exitCode} for ${name} ${JSON.stringify(input)}, as the command does`, async () => {
      const answered = await asked(name, input)
      assert.equal(answered.exitCode, exitCode, answered.output + answered.errors)
      assert.notEqual(answered.output, '')
    })

  it('lists the operations where none is named', async () => {
    const { output } = await withFolder({}, folder => runLine(folder, ['operation']))
    assert.equal(output.split('\n').length, operations.length + 1)
    assert.match(output, /^send-request +Sends one HTTP/m)
  })

  for (const { name, input } of operations)
    it(`${name} --help tells every key`, async () => {
      const { output } = await withFolder({}, folder => runLine(folder, ['operation', name, '--help']))
      assert.match(output, new RegExp(`^apitest operation ${name} \\[input\\]\n\n[A-Z]`))
      for (const key of Object.keys(input.properties)) assert.match(output, new RegExp(`^  ${key} `, 'm'))
    })
})
