import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { httpServer, type SeenRequest } from '../../actions/http/testing/http-server.ts'
import { exchange } from '../../actions/http/testing/perform.ts'
import type { JsonObject } from '../../model/json.ts'
import { withFolder } from '../../testing/run-program.ts'
import { version } from '../../util/version.ts'
import { curlOf } from './curl-of.ts'

const run = promisify(execFile)

const withoutCurl =
  spawnSync('curl', ['--version']).error === undefined ? false : 'curl is not installed on this machine'

const long = 'x'.repeat(5000)

/** Steps of every kind, at `/path` of a server; in `cat.png` and `body.json` there are files. */
const kinds: Readonly<Record<string, JsonObject>> = {
  'a plain GET': { request: 'GET /a' },
  'a URL that means something to a shell': { request: "GET /a?x=1&y='$HOME'`id`;*[a]{b}\\!" },
  'a query': { request: 'GET /a', query: { q: 'a b&c', tag: ['x', 'y'] } },
  'a HEAD': { request: 'HEAD /a' },
  'an OPTIONS': { request: 'OPTIONS /a' },
  'a PROPFIND with a body': { request: 'PROPFIND /a', xml: '<propfind/>', headers: { Depth: 1 } },
  'a TRACE': { request: 'TRACE /a' },
  'a DELETE without a body': { request: 'DELETE /a' },
  'a POST without a body': { request: 'POST /a' },
  'a DELETE with a body': { request: 'DELETE /a', json: { id: 1 } },
  'a GET with a body': { request: 'GET /a', json: { id: 1 } },
  'headers that repeat, are empty, or hold quotes': {
    request: 'GET /a',
    headers: { 'X-Tag': ['a', 'b'], 'X-Empty': '', 'X-Quote': `it's "so" $x \\n %s` },
  },
  'a header beyond ASCII': { request: 'GET /a', headers: { 'X-Name': 'caf\u00e9 100% \\n' } },
  'a header left out': { request: 'GET /a', headers: { accept: null, 'user-agent': null } },
  'headers of our own that curl sends, too': {
    request: 'GET /a',
    headers: { accept: 'text/html', 'User-Agent': 'me/1', Host: 'shop.example' },
  },
  'no compression': { request: 'GET /a', headers: { 'accept-encoding': null } },
  'a chosen compression': { request: 'GET /a', headers: { 'accept-encoding': 'gzip' } },
  'a cookie': { request: 'GET /a', headers: { Cookie: 'a=1; b=2' } },
  'a bearer token': { request: 'GET /a', auth: { bearer: "t'o ken" } },
  'basic credentials': { request: 'GET /a', auth: { basic: { username: 'ada', password: 'p:w é' } } },
  'an api key in the query': { request: 'GET /a?x=1', auth: { 'api-key': { query: 'key', value: 'a/b' } } },
  'JSON with quotes, line breaks and emoji': {
    request: 'POST /a',
    json: { name: 'O\'Brien "x"', text: 'a\nb\\n', face: '😀', at: '@file' },
  },
  'JSON by PUT': { request: 'PUT /a', json: [1, 2.5, null, true] },
  'an empty text': { request: 'POST /a', text: '' },
  'a text that begins with @': { request: 'POST /a', text: '@cat.png' },
  'a text over several lines': { request: 'POST /a', text: "one\n\ttwo 'three'\n\n" },
  'a text in another charset': {
    request: 'POST /a',
    text: 'café',
    'content-type': 'text/plain; charset=latin1',
  },
  'a text with line ends of another system': { request: 'POST /a', text: 'a\r\nb\r\n' },
  'a text with a bell and a null character': { request: 'POST /a', text: 'a\u0007b\u0000c 100%\\n' },
  'a body without a content type': {
    request: 'POST /a',
    text: 'x',
    headers: { 'content-type': null },
  },
  'a long body': { request: 'POST /a', json: { long } },
  XML: { request: 'POST /a', xml: '<a b="c">d</a>' },
  'a form': { request: 'POST /a', form: { name: 'Ada L', tags: ['a&b', '='], empty: '' } },
  GraphQL: {
    request: 'POST /a',
    graphql: { query: 'query ($id: ID!) { user(id: $id) { name } }', variables: { id: '1' } },
  },
  'a file': { request: 'POST /a', file: 'cat.png' },
  'a file of another type by PUT': {
    request: 'PUT /a',
    file: 'body.json',
    'content-type': 'application/vnd.x+json',
  },
  'a multipart form': {
    request: 'POST /a',
    multipart: {
      caption: 'Summer; "best" \\ of',
      at: '@cat.png',
      photo: { file: 'cat.png' },
      renamed: { file: 'body.json', filename: 'a "b"; c.json', 'content-type': 'text/plain' },
      meta: { text: '{"a": "b;c"}', 'content-type': 'application/json' },
      written: { text: 'a,b\n', filename: 'table.csv' },
      tag: ['a', 'b'],
    },
  },
  'a part with its own header lines': {
    request: 'POST /a',
    multipart: {
      a: { text: 'x', headers: { 'X-Part': 'a; "b"' } },
      b: { file: 'cat.png', headers: { 'X-B': '1' } },
    },
  },
  'parts that are no form': {
    request: 'POST /a',
    'content-type': 'multipart/mixed',
    multipart: {
      a: { text: 'x', 'content-type': 'text/plain', headers: { 'X-Part': '1' } },
      b: { file: 'cat.png' },
    },
  },
  'a multipart form with several lines': { request: 'POST /a', multipart: { text: 'a\nb' } },
}

describe('curl sends what apitest sent', { skip: withoutCurl }, () => {
  for (const [name, step] of Object.entries(kinds))
    it(name, async () => {
      const [ours, theirs] = await sendTwice(step)
      assert.deepEqual(comparable(theirs), comparable(ours))
    })
})

/** Returns the requests that arrive when the step is sent, and when its curl line is run in a shell. */
async function sendTwice(step: JsonObject): Promise<readonly [SeenRequest, SeenRequest]> {
  await using server = await httpServer((_request, response) => response.end('ok'))
  return await withFolder({ 'body.json': '{ "a": 1 }\n' }, async directory => {
    await writeFile(path.join(directory, 'cat.png'), Buffer.from([0x89, 0x50, 0, 13, 10, 255]))
    const request = (step['request'] as string).replace(' ', ` ${server.url}`)
    const sent = await exchange({ ...step, request }, { directory })
    const line = curlOf(sent.request)
    assert.ok(line !== undefined)
    const [ours] = server.seen
    assert.ok(ours !== undefined)
    for (const [, file = ''] of line.matchAll(/^# .* in the file "(.*)"$/gm))
      await writeFile(path.join(directory, file), file === 'body' ? ours.body : 'a,b\n')
    // No configuration of the machine's own.
    const environment = { PATH: process.env['PATH'], HOME: directory, LC_ALL: 'C.UTF-8' }
    await run('sh', ['-c', line.replace(/(^|\n|\| )curl /, '$1curl --silent --max-time 20 ')], {
      cwd: directory,
      env: environment,
    })
    const theirs = server.seen[1]
    assert.ok(theirs !== undefined)
    return [ours, theirs]
  })
}

/**
 * A request without what two programs may do differently: the order and letter case of header lines, the program's own
 * name, the codings it understands, the boundary it makes up, and whether an empty body has its length told.
 */
function comparable({ method, url, rawHeaders, headers, body }: SeenRequest): unknown {
  const boundary = /boundary=(\S+)/.exec(headers['content-type'] ?? '')?.[1]
  const withoutBoundary = (text: string): string =>
    boundary === undefined ? text : text.replaceAll(boundary, 'BOUNDARY')
  const lines = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [`${name.toLowerCase()}: ${withoutBoundary(rawHeaders[index + 1] ?? '')}`] : [],
  )
  const isOwn = (line: string): boolean =>
    /^connection:|^content-length: 0$/.test(line) ||
    (boundary !== undefined && line.startsWith('content-length:'))
  const asOurs = (line: string): string => {
    if (line.startsWith('user-agent: curl/')) return `user-agent: apitest/${version}`
    return /^accept-encoding: .*,/.test(line) ? 'accept-encoding: several' : line
  }
  return {
    method,
    url,
    headers: lines
      .filter(line => !isOwn(line))
      .map(asOurs)
      .sort(),
    body: withoutBoundary(body.toString('latin1')),
  }
}

describe('curl follows redirects as apitest does', { skip: withoutCurl }, () => {
  for (const [name, step, more] of [
    ['with the cookies set on the way', { request: 'GET /302' }, {}],
    ['without cookies', { request: 'GET /302' }, { cookies: false }],
    ['with a cookie of its own', { request: 'GET /302', headers: { Cookie: 'a=1' } }, {}],
    ['with a form', { request: 'POST /302', form: { a: '1' } }, {}],
    ['with the body of a PUT', { request: 'PUT /302', json: [1] }, {}],
    ['with the body of a POST that is repeated', { request: 'POST /307', json: [1] }, {}],
  ] satisfies [string, JsonObject, JsonObject][])
    it(name, async () => {
      const [ours, theirs] = await followTwice(step, more)
      assert.equal(ours.length, 2)
      assert.deepEqual(theirs, ours)
    })
})

/** Every request that arrives when the step is sent, and when the curl line of its first request is run in a shell. */
async function followTwice(
  step: JsonObject,
  more: JsonObject,
): Promise<readonly [readonly unknown[], readonly unknown[]]> {
  await using server = await httpServer(({ url }, response) => {
    const status = Number(url.slice(1))
    response.writeHead(status > 0 ? status : 200, { location: '/', 'set-cookie': 'way=1' }).end()
  })
  const whole = { ...step, request: (step['request'] as string).replace(' ', ` ${server.url}`) }
  const settings = { 'follow-redirects': true, ...more }
  const { request } = await exchange(whole)
  await exchange(whole, { settings: { transport: settings } })
  const count = server.seen.length
  const line = curlOf({ ...request, settings }) ?? ''
  await run('sh', ['-c', line.replace(/^curl /, 'curl --silent --max-time 20 ')])
  const all = server.seen.map(comparable)
  return [all.slice(1, count), all.slice(count)]
}

describe('a curl line', () => {
  const request = {
    summary: 'GET https://api.example.com/',
    method: 'GET',
    url: 'https://api.example.com/',
    headers: [
      ['host', 'api.example.com'],
      ['accept', '*/*'],
      ['user-agent', 'me'],
    ] as const,
  }

  it('is one line while it is short', () => {
    assert.equal(curlOf(request), "curl https://api.example.com/ -H 'user-agent: me'")
  })

  it('has every setting that matters', () => {
    const settings = {
      tls: {
        verify: false,
        ca: '/ca.pem',
        crl: '/crl.pem',
        certificate: '/me.pem',
        key: '/me.key',
        passphrase: 'p w',
        'min-version': '1.2',
      },
      proxy: {
        url: 'http://proxy:3128',
        username: 'ada',
        password: 'secret',
        'no-proxy': ['a.example', 'b.example'],
      },
      resolve: { 'api.example.com:443': '127.0.0.1:8443' },
      'unix-socket': '/run/app.sock',
      'http-version': 2,
      'follow-redirects': 5,
    }
    assert.equal(
      curlOf({ ...request, settings }),
      [
        'curl https://api.example.com/',
        "-H 'user-agent: me'",
        '--http2',
        '--insecure',
        '--cacert /ca.pem',
        '--crlfile /crl.pem',
        '--cert /me.pem',
        '--key /me.key',
        "--pass 'p w'",
        '--tlsv1.2',
        "--noproxy '*'",
        '--connect-to api.example.com:443:127.0.0.1:8443',
        '--unix-socket /run/app.sock',
        '--location',
        '--max-redirs 5',
        "--cookie ''",
      ].join(' \\\n  '),
    )
  })

  it('goes through the proxy what no other address is known for', () => {
    const settings = {
      proxy: {
        url: 'http://proxy:3128',
        username: 'ada',
        password: 'secret',
        'no-proxy': ['a.example', 'b.example'],
      },
      resolve: { 'other.example.com:443': '127.0.0.1:8443' },
    }
    assert.match(
      curlOf({ ...request, settings }) ?? '',
      /--proxy http:\/\/proxy:3128 .*--proxy-user ada:secret .*--noproxy a.example,b.example/s,
    )
  })

  it('speaks HTTP/2 without TLS at once', () => {
    const line = curlOf({ ...request, url: 'http://a.example/', settings: { 'http-version': 2 } })
    assert.match(line ?? '', /--http2-prior-knowledge/)
  })

  it('lets curl compute what holds for one request only', () => {
    const headers = [
      ...request.headers,
      ['Authorization', 'Digest response="1"'],
      ['x-amz-date', '1'],
    ] as const
    const digest = { digest: { username: 'ada', password: '***' } }
    assert.match(
      curlOf({ ...request, headers, settings: { auth: digest } }) ?? '',
      /me' --digest -u 'ada:\*\*\*'$/,
    )
    const aws = { 'access-key-id': 'AK', 'secret-access-key': '***', region: 'eu-west-1', service: 's3' }
    assert.match(
      curlOf({ ...request, headers, settings: { auth: { aws } } }) ?? '',
      /--aws-sigv4 aws:amz:eu-west-1:s3.*-u 'AK:\*\*\*'$/s,
    )
  })

  it('is not made of what is no HTTP request, or was not kept', () => {
    assert.equal(curlOf({ summary: 'exec date', headers: [] }), undefined)
    assert.equal(curlOf({ ...request, headers: [] }), undefined)
  })

  it('has a body in which a secret is masked, whatever its length was', () => {
    const body = { text: '{"password":"***"}', size: 47, truncated: false }
    const post = { ...request, method: 'POST', headers: [['host', 'shop.example']] as const, body }
    assert.match(curlOf(post) ?? '', /--data-raw '\{"password":"\*\*\*"\}'/)
    assert.match(curlOf({ ...post, body: { ...body, text: '\ufffd ***' } }) ?? '', /@body$/)
  })

  it('is explained where the body cannot stand in it', async () => {
    await using server = await httpServer()
    const sent = await exchange({ request: `POST ${server.url}/`, text: long })
    assert.match(
      curlOf(sent.request) ?? '',
      /^# the body, 5000 bytes, must be in the file "body"\ncurl .*@body$/s,
    )
  })
})
