import { describe, it } from 'node:test'
import { expectProblems } from '../../testing/expect-problems.ts'

const suite = (step: string): string =>
  `suite: A\nsteps:\n  - request: GET http://127.0.0.1:4010/\n    ${step}`

describe('the credentials of a step', () => {
  it('are in auth or in a header, not in both', async () => {
    const twice = (auth: string, header: string): string =>
      suite(`auth: ${auth}\n    headers: { ${header}: x }`)
    await expectProblems(twice('{ bearer: abc }', 'AUTHORIZATION'), [
      '4:5 misplaced-key the step has both auth and a header "AUTHORIZATION"',
    ])
    await expectProblems(twice('{ api-key: { header: X-Key, value: abc } }', 'x-key'), [
      '4:5 misplaced-key the step has both auth and a header "x-key"',
    ])
    await expectProblems(twice('{ api-key: { query: key, value: abc } }', 'Authorization'), [])
    await expectProblems(twice('none', 'Authorization'), [])
  })

  it('are of one kind, written as a mapping', async () => {
    await expectProblems(suite('auth: bearer'), ['4:11 bad-value "auth" must be "none" or a mapping'])
    await expectProblems(suite('auth: { bearer: a, basic: { username: a, password: b } }'), [
      '4:11 bad-value "auth" must have only 1 key',
    ])
  })

  it('come from a token-url that is a URL', async () => {
    const oauth2 = (url: string): string =>
      suite(`auth: { oauth2: { token-url: ${url}, client-id: a, client-secret: "{{env.S}}" } }`)
    for (const url of ['http://127.0.0.1:4010/token', '"{{env.URL}}/token"'])
      await expectProblems(oauth2(url), [])
    for (const url of ['ftp://x/y', '/token'])
      await expectProblems(oauth2(url), [`4:34 bad-value "${url}" is not a whole URL`])
  })
})
