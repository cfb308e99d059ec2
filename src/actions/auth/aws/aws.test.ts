import assert from 'node:assert/strict'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, it } from 'node:test'
import type { HeaderList } from '../../../model/exchange.ts'
import type { JsonObject } from '../../../model/json.ts'
import { runCurl } from '../../../testing/run-curl.ts'
import type { ActionContext } from '../../action.ts'
import { httpServer } from '../../http/testing/http-server.ts'
import { exchange, failure } from '../../http/testing/perform.ts'
import { awsKeys, awsServer } from '../testing/aws-server.ts'
import { signAws } from './sign-aws.ts'

/** The signature of a request of AWS's published test suite for Signature Version 4. */
function signature(method: string, target: string, headers: HeaderList = [], body = ''): string | undefined {
  const keys = {
    accessKeyId: 'AKIDEXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
    region: 'us-east-1',
    service: 'service',
  }
  const all: HeaderList = [['Host', 'example.amazonaws.com'], ...headers]
  const request = { method, path: target, headers: all, body: Buffer.from(body) }
  const lines = signAws(request, keys, new Date('2015-08-30T12:36:00Z'))
  return signatureIn(lines)
}

function signatureIn(lines: HeaderList): string | undefined {
  return /Signature=(\w+)$/.exec(lines.at(-1)?.[1] ?? '')?.[1]
}

const form: HeaderList = [['Content-Type', 'application/x-www-form-urlencoded']]

describe('the test suite of AWS', () => {
  for (const [name, expected, ...request] of [
    ['get-vanilla', '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31', 'GET', '/'],
    ['post-vanilla', '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b', 'POST', '/'],
    [
      'get-vanilla-query-order-key-case',
      'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
      'GET',
      '/?Param2=value2&Param1=value1',
    ],
    [
      'get-header-key-duplicate',
      'c9d5ea9f3f72853aea855b47ea873832890dbdd183b4468f858259531a5138ea',
      'GET',
      '/',
      [
        ['My-Header1', 'value2'],
        ['My-Header1', 'value2'],
        ['My-Header1', 'value1'],
      ],
    ],
    [
      'get-header-value-trim',
      'acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736',
      'GET',
      '/',
      [
        ['My-Header1', ' value1'],
        ['My-Header2', ' "a   b   c"'],
      ],
    ],
    [
      'post-x-www-form-urlencoded',
      'ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a',
      'POST',
      '/',
      form,
      'Param1=value1',
    ],
  ] as const)
    it(name, () => {
      const [method, target, headers, body] = request
      assert.equal(signature(method, target, headers, body), expected)
    })

  for (const [target, expected] of [
    ['/?lifecycle', 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'],
    ['/?max-keys=2&prefix=J', '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7'],
  ] as const)
    it(`S3: GET ${target}`, () => {
      const keys = {
        accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
        secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
        region: 'us-east-1',
        service: 's3',
      }
      const headers: HeaderList = [['host', 'examplebucket.s3.amazonaws.com']]
      const hash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
      const request = { method: 'GET', path: target, headers, body: { hash } }
      assert.equal(signatureIn(signAws(request, keys, new Date('2013-05-24T00:00:00Z'))), expected)
    })
})

/** The body of the answer to a signed request. */
async function answer(
  input: JsonObject,
  more: JsonObject = {},
  changes: Partial<ActionContext> = {},
): Promise<string> {
  const aws = { ...awsKeys, region: 'eu-central-1', service: 'execute-api', ...more }
  return (await exchange({ ...input, auth: { aws } }, changes)).response.body.text()
}

describe('a server that checks signatures', () => {
  for (const service of ['execute-api', 's3'])
    it(`takes every kind of request for ${service}`, async () => {
      const folder = await mkdtemp(path.join(tmpdir(), 'apitest-'))
      await writeFile(path.join(folder, 'body.txt'), 'x'.repeat(200_000))
      await using server = await awsServer()
      for (const input of [
        { request: `GET ${server.url}/` },
        { request: `GET ${server.url}/a%20b/(c)'d!e*~ü?z=1&b=b%20c&a=(%2F)&empty=` },
        { request: `POST ${server.url}/items`, json: { name: 'Ada', note: 'ü' } },
        { request: `POST ${server.url}/`, form: { a: 'b c' }, headers: { 'X-List': ['b', 'a'] } },
        { request: `PUT ${server.url}/file`, file: 'body.txt' },
        { request: `DELETE ${server.url}/`, headers: { 'x-amz-meta-name': '  a   b ' } },
      ])
        assert.equal(await answer(input, { service }, { directory: folder }), 'signed', input.request)
    })

  it('sees a session token, which is signed', async () => {
    await using server = await awsServer()
    assert.equal(await answer({ request: `GET ${server.url}/` }, { 'session-token': 'token' }), 'signed')
    assert.equal(server.seen[0]?.headers['x-amz-security-token'], 'token')
    assert.match(server.seen[0].headers.authorization ?? '', /SignedHeaders=[^,]*;x-amz-security-token,/)
  })

  it('refuses another key', async () => {
    await using server = await awsServer()
    const text = await answer({ request: `GET ${server.url}/` }, { 'secret-access-key': 'wrong' })
    assert.match(text, /^another signature/)
  })

  it('takes what curl signs, too', async t => {
    await using server = await awsServer()
    const { 'access-key-id': id, 'secret-access-key': secret } = awsKeys
    const options = ['--aws-sigv4', 'aws:amz:eu-central-1:execute-api', '-u', `${id}:${secret}`]
    const printed = await runCurl(...options, '-d', '{"a":1}', `${server.url}/items/1?a=1&b=2`)
    if (printed === undefined) t.skip('curl is not installed')
    else assert.equal(printed, 'signed')
  })

  it('gets each redirect signed anew, and another origin none', async () => {
    await using other = await httpServer()
    await using server = await httpServer(({ url }, response) => {
      response.writeHead(302, { location: url === '/' ? '/next' : other.url }).end()
    })
    const settings = { transport: { 'follow-redirects': true } }
    const aws = { ...awsKeys, region: 'eu-central-1', service: 'execute-api' }
    const { request } = await exchange({ request: `GET ${server.url}/`, auth: { aws } }, { settings })
    const [first, next] = server.seen.map(({ headers }) => headers.authorization)
    assert.match(first ?? '', /^AWS4/)
    assert.notEqual(first, next)
    assert.equal(request.settings?.['auth'], undefined)
    const names = Object.keys(other.seen[0]?.headers ?? {})
    assert.deepEqual(
      names.filter(name => name.startsWith('x-amz') || name === 'authorization'),
      [],
    )
  })
})

it('a file that is missing is named before anything is signed', async () => {
  const aws = { ...awsKeys, region: 'a', service: 's3' }
  const { kind, message } = await failure({
    request: 'PUT http://127.0.0.1:1/',
    file: 'none.txt',
    auth: { aws },
  })
  assert.equal(kind, 'File Error')
  assert.match(message, /^"none.txt" does not exist/)
})
