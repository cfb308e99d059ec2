import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { RecordedEntry } from '../../recording/entry-of.ts'
import type { RecordedExchange, RecordedMessage } from '../../recording/recorded-exchange.ts'
import type { SpooledBody } from '../../recording/spool.ts'
import { notesOf } from './notes-of.ts'

const message = (head: string): RecordedMessage => ({ head, body: {} as SpooledBody })

const exchange = (target: string, more: Partial<RecordedExchange> = {}): RecordedExchange => ({
  ...{ request: message(`GET ${target} HTTP/1.1`), startedAt: 0, duration: 0 },
  ...more,
})

const call = (place: string, text: string): RecordedEntry => ({
  ...{ index: 0, method: 'GET', url: `http://127.0.0.1:51${place}`, headers: [], body: undefined },
  ...{ status: 200, answerType: 'application/json', setsCookies: [], resourceType: '' },
  answer: { headers: [], text: () => text, digest: () => undefined },
})

it('tells which exchanges did not come to their end, without their queries', () => {
  const answer = message('HTTP/1.1 200 OK')
  assert.deepEqual(
    notesOf(
      [
        exchange('/a', { answer }),
        exchange('/slow?token=x'),
        exchange('/b', { answer, problem: 'the connection was closed' }),
      ],
      [],
      'http://127.0.0.1:51',
    ),
    [
      'GET /slow: it has no answer, and is no step: the session was over',
      'GET /b: its answer is not known to its end: the connection was closed',
    ],
  )
})

it('tells of answers that lead past the recorder', () => {
  const [note, ...others] = notesOf(
    [],
    [
      call('/a', '{"next":"http://127.0.0.1:5101/"}'),
      call('/b?x=1', '{"next":"http:\\/\\/127.0.0.1:51\\/c"}'),
    ],
    'http://127.0.0.1:51',
  )
  assert.match(note ?? '', /^answers name http:\/\/127\.0\.0\.1:51 itself, as that of "GET \/b" does: /)
  assert.deepEqual(others, [])
})
