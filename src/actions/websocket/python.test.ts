import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '../../model/json.ts'
import { certificates, withoutCertificates } from '../../testing/certificates.ts'
import { without } from '../../testing/parts.ts'
import { startSquid, startTinyproxy } from '../../testing/proxies.ts'
import { jsonOf } from '../testing/answers.ts'
import { exchange, failure, saidIn } from './testing/perform.ts'
import { startPythonEcho, withoutPythonWebSockets } from './testing/python-echo.ts'

const patient = { timeout: 30_000 }

describe(
  'a WebSocket server of another library (websockets for Python)',
  { skip: withoutPythonWebSockets },
  () => {
    it('echoes text, JSON, binary and what is long, all of it compressed', async () => {
      await using server = await startPythonEcho()
      const long = 'é'.repeat(100_000)
      const messages = ['hello', { json: { id: 1 } }, { file: 'package.json' }, long]
      const answer = await exchange({ websocket: `ws://${server.address}/tell`, messages, count: 5 }, patient)
      const [told, text, json, binary, last] = jsonOf(answer) as readonly unknown[]
      assert.deepEqual(told, { extensions: ['permessage-deflate'], subprotocol: null, client: null })
      assert.deepEqual([text, json, last], ['hello', { id: 1 }, long])
      assert.equal((binary as JsonObject)['name'], 'apitest-run')
    })

    it('sends messages in fragments', async () => {
      await using server = await startPythonEcho()
      const answer = await exchange({ websocket: `ws://${server.address}/fragments`, count: 2 }, patient)
      assert.deepEqual(jsonOf(answer), ['fragmented', 'AAH/'])
    })

    it('has its pings answered', async () => {
      await using server = await startPythonEcho()
      const answer = await exchange({ websocket: `ws://${server.address}/ping`, count: 1 }, patient)
      assert.deepEqual(jsonOf(answer), ['you are'])
      assert.ok(saidIn(answer).includes('received ping are you there'))
    })

    it('closes with a code and a reason, and answers the close of the step', async () => {
      await using server = await startPythonEcho()
      const closed = await exchange(
        { websocket: `ws://${server.address}/close`, expect: { 'close-code': 4001 } },
        patient,
      )
      assert.deepEqual(closed.response.fields, { 'close-code': 4001, 'close-reason': 'gone fishing' })
      const messages = ['bye', { close: { code: 4002, reason: 'enough' }, after: { text: 'bye' } }]
      const closing = { websocket: `ws://${server.address}/echo`, messages, expect: { 'close-code': 4002 } }
      assert.deepEqual((await exchange(closing, patient)).response.fields?.['close-code'], 4002)
    })

    it('agrees on a subprotocol, and does not on another', async () => {
      await using server = await startPythonEcho()
      const input = { websocket: `ws://${server.address}/tell`, count: 1 }
      const agreed = await exchange({ ...input, subprotocol: ['chat.v2', 'chat.v1'] }, patient)
      assert.equal((jsonOf(agreed) as readonly JsonObject[])[0]?.['subprotocol'], 'chat.v1')
      const { message } = await failure({ ...input, subprotocol: 'chat.v2' }, patient)
      assert.match(message, /chose none of the subprotocols that were offered$/)
    })

    describe('over TLS', { skip: withoutCertificates }, () => {
      /** Returns the reply of the server to a client that it knows by its certificate, by this way. */
      async function clientSeen(transport: JsonObject): Promise<unknown> {
        const { server, authority, client } = await certificates()
        await using python = await startPythonEcho([server.key, server.certificate, authority])
        const tls = { ca: authority, certificate: client.certificate, key: client.key }
        const settings = { transport: { ...transport, tls } }
        const input = { websocket: `wss://${python.address}/tell`, count: 1 }
        const [told] = jsonOf(await exchange(input, { ...patient, settings })) as readonly JsonObject[]
        return told?.['client']
      }

      it('knows the client by its certificate', async () => {
        assert.equal(await clientSeen({}), 'client')
      })

      for (const [name, start] of [
        ['squid', startSquid],
        ['tinyproxy', startTinyproxy],
      ] as const)
        it(`is reached through ${name}`, { skip: without(name) }, async () => {
          await using proxy = await start({ username: 'ada', password: 'pw' })
          assert.equal(await clientSeen({ proxy: `http://ada:pw@127.0.0.1:${proxy.port}` }), 'client')
          assert.match(await proxy.log(/CONNECT/), /CONNECT/)
        })

      it('does not take a client without a certificate', async () => {
        const { server, authority } = await certificates()
        await using python = await startPythonEcho([server.key, server.certificate, authority])
        const settings = { transport: { tls: { ca: authority } } }
        const refused = await failure({ websocket: `wss://${python.address}/` }, { ...patient, settings })
        assert.match(`${refused.message} ${refused.hint ?? ''}`, /client certificate/)
      })
    })
  },
)
