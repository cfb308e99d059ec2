import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { serveHere } from './testing/serve-here.ts'

const streams = `      - { route: WS /talk, answer: { on: [{ send: yes }] } }
      - { route: GET /events, answer: { events: [{ data: 1 }], stay-open: true, heartbeat: 20ms } }`

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
