import type { JsonObject, JsonValue } from '../../model/json.ts'
import type { Files } from '../../testing/run-program.ts'

/** Each is special in every notation, with words that none of them changes. */
export const secrets = {
  fromEnvironment: `Zq7WdReA"&+/ <é>Mv4TnYpB'=%\\Kx9w2LbC`,
  fromConfiguration: `Hb5QsXuD"&+/ <ü>Jc8RkZmE'=%\\Tf3y6NgF`,
  fromSuite: `Pd2LvGwH"&+/ <ñ>Qe6BtCxJ'=%\\Uh9s4MrK`,
  fromRow: `Wk8NzFyL"&+/ <ß>Ra3DjHqM'=%\\Vg7b5XpN`,
  inUrl: `Gs6TnRbV&"+/ >å<Xc3HyKpW%'=\\Lf5d8QmJ`,
  inCookie: `Nf8RbKsT~Xw3ZqLdP.Cv6MhJyG`,
  fromCommand: `Bn7QxWdP"&+/ <Ä>Ks3FvRyG'=%\\Ej5h8PzC`,
  fromAnswer: `Yt4KcPhQ/+Sm6GfJnR~Bu9v3ZdT`,
} as const

/** All of them. */
export const allSecrets = Object.values(secrets)

/** The content of the environment file. */
const environment = {
  SECRET: secrets.fromEnvironment,
  FROM_COMMAND: secrets.fromCommand,
  ENCODED: encodeURIComponent(secrets.fromEnvironment),
  HOST: `${(secrets.fromEnvironment.match(/\w{6,}/g) ?? []).join('.')}.test`,
}

/** The files of a project that uses its secrets wherever it can; many of its steps go wrong. */
export function secretProject(server: string): Files {
  return {
    'apitest.config.yaml': yaml({
      'env-file': '.env',
      'allow-exec': true,
      environments: {
        test: {
          variables: { server },
          secrets: {
            configured: secrets.fromConfiguration,
            commanded: { command: ['node', '-p', 'process.env.FROM_COMMAND'] },
            unread: { command: ['node', 'tell.cjs', '--failing'] },
          },
        },
      },
      environment: 'test',
    }),
    '.env': Object.entries(environment)
      .map(([name, value]) => `${name}=${JSON.stringify(value)}\n`)
      .join(''),
    'body.txt': `The password is ${secrets.fromEnvironment}.`,
    'unread/a.apitest.yaml': suite('Unread', [{ request: 'GET {{server}}/json?q={{unread}}' }]),
    'tell.cjs':
      'process.env.IT ??= process.env.FROM_COMMAND; process.stdout.write(process.env.IT); process.stderr.write(process.env.IT); process.exit(3)',
    'number.schema.json': '{"type":"object","additionalProperties":{"type":"number"}}',
    'suites/all-told.apitest.yaml': yaml({
      suite: 'Told before anybody has used them',
      steps: [{ request: 'GET {{server}}/everything', name: `In clear ${secrets.fromSuite}`, ...wrong }],
    }),
    'suites/first.apitest.yaml': suite('First', earlySteps),
    'suites/credentials.apitest.yaml': suite('Credentials', credentialSteps),
    'suites/messages.apitest.yaml': suite('Messages', messageSteps),
    'suites/judgements.apitest.yaml': suite('Judgements', judgementSteps),
    'suites/ways.apitest.yaml': suite('Ways', waySteps),
    'suites/urls.apitest.yaml': suite('URLs', urlSteps(new URL(server).host), {
      variables: { home: `http://ada:${inUrl}@${new URL(server).host}` },
    }),
    'suites/cookies.apitest.yaml': suite('Cookies', cookieSteps),
    'suites/rows.apitest.yaml': suite('Rows', rowSteps, {
      data: [{ user: 'ada', password: secrets.fromRow }, { password: secrets.fromRow }],
    }),
    'saved/a.apitest.yaml': suite('Values for a contract check', [
      { request: 'GET {{server}}/json', query: { a: '{{commanded}}', b: '{{own}}', c: secret } },
    ]),
    'mistakes/a.apitest.yaml': suite('Mistakes', mistakes),
    'mistakes/b.apitest.yaml': `suite: Not YAML\nsecrets: { own: ${JSON.stringify(secrets.fromSuite)}, : }\nsteps: []\n`,
    'shared/used.apitest.yaml': suite('Used', [{ request: 'GET {{server}}/json?q={{given}}' }], {
      inputs: ['given'],
    }),
  }
}

type Steps = readonly JsonObject[]

function suite(name: string, steps: Steps, more: JsonObject = {}): string {
  return yaml({
    suite: name,
    secrets: { own: secrets.fromSuite },
    settings: { 'stop-on-failure': false, timeout: '5s' },
    ...more,
    steps,
  })
}

/** JSON with a line for each key and step, which YAML takes, too. */
function yaml(document: JsonObject): string {
  const lines = Object.entries(document).map(([key, value]) =>
    key === 'steps' && Array.isArray(value)
      ? `steps:\n${(value as readonly JsonValue[]).map(step => `  - ${JSON.stringify(step)}\n`).join('')}`
      : `${key}: ${JSON.stringify(value)}\n`,
  )
  return lines.join('')
}

const secret = '{{env.SECRET}}'
const wrong = { validations: [{ status: 418 }, { '$.first': 'nothing' }, { '$.forms': { 'has-length': 0 } }] }

/** Steps whose answers come out before the step that makes a value of them a secret. */
const earlySteps: Steps = [
  {
    name: 'The answer tells a secret that a later step uses',
    request: 'POST {{server}}/token',
    json: { password: '{{own}}' },
    extracts: { token: '$.access_token' },
  },
  { request: 'GET {{server}}/json', auth: { bearer: '{{token}}' }, ...wrong },
  { request: 'GET {{server}}/json?q={{configured}}', headers: { 'X-Own': '{{own}}' }, ...wrong },
  { request: 'GET {{server}}/json?q={{commanded}}', headers: { 'X-Own': '{{own}}' }, ...wrong },
  {
    request: 'POST {{server}}/json',
    json: { a: '{{commanded}}' },
    auth: { bearer: '{{commanded}}' },
    ...wrong,
  },
  {
    exec: ['node', '-p', 'require("fs").readFileSync("../body.txt", "utf8")'],
    validations: [{ text: 'no' }],
  },
  { exec: ['node', '../tell.cjs'], environment: { IT: secret } },
]

const basic = { username: 'ada', password: secret }
const client = { 'token-url': '{{server}}/token', 'client-id': 'shop', 'client-secret': secret }

const credentialSteps: Steps = [
  { request: 'GET {{server}}/json', auth: { bearer: secret }, ...wrong },
  { request: 'GET {{server}}/page', auth: { bearer: secret }, ...wrong },
  { request: 'GET {{server}}/json', auth: { bearer: secrets.fromSuite }, ...wrong },
  { request: 'GET {{server}}/json', auth: { basic }, ...wrong },
  { request: 'GET {{server}}/json', auth: { 'api-key': { query: 'key', value: secret } }, ...wrong },
  { request: 'GET {{server}}/json', auth: { 'api-key': { header: 'X-Key', value: secret } }, ...wrong },
  { request: 'GET {{server}}/digest', auth: { digest: basic }, ...wrong },
  { request: 'GET {{server}}/json', auth: { oauth2: client }, ...wrong },
  {
    request: 'GET {{server}}/json',
    auth: { aws: { 'access-key-id': secret, 'secret-access-key': secret, region: 'eu', service: 's3' } },
    ...wrong,
  },
  { request: 'GET {{server}}/json', auth: { oauth2: { ...client, credentials: 'basic' } }, ...wrong },
  {
    request: 'GET {{server}}/json',
    auth: { oauth2: { ...client, grant: 'password', username: 'ada', password: '{{commanded}}' } },
    ...wrong,
  },
  {
    request: 'GET {{server}}/json',
    auth: { oauth2: { ...client, grant: 'refresh-token', 'refresh-token': secret } },
    ...wrong,
  },
  {
    request: 'GET {{server}}/json',
    auth: {
      oauth2: { ...client, grant: 'token-exchange', 'subject-token': secret, 'actor-token': '{{own}}' },
    },
    ...wrong,
  },
  {
    request: 'GET {{server}}/json',
    auth: {
      oauth2: { ...client, grant: 'jwt-bearer', assertion: { 'private-key': secret, algorithm: 'HS256' } },
    },
    ...wrong,
  },
  {
    request: 'GET {{server}}/json',
    auth: { oauth2: { ...client, grant: 'jwt-bearer', assertion: { 'private-key': secret } } },
  },
  {
    request: 'GET {{server}}/json',
    auth: { oauth2: { ...client, parameters: { extra: secret } } },
    ...wrong,
  },
  { request: 'GET {{server}}/json', auth: { oauth2: { ...client, 'token-url': '{{server}}/refused' } } },
  {
    request: 'GET {{server}}/json',
    auth: { oauth2: { ...client, 'token-url': 'http://127.0.0.1:1/{{own}}' } },
  },
  {
    request: 'GET {{server}}/json',
    auth: {
      aws: {
        'access-key-id': 'AK1',
        'secret-access-key': '{{env.ENCODED}}',
        'session-token': '{{env.ENCODED}}',
        region: 'eu',
        service: 's3',
      },
    },
    ...wrong,
  },
]

const messageSteps: Steps = [
  { name: `A name with ${secret}`, request: `GET {{server}}/broken?q={{env.ENCODED}}` },
  { request: `GET {{server}}/json/${secret}`, ...wrong },
  { request: 'GET {{server}}/json', query: { q: [secret, 'b'] }, ...wrong },
  { request: 'GET {{server}}/page', query: { q: secret }, ...wrong },
  { request: 'GET {{server}}/json', headers: { 'X-Secret': [secret, `a ${secret}`] }, ...wrong },
  { request: 'GET {{server}}/json', headers: { Cookie: `a={{env.ENCODED}}` }, ...wrong },
  { request: 'GET {{server}}/json', ...wrong },
  { request: 'POST {{server}}/json', json: { a: secret, b: { c: [`x${secret}`] } }, ...wrong },
  { request: 'POST {{server}}/json', json: { [secret]: 'its name' }, ...wrong },
  { request: 'POST {{server}}/json', form: { a: secret }, ...wrong },
  { request: 'POST {{server}}/json', text: `a ${secret} b`, ...wrong },
  { request: 'POST {{server}}/json', xml: `<a>${secret}</a>`, ...wrong },
  { request: 'POST {{server}}/json', graphql: { query: '{ a }', variables: { a: secret } }, ...wrong },
  {
    request: 'POST {{server}}/json',
    multipart: { a: secret, b: { text: secret, filename: 'a.txt' }, c: { file: '../body.txt' } },
    ...wrong,
  },
  { request: 'POST {{server}}/json', file: '../body.txt', ...wrong },
  { request: 'GET {{server}}/away?q={{env.ENCODED}}', ...wrong },
  { request: 'GET {{server}}/away?q={{env.ENCODED}}', 'follow-redirects': true, ...wrong },
  { use: '../shared/used.apitest.yaml', with: { given: '{{env.ENCODED}}' }, validations: [{ '$.a': 1 }] },
  { set: { mine: `my ${secret}` } },
  { request: 'POST {{server}}/json', json: { a: '{{mine}}' }, ...wrong },
]

/** Behind so many letters the secret stands on the edge of what a message shows. */
const pads = [40, 60, 70, 76, 90, 160, 170, 180, 185, 190, 195, 198]

/** Behind so many it stands on the edge of what a report keeps of a body. */
const largePads = [16_350, 16_360, 16_370, 16_380, 16_382]

const judgementSteps: Steps = [
  {
    request: 'GET {{server}}/long/{{pad}}',
    data: pads.map(pad => ({ pad, filler: 'y'.repeat(pad) })),
    headers: { 'X-Secret': secret },
    validations: [
      { text: 'short' },
      { text: `{{filler}}${secret}` },
      { text: { 'matches-regex': `^a{2}${secret}$` } },
      { text: { 'one-of': [`{{filler}}${secret}`] } },
    ],
    extracts: { short: { from: 'text', regex: '^z(.*)$' } },
  },
  {
    request: 'GET {{server}}/long/{{pad}}',
    data: largePads.map(pad => ({ pad })),
    headers: { 'X-Secret': secret },
    validations: [{ text: 'short' }],
  },
  {
    request: 'POST {{server}}/json',
    data: pads.map(pad => ({ filler: 'y'.repeat(pad) })),
    json: { value: `{{filler}}${secret}` },
    validations: [
      { '$.body': { matches: { value: 1 } } },
      { $: { matches: { body: { a: 1 }, first: '<integer>' } } },
      { $: { matches: { body: `{{filler}}${secret}` } } },
      { schema: '../number.schema.json' },
    ],
    extracts: { everything: '$', keys: '$.keys', nothing: '$.nothing' },
  },
  { request: 'GET {{server}}/json?q={{env.ENCODED}}', validations: [{ [`$['x${secret}']`]: 1 }] },
  {
    request: 'GET {{server}}/json?q={{env.ENCODED}}',
    validations: [{ 'header x-heard': secret }, { 'header x-heard': 'no' }],
  },
  {
    request: 'GET {{server}}/json?q={{env.ENCODED}}',
    extracts: { heard: '$.first', cookie: 'header set-cookie' },
    ...wrong,
  },
  { when: { heard: { equals: 'something else' } }, request: 'GET {{server}}/json' },
  { when: { heard: 'x', own: { contains: `no ${secret}` } }, request: 'GET {{server}}/json' },
  {
    request: 'GET {{server}}/json?q={{env.ENCODED}}',
    retry: { attempts: 2, interval: '1ms', 'stop-when': [{ '$.first': secret }] },
    ...wrong,
  },
  { request: 'GET {{server}}/json', validations: [{ schema: '{{env.ENCODED}}.schema.json' }] },
]

const proxy = (user: string): JsonObject => ({ proxy: `http://ada:${user}@127.0.0.1:1` })

const waySteps: Steps = [
  { request: 'GET http://127.0.0.1:1/{{env.ENCODED}}' },
  { request: `GET http://127.0.0.1:1/?q=${secret}` },
  { request: 'GET http://ada:{{env.ENCODED}}@127.0.0.1:1/' },
  { request: 'GET {{env.SECRET}}' },
  {
    request: 'GET http://{{env.HOST}}:1/',
    resolve: { '{{env.HOST}}:1': '127.0.0.1:1' },
  },
  { request: 'GET http://127.0.0.1:{{env.SECRET}}/' },
  { request: 'GET http://{{env.ENCODED}}/' },
  { request: 'GET {{server}}/json', ...proxy('{{env.ENCODED}}') },
  { request: 'GET https://127.0.0.1:2/', ...proxy('{{env.ENCODED}}') },
  { request: 'GET {{server}}/json', ...proxy(encodeURIComponent(secrets.fromSuite)) },
  {
    request: 'GET {{server}}/json',
    proxy: { url: '{{server}}', username: 'ada', password: secret },
    ...wrong,
  },
  { request: 'GET https://127.0.0.1:2/', proxy: { url: '{{server}}', username: 'ada', password: secret } },
  { request: 'GET {{server}}/json', proxy: 'socks5://ada:{{env.ENCODED}}@127.0.0.1:1' },
  { request: 'GET {{server}}/json', proxy: `http://ada:${secret}@127.0.0.1:1` },
  { request: 'GET {{server}}/json', proxy: '{{env.ENCODED}}' },
  { request: 'GET https://127.0.0.1:1/', tls: { ca: '{{env.SECRET}}.pem' } },
  { request: 'GET https://127.0.0.1:1/', tls: { pfx: '../body.txt', passphrase: secret } },
  { request: 'GET {{server}}/json', headers: { 'X-Broken': `a\n${secret}` } },
  { request: 'GET {{server}}/json', headers: { 'X-Broken': `€${secret}` } },
  { request: 'GET {{server}}/json', headers: { [secret]: 'x' } },
  { request: 'POST {{server}}/json', file: `${secret}.txt` },
  { request: 'GET {{server}}/json', resolve: { 'a.test:80': secret } },
  { request: 'GET {{server}}/json', 'unix-socket': `/tmp/${secret}` },
  { wait: [`http://127.0.0.1:1/{{env.ENCODED}}`], timeout: '200ms' },
  { exec: `node ${secret}` },
  { exec: ['node', '-e', 'console.error(process.argv)', secret], validations: [{ status: 7 }] },
]

const inUrl = encodeURIComponent(secrets.inUrl)

/** Each is named after its action, and has a password in its URL. */
function urlSteps(host: string): Steps {
  return [
    { request: `GET http://ada:${inUrl}@${host}/json`, ...wrong },
    { request: `GET http://ada:${inUrl}@127.0.0.1:1/` },
    { request: 'GET {{home}}/json', ...wrong },
    { request: 'POST {{server}}/json', text: '{{home}}', ...wrong },
    { request: 'GET {{server}}/json', auth: { bearer: 'x' }, headers: { Referer: '{{home}}' }, ...wrong },
    { request: `GET http://${host}/json`, proxy: `http://ada:${inUrl}@127.0.0.1:1` },
    { websocket: `ws://ada:${inUrl}@${host}/`, timeout: '500ms' },
    { sse: `http://ada:${inUrl}@${host}/json`, ...wrong },
    { amqp: 'publish', url: `amqp://ada:${inUrl}@127.0.0.1:1`, exchange: 'a', json: {} },
    { wait: [`http://ada:${inUrl}@127.0.0.1:1/`], timeout: '100ms' },
    { exec: ['node', '-p', 'process.argv', `http://ada:${inUrl}@${host}`], validations: [{ text: 'no' }] },
    { set: { mine: `http://ada:${inUrl}@${host}/json` } },
    { request: 'GET {{mine}}', ...wrong },
  ]
}

/** A session begins with an answer, and is told by those that follow. */
const cookieSteps: Steps = [
  {
    request: 'GET {{server}}/login',
    validations: [{ 'header set-cookie': `sid=${secrets.inCookie}; Path=/kept; HttpOnly` }, { status: 418 }],
    extracts: { session: { from: 'header set-cookie', regex: 'sid=([^;]*)' } },
  },
  { request: 'GET {{server}}/kept', ...wrong },
  { request: 'GET {{server}}/kept?again={{session}}', ...wrong },
  { request: 'GET {{server}}/json', headers: { Cookie: `theme=dark; sid=${secrets.inCookie}` }, ...wrong },
]

const rowSteps: Steps = [
  {
    request: 'GET {{server}}/json',
    auth: { basic: { username: 'ada', password: '{{password}}' } },
    ...wrong,
  },
]

/** Each is refused, in a line that has a secret in clear. */
const mistakes: Steps = [
  { request: 'GET {{server}}/json', auth: { bearer: secrets.fromSuite, basic: {} } },
  { request: 'GET {{server}}/json', auth: { basic: { username: 'a', pasword: secrets.fromSuite } } },
  { request: `GET {{server}}/json?q=${secrets.fromSuite}`, validatons: [] },
  { request: `{{nobody}} ${secrets.fromSuite}` },
  { request: 'GET {{server}}/json', auth: { bearer: `{{nobody}} ${secrets.fromSuite}` } },
  { request: 'GET {{server}}/json', proxy: { url: 'http://a', password: secrets.fromSuite, port: 1 } },
]

/** A call, and what it comes to. */
export interface SecretCall {
  readonly args: readonly string[]
  readonly exitCode: number
  /** The fewest masks when the request is printed, too. */
  readonly masks?: number
}

/** Calls that carry a secret wherever one can be. */
export function secretCalls(server: string): readonly SecretCall[] {
  const told = (...args: readonly string[]): SecretCall => ({
    args: [`${server}/json`, ...args],
    exitCode: 0,
  })
  const untold = (url: string, ...args: readonly string[]): SecretCall => ({
    args: [url, ...args],
    exitCode: 3,
  })
  const encoded = '{{env.ENCODED}}'
  return [
    told('--bearer', secret),
    told('--bearer', secrets.fromSuite),
    told('--user', `ada:${secret}`),
    told('--user', `ada:${secrets.fromSuite}`),
    told('--api-key', `key=${secret}`),
    told('--api-key', `X-Key: ${secret}`),
    told('--query', `q=${secret}`),
    told('--header', `X-Secret: ${secret}`),
    told('--header', `Cookie: a=${encoded}`),
    told('--data', `a=${encoded}&b=c`),
    told('--json', `{ a: '{{configured}}' }`),
    told('--form', `a=${secret}`),
    told('--extract', 'all: $', '--query', `q=${secret}`),
    told(
      ...['--oauth2-token-url', `${server}/token`, '--oauth2-client-id', 'shop'],
      ...['--oauth2-client-secret', secret],
    ),
    { args: [`${server}/json`, '--bearer', secret, '--validate', '$.first: no'], exitCode: 1 },
    {
      args: [`${server}/json`, '--user', `AK1:${encoded}`, '--aws-sigv4', 'aws:amz:eu:s3'],
      exitCode: 0,
      masks: 0,
    },
    { args: [`${server}/digest`, '--user', `ada:${secret}`, '--digest'], exitCode: 0, masks: 0 },
    { args: [`${server}/broken?q=${encoded}`], exitCode: 1 },
    { args: [`${server}/page?q=${encoded}`], exitCode: 0 },
    untold(`http://127.0.0.1:1/${encoded}`),
    untold(`http://ada:${encoded}@127.0.0.1:1/`),
    untold(`http://ada:${inUrl}@127.0.0.1:1/`),
    { args: [`http://ada:${inUrl}@${new URL(server).host}/json`], exitCode: 0 },
    untold('https://127.0.0.1:2/', '--proxy', `http://ada:${inUrl}@127.0.0.1:1`),
    untold('https://127.0.0.1:2/', '--proxy', `http://ada:${encoded}@127.0.0.1:1`),
    untold(
      'https://127.0.0.1:2/',
      '--proxy',
      `http://ada:${encodeURIComponent(secrets.fromSuite)}@127.0.0.1:1`,
    ),
    { args: [`${server}/json`, '--bearer', `{{nobody}} ${secrets.fromSuite}`], exitCode: 2, masks: 0 },
    { args: [`${server}/json`, '--user', secrets.fromSuite.replace(':', '')], exitCode: 2, masks: 0 },
  ]
}

/** Calls that carry the secret of a command. Others do not know it, and a server that has heard it tells it to everybody. */
export function commandedCalls(server: string): readonly SecretCall[] {
  const ways = [
    ['--json', "{ a: '{{commanded}}' }"],
    ['--user', 'ada:{{commanded}}'],
    ['--bearer', '{{commanded}}'],
    ['--query', 'q={{commanded}}', '--extract', 'all: $'],
  ]
  return [
    ...ways.map(words => ({ args: [`${server}/json`, ...words], exitCode: 0 })),
    { args: [`http://127.0.0.1:1/?q={{commanded}}`], exitCode: 3 },
    { args: [`${server}/json?q={{unread}}`], exitCode: 2, masks: 0 },
  ]
}
