import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { it } from 'node:test'
import { readSource } from './read-source.ts'

it('gives a URL up that never answers, and tells that it is waited for', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const source = `http://127.0.0.1:${(server.address() as AddressInfo).port}/types.yaml`
  const waited: string[] = []
  const read = await readSource({
    source,
    workingFolder: tmpdir(),
    processEnvironment: {},
    interrupt: new AbortController().signal,
    timeout: '1500ms',
    onWait: url => waited.push(url),
  })
  server.close()
  assert.deepEqual(waited, [source])
  assert.match(read.ok ? '' : (read.problems[0]?.message ?? ''), /types.yaml cannot be read: .*1.5 s/)
})
