import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { RecordedEntry } from '../../recording/entry-of.ts'
import { sortCalls } from './record-session.ts'

const entry: RecordedEntry = {
  ...{ index: 0, method: 'GET', url: 'http://127.0.0.1/a', headers: [], body: undefined },
  ...{ status: 200, answerType: 'application/json', setsCookies: [], resourceType: '' },
}

it('leaves out, and tells, a request whose method no step can send', () => {
  const { calls, leftOut } = sortCalls([entry, { ...entry, method: 'BREW' }, entry])
  assert.deepEqual(calls, [entry, entry])
  assert.deepEqual(leftOut, [{ reason: 'with the method BREW, which no step can send', count: 1 }])
})
