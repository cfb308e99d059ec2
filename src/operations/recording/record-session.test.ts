import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { it } from 'node:test'
import { httpServer, listen } from '../../actions/http/testing/http-server.ts'
import type { RecordedEntry } from '../../recording/entry-of.ts'
import { withFolder } from '../../testing/run-program.ts'
import { hostIn } from '../testing/host-in.ts'
import { recordSession, sortCalls } from './record-session.ts'

const entry: RecordedEntry = {
  ...{ index: 0, method: 'GET', url: 'http://127.0.0.1/a', headers: [], body: undefined },
  ...{ status: 200, answerType: 'application/json', setsCookies: [], resourceType: '' },
}

it('leaves out, and tells, a request whose method no step can send', () => {
  const { calls, leftOut } = sortCalls([entry, { ...entry, method: 'BREW' }, entry])
  assert.deepEqual(calls, [entry, entry])
  assert.deepEqual(leftOut, [{ reason: 'with the method BREW, which no step can send', count: 1 }])
})

it('gives a proxy the password that a command tells', async () => {
  await using server = await httpServer((_, response) => response.end('hello'))
  const seen: (string | undefined)[] = []
  const sockets: Duplex[] = []
  const tunnels = createServer()
  tunnels.on('connect', ({ headers, url = '' }, socket) => {
    seen.push(headers['proxy-authorization'])
    const [host, port] = url.split(':')
    const through = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      through.pipe(socket).pipe(through)
    })
    for (const one of [socket, through]) one.on('error', () => undefined)
    sockets.push(socket, through)
  })
  await using proxy = await listen(tunnels, 'http', () => {
    for (const socket of sockets) socket.destroy()
  })
  const files = {
    'apitest.config.yaml': `allow-exec: true
secrets: { pw: { command: [printf, proxy-password-1] } }
settings: { proxy: { url: "${proxy.url}", username: ada, password: "{{pw}}" } }
`,
  }
  await withFolder(files, async folder => {
    const script = "fetch(process.env.APITEST_RECORD_URL + '/hello').then(response => response.text())"
    const recorded = await recordSession.run(
      { to: server.url, command: [process.execPath, '-e', script], replay: false },
      hostIn(folder),
    )
    assert.deepEqual(recorded.ok && [recorded.value.steps, recorded.value.exitCode], [1, 0])
  })
  assert.deepEqual(seen, [`Basic ${Buffer.from('ada:proxy-password-1').toString('base64')}`])
})
