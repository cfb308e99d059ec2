import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runLine, withFolder } from '../../testing/run-program.ts'

const suite = (data: string): string =>
  `suite: S\ndata: ${data}\nsteps:\n  - request: GET http://127.0.0.1:1/{{id}}\n`

const sources = {
  'csv.apitest.yaml': suite('rows.csv'),
  'rows.csv': 'id,expected_status\n1,200\n2,oops\n3,\n4,999\n',
  'json.apitest.yaml': suite('rows.json'),
  'rows.json':
    '[{ "id": 1, "expected_status": 200 },\n  { "id": 2, "expected_status": "oops" }, { "id": 3 },\n{ "id": 4, "expected_status": 999 }]',
  'inline.apitest.yaml': suite(
    '\n  - { id: 1, expected_status: 200 }\n  - { id: 2, expected_status: oops }\n  - { id: 3 }\n  - { id: 4, expected_status: 999 }',
  ),
}

test('F8: each wrong row is told at its own place', () =>
  withFolder(sources, async folder => {
    const { errors, exitCode } = await runLine(folder, ['check', '.', '--verbose'])
    assert.equal(exitCode, 2, errors)
    const told = errors.split('\n').filter(line => /^\S+:\d+:\d+ {2}/.test(line))
    const of = (place: string, said: RegExp): void => {
      assert.ok(
        told.some(line => line.startsWith(`${place}  `) && said.test(line)),
        `${place} ${String(said)}\n${errors}`,
      )
    }
    for (const [second, third, fourth] of [
      ['rows.csv:3:1', undefined, 'rows.csv:5:1'],
      ['rows.json:2:3', 'rows.json:2:43', 'rows.json:3:1'],
      ['inline.apitest.yaml:4:5', 'inline.apitest.yaml:5:5', 'inline.apitest.yaml:6:5'],
    ]) {
      of(second ?? '', /row 2 expects the status "oops"/)
      if (third !== undefined) of(third, /row 3 has no "expected_status"/)
      of(fourth ?? '', /row 4 expects the status "?999/)
    }
  }))
