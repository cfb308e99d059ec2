import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { withPracticeServer } from '../../testing/practice-server.ts'
import { runLine, withFolder } from '../../testing/run-program.ts'
import { exampleCall } from '../../store/testing/example-call.ts'
import type { CallRecord } from '../../model/call-record.ts'

const saved = {
  version: 1,
  collections: [
    {
      name: 'Shop',
      baseUrl: 'http://a',
      environments: [],
      items: [
        { kind: 'request', step: { name: 'One', request: 'GET {{baseUrl}}/users/{{id}}' } },
        {
          kind: 'request',
          step: {
            name: 'All',
            request: 'GET {{baseUrl}}/users',
            validations: [{ status: 200 }, { 'header Content-Type': { contains: 'json' } }],
          },
        },
        { kind: 'request', step: { name: 'Search', request: 'GET {{baseUrl}}/users?name={{name}}' } },
        { kind: 'request', step: { name: 'Stream', sse: 'http://a/users' } },
        { kind: 'folder', name: 'Inner', items: [] },
      ],
    },
  ],
}

let last = 0x1000000

function call(method: string, url: string, body: object, differing: Partial<CallRecord> = {}): CallRecord {
  const text = JSON.stringify(body)
  return exampleCall({
    id: (last++).toString(16),
    request: { method, url, headers: [] },
    response: {
      status: 200,
      headers: [['content-type', 'application/json']],
      body: { text, size: text.length, truncated: false },
    },
    ...differing,
  })
}

function fromStep(step: string): Partial<CallRecord> {
  return { source: { kind: 'suite', file: 'Shop', line: 3, step } }
}

/** Runs a command with such a history, and returns its output and that of `collections show` then. */
function after(
  history: readonly CallRecord[],
  words: readonly string[],
  exitCode = 0,
  place = words[0] ?? '',
) {
  const files = { '.tool/api-collections.json': JSON.stringify({ ...saved, history }) }
  return withFolder(files, async folder => {
    const { exitCode: code, output, errors } = await runLine(folder, ['collections', 'validate', ...words])
    assert.equal(code, exitCode, output + errors)
    const shown = await runLine(folder, ['collections', 'show', place])
    return { said: output + errors, shown: shown.output }
  })
}

const one = 'http://a/users/1'

describe('apitest collections validate, by the last answers', () => {
  it('only shows them with --propose', async () => {
    const { said, shown } = await after([call('GET', one, { id: 1, name: 'Ada' })], ['Shop/One', '--propose'])
    assert.equal(
      said,
      [
        '- status: 200  # the last answer had it',
        '- header content-type: { contains: application/json }  # the last answer had this type',
        '- schema: { type: object, required: [id, name], properties: { id: { type: number }, name: { type: string } } }  # the types and the keys of 1 answer',
        '- $.name: Ada  # does not look as if it changed\n',
      ].join('\n'),
    )
    assert.doesNotMatch(shown, /validations/)
  })

  it('adds them with --from-last, behind what is typed', async () => {
    const words = ['Shop/One', '--from-last', '--validate', '$.id: 1']
    const { said, shown } = await after([call('GET', one, { name: 'Ada' })], words)
    assert.match(said, /- status: 200 .*\nchanged Shop\/One\n$/s)
    assert.match(shown, /validations:\n {6}- \$\.id: 1\n {6}- status: 200\n/)
  })

  it('tells as JSON which it added', async () => {
    const { said } = await after([call('GET', one, { id: 1 })], ['Shop/One', '--from-last', '--json'])
    const { change, added } = JSON.parse(said) as { change: string; added: readonly { validation: object }[] }
    assert.equal(change, 'changed')
    assert.deepEqual(added[0]?.validation, { status: 200 })
  })

  for (const words of [
    ['--validate', 'status: 200'],
    ['--extract', 'id: $.id'],
  ])
    it(`adds nothing with --propose, so that ${words[0] ?? ''} beside it is refused`, async () => {
      const { said } = await after([], ['Shop/One', '--propose', ...words], 2)
      assert.match(said, /propose and (validate|extract) are mutually exclusive/)
    })

  it('tells as JSON which calls it looked at', async () => {
    const calls = [call('GET', one, { name: 'Ada' }), call('GET', 'http://a/users/2', { name: 'Bob' })]
    const { said } = await after(calls, ['Shop/One', '--propose', '--json'])
    const answer = JSON.parse(said) as { calls: readonly string[]; proposals: readonly unknown[] }
    assert.deepEqual(
      answer.calls,
      calls.map(({ id }) => id),
    )
    assert.equal(answer.proposals.length, 3)
  })

  it('proposes nothing that is validated already, and adds nothing then', async () => {
    const text = call(
      'GET',
      'http://a/users',
      {},
      { response: { status: 200, headers: [['content-type', 'text/plain']] } },
    )
    const { said, shown } = await after([text], ['Shop/All', '--from-last'])
    assert.equal(said, 'nothing is proposed that it does not validate already\n')
    assert.match(shown, /- header Content-Type: \{ contains: json \}\n$/)
  })

  it('says so where only the beginning of a body was kept', async () => {
    const body = { text: '{"name":"A', size: 9000, truncated: true }
    const cut = call('GET', one, {}, { response: { status: 200, headers: [], body } })
    const { said } = await after([cut], ['Shop/One', '--propose'])
    assert.match(said, /- status: 200 .*Of the last body only the beginning was kept/s)
  })

  it('adds what holds for the next answer', () =>
    withPracticeServer(url =>
      withFolder({}, async folder => {
        await runLine(folder, ['collections', 'save', 'Shop', 'GET', `${url}/ok`, '--name', 'Count'])
        await runLine(folder, ['run', 'Shop'])
        await runLine(folder, ['collections', 'validate', 'Shop/Count', '--from-last'])
        const shown = await runLine(folder, ['collections', 'show', 'Shop/Count'])
        assert.match(shown.output, /status: 200/)
        const { output } = await runLine(folder, ['run', 'Shop'])
        assert.match(output, /Steps {5}1 passed/)
      }),
    ))

  for (const [what, calls, place, name] of [
    [
      'its URL',
      [
        call('GET', 'http://a/users', { name: 'all' }),
        call('GET', one, { name: 'one' }),
        call('POST', one, { name: 'post' }),
      ],
      'Shop/One',
      'one',
    ],
    [
      'its query',
      [
        call('GET', 'http://a/users?name=Ada', { name: 'search' }),
        call('GET', 'http://a/users?page=2', { name: 'all' }),
      ],
      'Shop/Search',
      'search',
    ],
    [
      'its name, where calls have it',
      [call('GET', one, { name: 'saved' }, fromStep('Inner / One')), call('GET', one, { name: 'other' })],
      'Shop/One',
      'saved',
    ],
    [
      'the last status',
      [
        call('GET', one, { name: 'ok' }),
        call(
          'GET',
          one,
          { name: 'none' },
          {
            response: {
              status: 404,
              headers: [['content-type', 'application/json']],
              body: { text: '{"name":"none"}', size: 15, truncated: false },
            },
          },
        ),
      ],
      'Shop/One',
      'none',
    ],
  ] as const)
    it(`knows the calls of a request by ${what}`, async () => {
      const { said } = await after(calls, [place, '--propose'])
      assert.match(said, new RegExp(`- \\$\\.name: ${name} `))
    })

  for (const [words, said] of [
    [['Shop/One', '--from-last'], /the call history has no answer of "Shop\/One"\n {2}hint: Send it first/],
    [['Shop/Stream', '--from-last'], /only proposed for requests over HTTP/],
    [['Shop/Inner', '--propose'], /"Shop\/Inner" is not a request/],
    [['Shop/Onne', '--propose'], /saved-missing.*\n {2}hint: Did you mean "Shop\/One"/],
    [['Shop/One', '--propose', '--from-last'], /propose and from-last are mutually exclusive/],
    [['Shop/One'], /there is nothing to add/],
  ] as const)
    it(`refuses ${words.join(' ')}`, async () => {
      assert.match((await after([call('GET', 'http://a/none', {})], words, 2, 'Shop')).said, said)
    })
})
