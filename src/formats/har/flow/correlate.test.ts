import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { randomNumbers } from '../../../testing/random-numbers.ts'
import type { Entry } from '../har-document.ts'
import { correlate } from './correlate.ts'
import { importFlow } from './import-flow.ts'

interface Call {
  readonly request: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly form?: string
  readonly answer?: unknown
  readonly answerHeaders?: readonly (readonly [string, string])[]
}

function entryOf(
  { request, headers = {}, body, form, answer, answerHeaders = [] }: Call,
  index: number,
): Entry {
  const [method = '', place = ''] = request.split(' ')
  const type = form === undefined ? 'application/json' : 'application/x-www-form-urlencoded'
  const text = form ?? (body === undefined ? undefined : JSON.stringify(body))
  const written = typeof answer === 'string' ? answer : answer === undefined ? '' : JSON.stringify(answer)
  return {
    ...{ index, method, url: `https://shop.example${place}`, status: 200, answerType: '', resourceType: '' },
    headers: Object.entries(headers),
    body: text === undefined ? undefined : { type, text, fields: [] },
    setsCookies: [],
    answer: { headers: answerHeaders, text: () => written },
  }
}

/** The variables of calls, each with where it comes from. */
function handedOn(calls: readonly Call[]): readonly string[] {
  return correlate(calls.map(entryOf), ['baseUrl']).handedOn.map(
    ({ name, entry, place: { from, regex } }) =>
      `${name} = ${entry} ${from}${regex === undefined ? '' : ` ${regex}`}`,
  )
}

function steps(calls: readonly Call[]): readonly Readonly<Record<string, unknown>>[] {
  return importFlow('flow', calls.map(entryOf)).steps.map(({ request }) => request.step)
}

const uuid = '0f8fad5b-d9cb-469f-a165-70867728950e'

describe('the value of a session that a client says before an answer sets it', () => {
  it('is a secret, and stands in no step', () => {
    const session = 'k3Jd92mXq0aa'
    const calls = [
      {
        request: `POST /open?was=${session}`,
        body: { session },
        answerHeaders: [['Set-Cookie', `sid=${session}; HttpOnly`]],
      },
      { request: 'GET /mine', headers: { Cookie: `sid=${session}` } },
    ] as const
    const { collection, secrets } = importFlow('flow', calls.map(entryOf))
    assert.deepEqual(
      [JSON.stringify(collection).includes(session), Object.values(secrets)],
      [false, [session]],
    )
  })
})

describe('correlate', () => {
  it('hands on UUIDs and long texts, whichever way they go', () => {
    const token = 'a-long-token-0123456789'
    assert.deepEqual(
      handedOn([
        { request: 'POST /login', body: { user: 'ada' }, answer: { access_token: token, me: { uuid } } },
        { request: `GET /users/${uuid}`, headers: { Authorization: `Bearer ${token}` } },
      ]),
      ['userId = 0 $.me.uuid', 'token = 0 $.access_token'],
    )
  })

  it('hands on texts of 6 to 15 characters with one source, and none that is shorter', () => {
    const list = { request: 'GET /a', answer: { code: 'ABCDEF', sort: 'abc', twice: ['UVWXYZ', 'UVWXYZ'] } }
    const calls = [list, { request: 'GET /b?code=ABCDEF&sort=abc&t=UVWXYZ' }]
    assert.deepEqual(handedOn(calls), ['code = 0 $.code'])
  })

  it('leaves what the client said itself', () => {
    const echo = {
      request: 'POST /a',
      body: { mail: 'ada@example.org', key: uuid },
      answer: { mail: 'ada@example.org', key: uuid },
    }
    assert.deepEqual(handedOn([echo, { request: `GET /b?mail=ada@example.org&key=${uuid}` }]), [])
  })

  it('hands on numbers only as ids, of what a POST made, a Location leads to, or one alone has', () => {
    const many = { orders: [{ id: 7 }, { id: 8 }], counts: [7, 8], page: 3 }
    assert.deepEqual(
      handedOn([{ request: 'GET /orders', answer: many }, { request: 'GET /orders/7?page=3' }]),
      [],
    )
    assert.deepEqual(
      handedOn([
        { request: 'POST /orders', answer: { id: 7, total: 7 } },
        { request: 'POST /payments', body: { orderId: 7, amount: 7 } },
        { request: 'GET /orders/7' },
      ]),
      ['orderId = 0 $.id'],
    )
    assert.deepEqual(
      handedOn([
        { request: 'POST /orders', answerHeaders: [['Location', '/api/orders/12']] },
        { request: 'GET /api/orders/12' },
      ]),
      ['orderId = 0 header location /orders/([^/?#>]+)'],
    )
    assert.deepEqual(handedOn([{ request: 'GET /me', answer: { id: 5 } }, { request: 'GET /people/5' }]), [
      'peopleId = 0 $.id',
    ])
  })

  it('tells the same number of two things apart', () => {
    const calls = [
      { request: 'POST /carts', answer: { id: 3 } },
      { request: 'POST /orders', answer: { id: 3 } },
      { request: 'GET /carts/3' },
      { request: 'GET /orders/3' },
    ]
    assert.deepEqual(handedOn(calls), ['cartId = 0 $.id', 'orderId = 1 $.id'])
  })

  it('keeps the type of a value in a body', () => {
    const calls = [
      { request: 'POST /orders', answer: { id: 17 } },
      { request: 'POST /payments', body: { orderId: '17' } },
    ]
    assert.deepEqual(handedOn(calls), [])
    const [, payment] = steps([calls[0] as Call, { request: 'POST /payments', body: { orderId: 17 } }])
    assert.deepEqual(payment?.['json'], { orderId: '{{orderId}}' })
  })

  it('finds a token of a form in a page', () => {
    const page = '<form>\n  <input type="hidden" name="csrf" value="Zq8vT2nL5wX9aB3c">\n</form>'
    const calls = [
      { request: 'GET /form', answer: page },
      { request: 'POST /form', form: 'csrf=Zq8vT2nL5wX9aB3c&name=Ada' },
    ]
    const [first, second] = steps(calls)
    assert.deepEqual(second?.['form'], { csrf: '{{csrf}}', name: 'Ada' })
    const { csrf } = (first ?? {})['extracts'] as { readonly csrf: { readonly regex: string } }
    assert.equal(new RegExp(csrf.regex).exec(page.replace('Zq8vT2nL5wX9aB3c', 'another'))?.[1], 'another')
  })

  it('finds values in links, cookies and redirects', () => {
    assert.deepEqual(
      handedOn([
        {
          request: 'GET /a',
          answer: { next: '/a?cursor=Y3Vyc29yLTE5' },
          answerHeaders: [['Set-Cookie', 'xsrf=0123456789abcdef; Path=/']],
        },
        { request: 'GET /a?cursor=Y3Vyc29yLTE5', headers: { 'X-XSRF-Token': '0123456789abcdef' } },
      ]).map(text => text.replace(/ \S+$/, '')),
      ['cursor = 0 $.next', 'xsrfToken = 0 cookie'],
    )
  })

  it('sends paths with dots as they are', () => {
    const [dots, others] = steps([{ request: 'GET /a/../b/%2e' }, { request: 'GET /a/..b/.c' }])
    assert.deepEqual([dots?.['request'], dots?.['path-as-is']], ['GET {{baseUrl}}/a/../b/%2e', true])
    assert.equal(others?.['path-as-is'], undefined)
  })

  it('writes encoded values of URLs encoded', () => {
    const calls = [
      { request: 'GET /a', answer: { key: 'a/long+key=with/signs' } },
      { request: 'GET /b/a%2Flong%2Bkey%3Dwith%2Fsigns' },
    ]
    assert.equal(steps(calls)[1]?.['request'], 'GET {{baseUrl}}/b/{{key | url}}'.replace('key', 'bId'))
  })

  it('hides passwords and tokens without a source, and leaves the cookies of answers to the run', () => {
    const entries = [
      { request: 'POST /login', body: { user: 'ada', password: 'correct-horse-1' }, answer: {} },
      {
        request: 'GET /a',
        headers: {
          'X-Api-Key': 'key-0123456789',
          Cookie: 'session=abcdef0123456789; theme=dark; region=north-west-7; _ga=GA1.2.3',
        },
      },
    ].map(entryOf)
    const flow = importFlow('flow', [
      { ...entries[0], setsCookies: ['session'] } as Entry,
      entries[1] as Entry,
    ])
    const text = JSON.stringify(flow.collection)
    assert.doesNotMatch(text, /correct-horse|0123456789|north|GA1/)
    assert.deepEqual(
      flow.steps.map(({ request }) => request.step['json'] ?? request.step['headers']),
      [
        { user: 'ada', password: '{{password}}' },
        { 'X-Api-Key': '{{apiKey}}', Cookie: 'theme=dark; region={{region}}' },
      ],
    )
    assert.deepEqual(Object.keys(flow.secrets), ['PASSWORD', 'REGION', 'API_KEY'])
  })

  it('takes no variable before it is there, whatever the calls are', () => {
    const random = randomNumbers(7)
    const pick = <One>(of: readonly One[]): One => of[Math.floor(random() * of.length)] as One
    const values = [uuid, 'a-long-token-0123456789', 'ABCDEF', 'xyz', '7', '12', '1234567', 'ada@example.org']
    for (let round = 0; round < 300; round++) {
      const calls = Array.from({ length: 8 }, (): Call => ({
        request: `${pick(['GET', 'POST'])} /${pick(['orders', 'users'])}/${pick(values)}?q=${pick(values)}`,
        body: { [pick(['id', 'orderId', 'note'])]: pick<unknown>([...values, 7, 12]) },
        answer: { [pick(['id', 'key'])]: pick<unknown>([...values, 7, 12]), list: [pick(values)] },
      }))
      const known = new Set(['baseUrl'])
      for (const step of steps(calls)) {
        const { extracts = {}, ...sent } = step
        for (const [, name = ''] of JSON.stringify(sent).matchAll(/\{\{([\w]+)/g))
          assert.ok(known.has(name), name)
        for (const name of Object.keys(extracts as object)) {
          assert.ok(!known.has(name), `${name} twice`)
          known.add(name)
        }
      }
    }
  })
})

describe('credentials of a flow', () => {
  it('are encoded in a query where they have to be', () => {
    const [step, path] = steps([
      { request: 'GET /key?api_key=a%2Bb%2Fc%3Dd%25%26x' },
      { request: 'GET /key/a%2Bb%2Fc%3Dd%25%26x' },
    ])
    assert.equal(step?.['request'], 'GET {{baseUrl}}/key?api_key={{apiKey | url}}')
    assert.equal(path?.['request'], 'GET {{baseUrl}}/key/{{apiKey | url}}')
  })

  it('stay numbers where they are', () => {
    assert.deepEqual(
      steps([{ request: 'POST /a', body: { pin: 483920, password: 'x483920x' } }])[0]?.['json'],
      {
        ...{ pin: '{{pin | times 1}}', password: '{{password}}' },
      },
    )
  })

  it('are hidden in JSON within texts, in queries and in texts', () => {
    const all = steps([
      { request: 'POST /a', body: { inner: '{"password":"INNERPW"}' } },
      { request: 'GET /a?filter=%7B%22password%22%3A%22QJSONPW%22%7D' },
      { request: 'PUT /a', form: 'user: x\npassword: YAMLPW\n' },
      { request: 'PUT /b', body: 'password=TXTPW-1' },
    ])
    assert.doesNotMatch(JSON.stringify(all), /PW/)
    assert.equal(
      all[1]?.['request'],
      'GET {{baseUrl}}/a?filter=%7B%22password%22%3A%22{{password2 | url}}%22%7D',
    )
  })
})
