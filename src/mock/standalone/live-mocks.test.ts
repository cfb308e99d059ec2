import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { type ServedHere, serveHere } from './testing/serve-here.ts'
import { shareOfCount } from '../../testing/parts.ts'

const streams = `      - { route: WS /talk, answer: { on: [{ send: yes }] } }
      - { route: GET /events, answer: { events: [{ data: 1 }], stay-open: true, heartbeat: 20ms } }`

/** The text of the control on the calls. */
async function told({ control }: ServedHere): Promise<string> {
  const headers = { authorization: `Bearer ${control.token}` }
  return (await fetch(`${control.url}/api/calls?mock=shop`, { headers })).text()
}

describe('what is told of calls', () => {
  const routes = `      - { route: POST /login, answer: 204 }
      - { route: WS /talk, answer: { on: [{ send: yes }] } }
      - { route: 'GET /{id}', answer: 204 }`

  it('shows nothing that calls before, of which nothing is told any more, have shown to be secret', () =>
    serveHere(routes, async served => {
      const secret = ['4Qz9Tk2Lw8', 'Pa55w0rd-1', 'S0cket-token'] as const
      await fetch(`${served.url}/a`, { headers: { authorization: `Bearer ${secret[0]}` } })
      await fetch(`${served.url}/login`, { method: 'POST', body: JSON.stringify({ password: secret[1] }) })
      const socket = new WebSocket(`${served.url.replace('http', 'ws')}/talk`)
      await once(socket, 'open')
      socket.send(JSON.stringify({ token: secret[2] }))
      await once(socket, 'message')
      socket.close()
      await served.reset()
      for (const one of secret) await fetch(`${served.url}/${one}`)
      assert.match(await told(served), /"count":3.*"\/\*\*\*".*"\/\*\*\*".*"\/\*\*\*"/)
      assert.doesNotMatch(await told(served), new RegExp(secret.join('|')))
    }))

  it('shows none of the tokens of its calls, however many there are', () =>
    serveHere(routes, async served => {
      for (let number = 0; number < shareOfCount(900); number++)
        await fetch(`${served.url}/tok-number-${number}-x`, {
          headers: { authorization: `Bearer tok-number-${number}-x` },
        })
      assert.doesNotMatch(await told(served), /tok-number/)
    }))
})

describe('mocks that nobody calls', () => {
  it('stay while messages come over a WebSocket, and end though it and an event stream are open', () =>
    serveHere(streams, async served => {
      const events = await fetch(`${served.url}/events`)
      const socket = new WebSocket(`${served.url.replace('http', 'ws')}/talk`)
      const closed = once(socket, 'close')
      await once(socket, 'open')
      let isOver = false
      const over = served.stopWhenIdle(600).then(() => (isOver = true))
      for (let count = 0; count < 12; count++) {
        socket.send('hello')
        await once(socket, 'message')
        await wait(100)
      }
      assert.equal(isOver, false)
      const quiet = performance.now()
      await over
      assert.ok(performance.now() - quiet < 5000)
      await closed
      await assert.rejects(events.text())
    }))
})
