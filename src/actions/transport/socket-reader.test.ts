import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SocketReader } from './socket-reader.ts'

test('what comes before it is known who reads it waits, though its memory is used again', () => {
  const reader = new SocketReader()
  const memory = Buffer.from('ab..')
  reader.read(2, memory)
  memory.write('cde')
  reader.read(3, memory)
  memory.write('....')
  let read = ''
  reader.handTo((length, bytes) => {
    read += bytes.toString('latin1', 0, length)
    return true
  })
  assert.equal(read, 'abcde')
  reader.read(1, Buffer.from('f.'))
  assert.equal(read, 'abcdef')
  assert.deepEqual(reader.takeEarly(), [])
})
