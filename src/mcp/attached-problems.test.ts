import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import type { Problem } from '../model/problem.ts'
import { sendRequest } from '../operations/calls/call-operations.ts'
import { readMockCalls } from '../operations/mocks/read-mock-calls.ts'
import type { Schema } from '../operations/schema.ts'
import { checkSuites } from '../operations/suites/check-suites.ts'
import { runSuites } from '../operations/suites/run-suites.ts'
import { withFolder } from '../testing/run-program.ts'
import type { JsonObject } from '../util/json-value.ts'
import { answerWithoutAttached } from './attached-problems.ts'
import { allow, ToolClient } from './testing/tool-client.ts'

const files = {
  'a.apitest.yaml': 'suite: A\nsteps:\n  - request: GET http://127.0.0.1:1/\n',
  'x/bad.csv': 'a,b\n1,2\nCANARY,3,4\n',
  'x/bad.json': '[{"a": CANARY}]',
  'x/bad.apitest.yaml': 'suite: B\nsteps:\n  - CANARY: 1\n',
  'x/mock.apitest.yaml': 'suite: M\nmocks: { shop: { routes: [{ route: CANARY, answer: 200 }] } }\n',
  'x/api.yaml': 'openapi: 3.0.3\ninfo: { title: a, version: "1" }\npaths: { CANARY: { get: {} } }\n',
}

/** Calls that come upon what is wrong in an attached file. */
const calls: readonly (readonly [tool: string, input: JsonObject])[] = [
  ['check_suites', { paths: ['.tool/uploads/bad.apitest.yaml'] }],
  ['fix_suites', { paths: ['.tool/uploads/bad.apitest.yaml'] }],
  ['run_suites', { paths: ['.tool/uploads/bad.apitest.yaml'] }],
  ['run_suites', { paths: ['a.apitest.yaml'], data: '.tool/uploads/bad.csv' }],
  ['run_suites', { paths: ['a.apitest.yaml'], data: './.tool/../.tool/uploads/bad.json' }],
  ['run_suites', { paths: ['a.apitest.yaml'], spec: '.tool/uploads/api.yaml' }],
  ['load_test', { paths: ['a.apitest.yaml'], data: '.tool/uploads/bad.csv', requests: 1 }],
  ['send_request', { step: { request: 'GET http://127.0.0.1:1/', data: '.tool/uploads/bad.csv' } }],
  ['start_mock', { files: ['.tool/uploads/mock.apitest.yaml'] }],
  ['generate_tests', { source: '.tool/uploads/bad.apitest.yaml', framework: 'node-test' }],
  ['generate_tests', { source: '.tool/uploads/api.yaml', framework: 'node-test' }],
  ['import_document', { source: '.tool/uploads/api.yaml' }],
  ['compile_source', { source: '.tool/uploads/bad.apitest.yaml', to: 'suite', outputFolder: '.' }],
  ['compare_contracts', { documents: ['.tool/uploads/api.yaml', '.tool/uploads/api.yaml'] }],
  ['validate_body', { source: '.tool/uploads/bad.json', direction: 'response', schema: 'x/bad.json' }],
  ['check_contract', { baseUrl: 'http://127.0.0.1:1', spec: '.tool/uploads/api.yaml' }],
  ['verify_pacts', { paths: ['.tool/uploads/bad.json'], step: { request: 'GET http://127.0.0.1:1/' } }],
]

describe('what is wrong in an attached file', () => {
  it('is told by its place, and never by its text', () =>
    withFolder(files, async folder => {
      await using client = await new ToolClient({
        ...{ folder, era: '2026', ask: allow, args: ['--tools', 'all'] },
      }).begin()
      for (const name of ['bad.csv', 'bad.json', 'bad.apitest.yaml', 'mock.apitest.yaml', 'api.yaml'])
        await client.call('attach_files', { files: [{ path: `x/${name}` }] })
      for (const [tool, input] of calls) {
        const { message } = await client.call(tool, input)
        assert.doesNotMatch(
          JSON.stringify([message, client.questions]),
          /CANARY/,
          `${tool} ${JSON.stringify(input)}`,
        )
      }
      const { text } = await client.call('run_suites', {
        paths: ['a.apitest.yaml'],
        data: '.tool/uploads/bad.csv',
      })
      assert.match(text, /\.tool\/uploads\/bad\.csv:3:1 +error data-unreadable/)
      const told = await client.call('run_suites', { paths: ['x/bad.apitest.yaml'] })
      assert.match(told.text, /CANARY/)
    }))
})

describe('problems in answers of tools', () => {
  const lookalike = { code: 'E42', severity: 'error', message: 'out of stock', span: { line: 3 } }
  const problem: Problem = { code: 'bad-value', severity: 'error', message: 'CANARY' }

  it('are not found in data that look like problems', () => {
    const received = { mock: 'shop', count: 1, calls: [{ json: lookalike, problems: [lookalike] }] }
    assert.deepEqual(answerWithoutAttached(readMockCalls.answer, received, true), received)
    const sent = {
      exitCode: 0,
      result: { extracts: { error: lookalike }, exchange: { response: { body: lookalike } } },
      problems: [],
    }
    assert.deepEqual(answerWithoutAttached(sendRequest.answer as Schema, sent, true), sent)
  })

  it('are hidden wherever the schema of an answer has them', () => {
    for (const { answer } of [checkSuites, runSuites, sendRequest]) {
      const told = answerWithoutAttached(answer as Schema, { exitCode: 2, problems: [problem] }, true)
      assert.match(JSON.stringify(told), /"bad-value".*attached file/)
      assert.doesNotMatch(JSON.stringify(told), /CANARY/)
    }
  })

  it('stand in published schemas where they are looked for', async () => {
    for (const file of ['report', 'contract-check', 'load-report', 'api-collections']) {
      const { definitions = {} } = JSON.parse(
        await readFile(`schemas/${file}.schema.json`, 'utf8'),
      ) as JsonObject
      const holders = Object.entries(definitions as JsonObject).filter(([, one]) =>
        JSON.stringify(one).includes('#/definitions/problem"'),
      )
      assert.deepEqual(
        holders.map(([name]) => name),
        file === 'report' ? ['summary'] : [],
      )
    }
  })
})
