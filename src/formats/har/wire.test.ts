import assert from 'node:assert/strict'
import { test } from 'node:test'
import { httpServer } from '../../actions/http/testing/http-server.ts'
import { comparable } from '../../compile/testing/same-wire.ts'
import { suitesToRun } from '../../compile/suites-to-run.ts'
import { runText } from '../../testing/run-text.ts'
import { imported, type Call } from './testing/recording.ts'

test('an imported recording sends what was recorded', async () => {
  // An answer that GraphQL requests can pass with.
  await using server = await httpServer((_, response) => response.end('{"data":{}}'))
  const json = { 'content-type': 'application/json' }
  const calls: readonly Call[] = [
    {
      url: '/v1/users/7/orders/9223372036854775807?expand=a%20b&x={{y}}',
      headers: { accept: 'text/html', 'x-tag': 'a' },
    },
    {
      url: '/v1/users/8?api_key=k-123456',
      headers: { authorization: 'Bearer t-123456', cookie: 'sid=s-123456; theme=dark' },
    },
    {
      method: 'POST',
      url: '/v1/users',
      headers: json,
      body: { mimeType: 'application/json', text: '{"password":"p-123456","a":"{{b}}","n":1}' },
    },
    {
      method: 'PUT',
      url: '/v1/users/8',
      headers: json,
      body: { mimeType: 'application/json', text: '{"n":9007199254740993}' },
    },
    {
      method: 'POST',
      url: '/v1/form',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: { mimeType: 'application/x-www-form-urlencoded', text: 'a=1+2&b=%26&a=3' },
    },
    {
      method: 'POST',
      url: '/v1/text',
      headers: { 'content-type': 'text/csv' },
      body: { mimeType: 'text/csv', text: 'a;b\n1;{{c}}\n' },
    },
    {
      method: 'POST',
      url: '/graphql',
      headers: json,
      body: { mimeType: 'application/json', text: '{"query":"{ a(x: \\"y\\") }","variables":{"n":1}}' },
    },
  ]
  const { collection } = imported(calls.map(call => ({ ...call, url: `${server.url}${call.url ?? ''}` })))
  const processEnvironment = { TOKEN: 't-123456', API_KEY: 'k-123456', SID: 's-123456', PASSWORD: 'p-123456' }
  const secrets = collection?.environments[0]?.secrets ?? {}
  for (const suite of suitesToRun(collection ?? assert.fail(), [])) {
    const { environment: _, ...rest } = suite
    const { messages, summary } = await runText(JSON.stringify({ ...rest, secrets }), {
      input: { processEnvironment },
    })
    assert.deepEqual([messages, summary.problems], [[], []])
  }
  const recorded = calls.map(call => ({
    method: call.method ?? 'GET',
    url: call.url ?? '',
    rawHeaders: Object.entries({ accept: '*/*', ...call.headers })
      .flat()
      .map(text => text.replace('; theme=dark', '')),
    headers: call.headers ?? {},
    body: Buffer.from((call.body?.['text'] as string | undefined) ?? ''),
  }))
  const shown = (list: typeof recorded | typeof server.seen): readonly string[] =>
    list.map(request => JSON.stringify(comparable(request))).sort()
  assert.deepEqual(shown(server.seen), shown(recorded))
})
