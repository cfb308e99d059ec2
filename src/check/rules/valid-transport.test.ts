import { describe, it } from 'node:test'
import { expectProblems } from '../../testing/expect-problems.ts'

const suite = (settings: string): string =>
  `suite: A\nsettings:\n  ${settings}\nsteps: [{ request: GET http://127.0.0.1:4010/ }]`

describe('a proxy', () => {
  it('is an http, https or socks URL, none, or comes from a variable', async () => {
    for (const proxy of [
      'none',
      'http://127.0.0.1:3128',
      'proxy.example.com:3128',
      'socks5h://127.0.0.1',
      '"{{env.PROXY}}"',
    ])
      await expectProblems(suite(`proxy: ${proxy}`), [])
    for (const proxy of ['ftp://ada:secret@127.0.0.1:1', '{ url: "ftp://ada:secret@127.0.0.1:1" }'])
      await expectProblems(suite(`proxy: ${proxy}`), [
        `3:${proxy.startsWith('{') ? 17 : 10} bad-value the proxy ftp://127.0.0.1:1 is not an http, https or socks URL`,
      ])
  })

  it('has no password without a name', async () => {
    const alone = 'proxy: { url: "http://127.0.0.1:1", password: "{{env.P}}" }'
    await expectProblems(suite(alone), ['3:39 missing-key "password" needs the key "username"'])
    for (const proxy of [
      '{ url: "http://ada@127.0.0.1:1", password: p1234 }',
      '"http://ada:p1234@127.0.0.1:1"',
    ])
      await expectProblems(suite(`proxy: ${proxy}`), [])
  })
})

describe('resolve', () => {
  it('names hosts with ports, and addresses', async () => {
    await expectProblems(suite('resolve: { "a:1": "127.0.0.1", "[::1]:1": "[::1]:2", "{{env.H}}": b }'), [])
    await expectProblems(suite('resolve: { a.example: 127.0.0.1, "*:1": b, "a:1": "b:x" }'), [
      '3:14 bad-value resolve: "a.example" is not a host with a port',
      '3:36 bad-value resolve: "*:1" is not a host with a port',
      '3:46 bad-value resolve: "b:x" is not an address, with a port or without',
    ])
  })
})

describe('correlation', () => {
  it('has the name of a header', async () => {
    await expectProblems(suite('correlation: { header: X-Request-ID }'), [])
    await expectProblems(suite('correlation: { header: X Request }'), [
      '3:26 bad-value "X Request" is not a header name',
    ])
  })
})
