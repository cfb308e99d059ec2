import { describe, it } from 'node:test'
import { expectProblems } from '../../testing/expect-problems.ts'

const suite = (step: string, more = ''): string =>
  `suite: A\nvariables: { base: "http://h", up: ../x, term: "C#", whole: "http://h/a#b" }\n${more}\nsteps:\n  - ${step}`

const cutOff = (column: number, fragment: string): string =>
  `5:${column} bad-value what follows the # of the URL is not sent: ${JSON.stringify(fragment)}`

const moved = (column: number): string =>
  `5:${column} bad-value the path is not sent as it is written: dot segments are taken out of it, as the URL standard says`

describe('what is written of a URL is sent', () => {
  it('but for what follows a #', async () => {
    await expectProblems(suite('request: GET http://h/search?q=C#&page=2'), [cutOff(14, '#&page=2')])
    await expectProblems(suite('request: "GET {{base}}/search#q={{up}}"'), [cutOff(14, '#q=../x')])
    await expectProblems(suite('request: "GET {{whole}}"'), [cutOff(14, '#b')])
    await expectProblems(suite('sse: "http://h/a#"'), [cutOff(10, '#')])
    await expectProblems(suite('websocket: "ws://h/a#b"'), [cutOff(16, '#b')])
    await expectProblems(suite('wait: ["{{base}}/", "{{base}}/a#b"]'), [cutOff(11, '#b')])
  })

  it('and no variable is filled in as JavaScript writes it', async () => {
    await expectProblems(suite('request: "GET http://h/users/${id}?q={{term}}"'), [
      '5:14 bad-value ${id} would be sent as it is: a variable is written {{id}}',
    ])
  })

  it('but for dots and backslashes in a path', async () => {
    for (const path of ['/a/../b', '/a/%2e%2E/b', '/./a', '/a/..?b', '/{{up}}'])
      await expectProblems(suite(`request: "GET {{base}}${path}"`), [moved(14)])
    await expectProblems(suite("request: 'GET {{base}}/a\\b'"), [
      '5:14 bad-value the path is not sent as it is written: "\\" becomes "/"',
    ])
  })

  it('and those, too, where the step or the settings say so', async () => {
    await expectProblems(suite('request: "GET {{base}}/a/../b"\n    path-as-is: true'), [])
    await expectProblems(suite('request: "GET {{base}}/a/../b"', 'settings: { path-as-is: true }'), [])
    await expectProblems(
      suite('request: "GET {{base}}/a/../b"\n    path-as-is: false', 'settings: { path-as-is: true }'),
      [moved(14)],
    )
  })

  it('with values that are encoded, names with dots, and a query with anything', async () => {
    for (const url of ['/{{term}}', '/a?q=../x\\', '/.well-known/a..b', '/%2525', '/{{up | url}}'])
      await expectProblems(suite(`request: 'GET {{base}}${url}'`), [])
  })
})
