import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Mock } from '../model/mock.ts'
import { startFailure } from './running-mock.ts'

it('a mock that cannot listen says why at the key that says where, or by the option', () => {
  const [start, file] = [{ line: 3, column: 11 }, 'a.yaml']
  const span = { file, start, end: start }
  const mock: Mock = { name: 'shop', port: 80, routes: [], notable: [], allowsUnmatched: true, span }
  const told = (one: Mock, code: string): unknown =>
    startFailure(one, Object.assign(new Error('raw'), { code }))
  const refused = 'the mock "shop" cannot listen on 127.0.0.1:80: ports below 1024 need privileges here'
  assert.deepEqual(told(mock, 'EACCES'), { message: refused, hint: 'Give it another --port.' })
  assert.deepEqual(told({ ...mock, portSpan: span }, 'EACCES'), {
    ...{ message: refused, hint: 'Write another `port`.', span },
  })
  const taken = startFailure(
    { ...mock, portSpan: span },
    Object.assign(new Error('raw'), { code: 'EADDRINUSE' }),
  )
  assert.deepEqual(taken.span, span)
  assert.doesNotMatch(taken.hint ?? '', /--port/)
})
