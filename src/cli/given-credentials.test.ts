import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { httpServer } from '../actions/http/testing/http-server.ts'
import { runLine, withFolder } from '../testing/run-program.ts'

const key = 'sesame-4711'
const schema = { type: 'string' }
const description = {
  openapi: '3.0.3',
  info: { title: 'Things', version: '1' },
  paths: {
    '/a': {
      get: {
        parameters: [{ name: 'access_token', in: 'query', schema }],
        responses: { 200: { description: 'ok', content: { 'application/json': { schema } } } },
      },
    },
  },
}
const pact = {
  consumer: { name: 'web' },
  provider: { name: 'shop' },
  interactions: [
    { description: 'a', request: { method: 'GET', path: '/a' }, response: { status: 200, body: { a: 1 } } },
  ],
}
const reports = ['json', 'html', 'markdown', 'junit'].flatMap(name => ['--reporter', `${name}=out/${name}`])

describe('C2, C3: credentials that were typed', () => {
  const headers = ['X-Api-Key: ', 'X-Auth-Token: ', 'Authorization: Token ', 'Proxy-Authorization: Basic ']
  const calls: readonly (readonly string[])[] = [
    ...headers.flatMap((header, index) =>
      [[], ['--verbose'], ['--curl'], ['--json-output']]
        .slice(index % 2, (index % 2) + 3)
        .map(mode => ['send', 'SERVER/a', '-H', `${header}${key}`, ...mode]),
    ),
    ['send', `SERVER/a?api_key=${key}`, '-v'],
    ['send', `SERVER/a?key=${key}`, '--curl'],
    ['send', 'SERVER/a', '--query', `access_token=${key}`, '-v'],
    ['send', 'SERVER/a', '-G', '-d', `api_key=${key}`, '-v'],
    ['send', `127.0.0.1:1/?api_key=${key}`, '-v'],
    ...[
      ['-H', 'X-Api-Key: {{K}}', '-v'],
      ['-H', 'Authorization: Token {{K}}', '--json-output'],
      ['-H', 'Proxy-Authorization: Basic {{K}}', '--curl'],
      ['--query', 'access_token={{K}}', '-v'],
      ['-u', 'me:{{K}}', '-v'],
      ['-b', 'session={{K}}', '-v'],
      ['-d', 'password={{K}}', '-v'],
      ['-d', `user=me&password=${key}`, '--json-output'],
      ['--data', '{"login":{"password":"{{K}}"}}', '--curl'],
      ['--data', `{"password":"${key}"}`, '-v'],
      ['-F', 'password={{K}}', '-v'],
    ].map(words => ['send', 'SERVER/a', ...words, '--var', `K=${key}`]),
    ['send', 'SERVER/a?api_key={{K}}', '-v', '--var', `K=${key}`],
    ['history', 'show'],
    ['history'],
    ['contract', 'check', 'SERVER', '--spec', 'a.json', '-H', 'X-Api-Key: {{K}}', '--var', `K=${key}`],
    ['pact', 'verify', 'pact.json', '--provider', 'SERVER', '-H', 'X-Api-Key: {{K}}', '--var', `K=${key}`],
    ['contract', 'check', 'SERVER', '--spec', 'a.json', '-H', `X-Api-Key: ${key}`, ...reports],
    ['contract', 'check', 'SERVER', '--spec', 'a.json', '--param', `access_token=${key}`, '--json'],
    ['pact', 'verify', 'pact.json', '--provider', 'SERVER', '-H', `X-Api-Key: ${key}`, ...reports],
    ['pact', 'verify', 'pact.json', '--provider', 'SERVER', '-H', `X-Api-Key: ${key}`],
  ]

  it('are printed nowhere and kept nowhere', async () => {
    let sent = 0
    await using server = await httpServer((request, response) => {
      const told = JSON.stringify([request.url, request.headers, request.body.toString()])
      if (told.includes(key)) sent++
      response.writeHead(200, { 'content-type': 'application/json' }).end(told)
    })
    const files = { 'a.json': JSON.stringify(description), 'pact.json': JSON.stringify(pact) }
    await withFolder(files, async folder => {
      for (const words of calls) {
        const line = words.map(word => word.replace('SERVER', server.url))
        const { output, errors } = await runLine(folder, line)
        assert.doesNotMatch(output + errors, new RegExp(key), line.join(' '))
        assert.notEqual(output + errors, '')
        for (const kept of ['.tool', 'out'].map(name => path.join(folder, name)))
          for (const file of existsSync(kept)
            ? readdirSync(kept, { recursive: true, withFileTypes: true })
            : [])
            if (file.isFile())
              assert.doesNotMatch(
                readFileSync(path.join(file.parentPath, file.name), 'utf8'),
                new RegExp(key),
                `${file.name} of ${line.join(' ')}`,
              )
      }
      assert.ok(sent > 10, `it was sent ${sent} times`)
      const shown = await runLine(folder, [
        'send',
        `${server.url}/a`,
        '-H',
        `X-Api-Key: ${key}`,
        '--curl',
        '--show-secrets',
      ])
      assert.match(shown.output, new RegExp(key))
    })
  })
})

it('C1: credentials in the address of a description are printed nowhere and kept nowhere', async () => {
  await using server = await httpServer((_, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(description))
  })
  const [, host = ''] = server.url.split('//')
  const spec = (port: string): string => `http://me:${key}@${port}/a.json?page=1&api_key=${key}`
  const files = {
    'a.json': JSON.stringify(description),
    'user.json': '{}',
    'a.apitest.yaml': `suite: A\nsteps: [{ request: GET ${server.url}/a }]\n`,
  }
  await withFolder(files, async folder => {
    for (const line of [
      ['import', spec(host)],
      ['import', spec('127.0.0.1:1')],
      ['compile', spec(host), '--to', 'k6'],
      ['contract', 'check', server.url, '--spec', spec(host), ...reports],
      ['contract', 'check', server.url, '--spec', spec(host)],
      ['contract', 'diff', spec(host), 'a.json'],
      ['contract', 'diff', 'a.json', spec(host), '--reporter', 'json'],
      ['validate', 'user.json', '--spec', spec(host), '--operation', 'GET /a'],
      ['validate', 'user.json', '--spec', spec(host), '--operation', 'GET /b'],
      ['a.apitest.yaml', '--spec', spec(host), ...reports],
      ['a.apitest.yaml', '--spec', spec(host)],
    ]) {
      const { output, errors } = await runLine(folder, line)
      assert.notEqual(output + errors, '', line.join(' '))
      assert.doesNotMatch(output + errors, new RegExp(key), line.join(' '))
      for (const kept of readdirSync(folder, { recursive: true, withFileTypes: true }))
        if (kept.isFile())
          assert.doesNotMatch(
            readFileSync(path.join(kept.parentPath, kept.name), 'utf8'),
            new RegExp(key),
            `${kept.name} of ${line.join(' ')}`,
          )
    }
  })
})

describe('C2: credentials that a variable of the shell should have held', () => {
  const warned: readonly (readonly [options: readonly string[], message: string])[] = [
    [['-H', 'Authorization: Bearer '], 'header "Authorization" has nothing behind Bearer'],
    [['-H', 'Proxy-Authorization: Basic '], 'header "Proxy-Authorization" has nothing behind Basic'],
    [['-H', 'X-Api-Key: '], 'header "X-Api-Key" has no value, so it is not sent'],
    [['-H', 'Cookie: a=b; session='], 'cookie "session" has no value'],
    [['-b', 'session='], 'cookie "session" has no value'],
    [['--query', 'api_key='], 'parameter "api_key" has no value'],
    [['SERVER/a?page=1&token='], 'parameter "token" has no value'],
  ]
  const silent = [
    ['-H', 'X-Api-Key:'],
    ['-H', 'X-Api-Key;'],
    ['-H', 'Accept: '],
    ['-H', 'Authorization: abc'],
  ]
  const url = 'http://127.0.0.1:1'
  const lineOf = (options: readonly string[]): string[] => {
    const words = options.map(word => word.replace('SERVER', url))
    return ['send', ...(words.length === 1 ? [] : [url]), ...words, '--curl']
  }

  it('are missed in a warning that names them', async () => {
    await withFolder({ 'a.json': JSON.stringify(description) }, async folder => {
      for (const [options, message] of warned) {
        const { exitCode, errors } = await runLine(folder, lineOf(options))
        assert.equal(exitCode, 0)
        assert.ok(errors.includes(`${message}\n  hint: Perhaps a variable of the shell is not set.`), errors)
      }
      for (const options of silent) assert.equal((await runLine(folder, lineOf(options))).errors, '')
      const check = ['contract', 'check', url, '--spec', 'a.json', '-H', 'X-Api-Key: ']
      assert.match((await runLine(folder, check)).errors, /warning usage {2}header "X-Api-Key" has no value/)
    })
  })
})

describe('C5: credentials that are empty', () => {
  const options: readonly (readonly string[])[] = [
    ['--bearer', ''],
    ['--bearer', ' '],
    ['-u', ''],
    ['--api-key', ''],
    ['--api-key', 'X-Key: '],
    ['--api-key', 'key='],
    ['--oauth2-token-url', '', '--oauth2-client-id', 'a', '--oauth2-client-secret', 'b'],
    ['--oauth2-token-url', 'http://a.test', '--oauth2-client-id', '', '--oauth2-client-secret', 'b'],
    ['--oauth2-token-url', 'http://a.test', '--oauth2-client-id', 'a', '--oauth2-client-secret', ''],
    ['--aws-sigv4', 'aws:amz:eu:s3', '-u', ':'],
    ['--proxy', 'http://127.0.0.1:1', '--proxy-user', ''],
  ]
  for (const option of options)
    it(`${option.map(word => `"${word}"`).join(' ')} is refused`, async () => {
      await withFolder({}, async folder => {
        const { exitCode, errors } = await runLine(folder, ['send', 'http://127.0.0.1:1/', ...option])
        assert.equal(exitCode, 2, errors)
      })
    })
})

it('C1: credentials in headers and parameters of a suite are printed nowhere and kept nowhere', async () => {
  await using server = await httpServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify([request.url, request.headers, { token: `${key}-made` }]))
  })
  const suite = `
suite: A
settings: { headers: { X-Api-Key: ${key} } }
steps:
  - request: GET ${server.url}/login
    extracts: { token: '$[2].token' }
  - request: GET ${server.url}/a?access_token=${key}-text
    headers: { Authorization: 'Bearer {{token}}', X-Plain: wrong }
    query: { api_key: ${key}-query }
    validations: [{ text: wrong }]
`
  await withFolder({ 'a.apitest.yaml': suite }, async folder => {
    const { output } = await runLine(folder, ['.', '--verbose', '-r', 'pretty', ...reports])
    assert.match(output, /Authorization: Bearer \*\*\*/)
    assert.doesNotMatch(output, new RegExp(key))
    for (const kept of ['.tool', 'out'].map(name => path.join(folder, name)))
      for (const name of existsSync(kept) ? readdirSync(kept, { recursive: true, encoding: 'utf8' }) : []) {
        const file = path.join(kept, name)
        if (statSync(file).isFile()) assert.doesNotMatch(readFileSync(file, 'utf8'), new RegExp(key), name)
      }
  })
})
