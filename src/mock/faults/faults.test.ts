import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import http2 from 'node:http2'
import { describe, it } from 'node:test'
import { faultNames } from '../../model/mock.ts'
import { runLine, withFolder } from '../../testing/run-program.ts'
import { withMock } from '../testing/with-mock.ts'

const early = 'the connection was reset without an answer (ECONNRESET)'
const notJson = /Expected equals Ada, got a body that is not JSON/

/** The message of a step for each fault by HTTP/1.1. */
const messages: Readonly<Record<(typeof faultNames)[number], string | RegExp | undefined>> = {
  close: 'the server closed the connection without an answer (CLOSED)',
  reset: early,
  'close-within-headers': /closed the connection before the headers of the answer were complete/,
  'reset-within-headers': /reset before the headers of the answer were complete/,
  'reset-after-headers': /reset before the answer was complete, after 0 of 14 bytes/,
  'close-within-body': /closed the connection before the answer was complete, after 7 of 14 bytes/,
  'reset-within-body': /reset before the answer was complete, after 7 of 14 bytes/,
  stall: /no answer within 500 ms/,
  'stall-within-headers': /no complete headers within 500 ms/,
  'stall-within-body': /no complete answer within 500 ms, after 7 of 14 bytes/,
  'slow-headers': /no answer within 500 ms/,
  'slow-body': /no complete answer within 500 ms, after 0 of 14 bytes/,
  'no-http': /not valid HTTP: Expected HTTP/,
  'bad-status': /not valid HTTP: 099 is no status/,
  'bad-header': /not valid HTTP: Invalid header token/,
  'bad-length': /not valid HTTP: Invalid character in Content-Length/,
  'two-lengths': /TWO_LENGTHS/,
  'length-too-large': /closed the connection before the answer was complete, after 14 of 24 bytes/,
  'length-too-small': notJson,
  'bad-chunks': /not valid HTTP: Invalid character in chunk size/,
  'two-answers': undefined,
  'endless-headers': /headers are larger than 128 KiB/,
  'endless-body': /within 500 ms|larger than 64 MiB/,
  'cut-body': notJson,
  'bad-text': /not valid UTF-8 at byte 15/,
  'bad-gzip': /gzip: incorrect header check/,
  'cut-gzip': /gzip: unexpected end of file/,
}

interface Reported {
  readonly suites: readonly {
    readonly results: readonly {
      readonly name: string
      readonly failures: readonly { readonly message: string }[]
    }[]
  }[]
}

/** The first failure of a step for each fault. */
async function tryFaults(settings: string, more = ''): Promise<ReadonlyMap<string, string>> {
  const routes = faultNames.map(
    name => `      - { route: GET /${name}, answer: { fault: ${name}, json: { name: Ada } } }`,
  )
  const steps = faultNames.map(
    name => `  - { name: ${name}, request: 'GET {{mocks.a.url}}/${name}', validations: [{ $.name: Ada }] }`,
  )
  const suite = [
    'suite: Faults',
    `settings: { timeout: 500ms, stop-on-failure: false${settings} }`,
    `mocks:\n  a:${more}\n    routes:`,
    ...routes,
    'steps:',
    ...steps,
  ].join('\n')
  return withFolder({ 'a.apitest.yaml': suite }, async folder => {
    const { output, errors } = await runLine(folder, ['a.apitest.yaml', '--reporter', 'json'])
    const { suites } = JSON.parse(output || errors) as Reported
    return new Map(
      suites.flatMap(({ results: all }) =>
        all.map(({ name, failures }) => [name, failures[0]?.message ?? ''] as const),
      ),
    )
  })
}

describe('the faults of a mock', () => {
  it('are each told of as what they are', async () => {
    const told = await tryFaults('')
    for (const name of faultNames) {
      const expected = messages[name]
      const actual = told.get(name)
      if (expected === undefined) assert.equal(actual, '', name)
      else if (typeof expected === 'string') assert.equal(actual, `Network Error: ${expected}`, name)
      else assert.match(actual ?? '', expected, name)
    }
  })

  it('do harm to answers without a body, too', () =>
    withMock(
      ['routes:', ...faultNames.map(name => `  - { route: GET /${name}, answer: { fault: ${name} } }`)].join(
        '\n',
      ),
      async ({ url }) => {
        for (const name of faultNames.filter(
          one => !/^(stall|slow|endless|two-answers|length-too-small|bad-header|bad-text|cut-)/.test(one),
        ))
          await assert.rejects(
            fetch(`${url}/${name}`).then(answer => answer.text()),
            TypeError,
            name,
          )
      },
    ))

  it('end streams of HTTP/2, and are the same in what is sent', async () => {
    const told = await tryFaults(
      ', http-version: 2, tls: { ca: "{{mocks.a.certificate}}" }',
      '\n    tls: true',
    )
    for (const name of faultNames) {
      const content = /^(cut|bad)-(body|text|gzip)/.test(name) ? messages[name] : undefined
      const silent = /^(stall|slow)/.test(name) ? /within 500 ms/ : undefined
      // It keeps this process busy, too.
      const endless = name === 'endless-body' ? /^Network Error/ : undefined
      const expected =
        content ?? silent ?? endless ?? /^Network Error: the HTTP\/2 stream was reset .*INTERNAL_ERROR/
      assert.match(told.get(name) ?? '', expected instanceof RegExp ? expected : /./, name)
    }
  })

  it('are noted over HTTP/2 with the status that the client gets, and without one where it gets none', () =>
    withMock(
      `routes:\n${faultNames.map(name => `  - { route: GET /${name}, answer: { fault: ${name}, text: whole } }`).join('\n')}`,
      async mock => {
        const session = http2.connect(mock.url)
        for (const name of faultNames) {
          const stream = session.request({ ':path': `/${name}` }).on('error', () => undefined)
          const got = new Promise(resolve => {
            stream.on('response', ({ ':status': status }) => {
              resolve(status)
            })
            stream.on('close', () => {
              resolve(null)
            })
            setTimeout(resolve, 200, null)
          })
          const status = await got
          assert.equal(mock.received().at(-1)?.['status'], status, name)
          stream.close()
        }
        session.destroy()
      },
    ))

  it('are all explained in the documentation', () => {
    const page = readFileSync('docs/mocks.md', 'utf8')
    for (const name of faultNames) assert.ok(page.includes(`\`${name}\``), name)
  })
})
