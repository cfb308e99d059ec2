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

describe('the keys of oauth2', () => {
  const oauth2 = (keys: string): string =>
    suite(`auth: { oauth2: { token-url: "http://127.0.0.1:4010/token", ${keys} } }`)
  const secret = 'client-id: a, client-secret: "{{env.S}}"'

  it('are those of the grant', async () => {
    for (const keys of [
      secret,
      'client-id: a, credentials: tls',
      'client-id: a, client-assertion: { private-key: "{{env.KEY}}", algorithm: ES256 }',
      `grant: password, username: ada, password: "{{env.P}}", ${secret}`,
      'grant: password, username: ada, password: "{{env.P}}"',
      'grant: refresh-token, refresh-token: "{{env.R}}", client-id: a',
      'grant: jwt-bearer, assertion: { private-key: "{{env.KEY}}", claims: { sub: ada } }',
      'grant: token-exchange, subject-token: "{{env.T}}", subject-token-type: jwt',
    ])
      await expectProblems(oauth2(keys), [])
  })

  for (const [keys, problem] of [
    ['client-id: a', '4:13 missing-key auth oauth2 needs client-secret'],
    ['grant: password, username: ada', '4:13 missing-key auth oauth2 needs password with grant password'],
    [
      `grant: refresh-token, ${secret}`,
      '4:13 missing-key auth oauth2 needs refresh-token with grant refresh-token',
    ],
    [
      `username: ada, ${secret}`,
      '4:65 misplaced-key "username" is for grant password, and this is client-credentials',
    ],
    [
      `grant: jwt-bearer, assertion: "{{env.T}}", subject-token: "{{env.T}}"`,
      '4:108 misplaced-key "subject-token" is for grant token-exchange, and this is jwt-bearer',
    ],
    [
      'client-id: a, credentials: basic',
      '4:13 missing-key auth oauth2 needs client-secret with credentials: basic',
    ],
    [
      `${secret}, client-assertion: "{{env.T}}"`,
      '4:107 misplaced-key oauth2 has client-secret and client-assertion',
    ],
    [`${secret}, credentials: tls`, '4:79 misplaced-key "client-secret" is not sent with credentials: tls'],
    ['client-secret: "{{env.S}}"', '4:13 missing-key auth oauth2 needs client-id'],
    [
      'grant: password, username: a, password: b, client-secret: "{{env.S}}"',
      '4:13 missing-key auth oauth2 needs client-id beside client-secret',
    ],
    [
      `grant: implicit, ${secret}`,
      '4:72 bad-value "grant" must be client-credentials, password, refresh-token, jwt-bearer or token-exchange',
    ],
    [
      'client-id: a, client-assertion: { algorithm: ES256 }',
      '4:97 missing-key "client-assertion" needs the key "private-key"',
    ],
    [
      'client-id: a, client-assertion: { private-key: "{{env.K}}", algorithm: none }',
      '4:136 bad-value "algorithm" must be RS256, RS384, RS512, PS256, PS384, PS512, ES256, ES384, ES512, EdDSA, HS256, HS384 or HS512',
    ],
    [
      'grant: token-exchange, subject-token: "{{env.T}}", subject-token-type: id-tokn',
      '4:116 bad-value "subject-token-type" is no type of tokens (Did you mean "id-token"?)',
    ],
    [
      'grant: token-exchange, subject-token: "{{env.T}}", actor-token: "{{env.T}}", actor-token-type: "urn: x"',
      '4:142 bad-value "actor-token-type" is no type of tokens',
    ],
    [
      'client-id: a, client-assertion: { private-key: "-----BEGIN ENCRYPTED PRIVATE KEY-----" }',
      '4:79 bad-value client-assertion of auth oauth2 cannot be signed: its private-key is encrypted',
    ],
    [
      `${secret}, parameters: { grant_type: password }`,
      '4:107 misplaced-key "parameters" have a grant_type, and the grant is client-credentials',
    ],
  ] as const)
    it(`are not: ${keys}`, async () => {
      await expectProblems(oauth2(keys), [problem])
    })
})
