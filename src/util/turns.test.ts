import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { it } from 'node:test'
import { beginEnding } from './interruptions.ts'
import { whenLoaded } from './lazy-part.ts'
import { endAfter } from './limit-evaluation.ts'
import { EvaluationEnded } from './turns.ts'

const slowly = (milliseconds: number) => (): string =>
  endAfter(5000, () => {
    const until = performance.now() + milliseconds
    while (performance.now() < until);
    return 'slow'
  })

it('what takes long waits for its turn, and what takes little does not', async () => {
  const heard: string[] = []
  const slow = [1, 2, 3].map(async number => {
    await whenLoaded(slowly(150))
    heard.push(`slow ${number}`)
  })
  setTimeout(() => heard.push('timer'), 0)
  assert.equal(
    whenLoaded(() => 'quick'),
    'quick',
  )
  await Promise.all(slow)
  assert.equal(heard.at(-1), 'slow 3')
  assert.ok(heard.indexOf('timer') < heard.indexOf('slow 2'), heard.join())
})

it('all clients that came meanwhile are served between two turns', async () => {
  const heard: string[] = []
  const server = createServer(socket => {
    const until = performance.now() + 20
    while (performance.now() < until);
    heard.push('client')
    socket.resume().end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const slow = [1, 2].map(async () => {
    await whenLoaded(slowly(500))
    heard.push('slow')
  })
  const clients = Array.from({ length: 10 }, () => connect(port, '127.0.0.1').resume())
  await Promise.all([...slow, ...clients.map(client => once(client, 'close'))])
  server.close()
  assert.equal(heard.at(-1), 'slow', heard.join())
})

it('all of a turn has one limit, whatever is evaluated how often', async () => {
  let rounds = 0
  const all = async (): Promise<string> =>
    whenLoaded(() => {
      for (; rounds < 1000; rounds++) slowly(40)()
      return 'all'
    })
  await assert.rejects(all, EvaluationEnded)
  assert.ok(rounds > 1 && rounds < 200, String(rounds))
})

it('nobody waits for a turn any more when the program is to end', async () => {
  beginEnding()
  await assert.rejects(async () => whenLoaded(slowly(5000)), /^EvaluationEnded: was interrupted$/)
})
