import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { runLine, withFolder } from '../testing/run-program.ts'
import { numberOfYaml, writeJson } from '../util/exact-number.ts'

/** Numbers as JSON may have them: the bounds of integers, around 2^53, many digits, zeros at the end, exponents. */
const ofJson: readonly string[] = [
  ...[
    '0',
    '-0',
    '1',
    '10',
    '0.1',
    '12.0',
    '12.00',
    '10.50',
    '1.10',
    '100.0',
    '0.0',
    '0.00',
    '-0.0',
    '0.1000000',
  ],
  ...['2147483647', '2147483648', '-2147483648', '-2147483649', '4294967295', '4294967296'],
  ...Array.from({ length: 16 }, (_, index) => String(2n ** 53n - 8n + BigInt(index))),
  ...Array.from({ length: 16 }, (_, index) => String(-(2n ** 53n) - 8n + BigInt(index))),
  ...Array.from({ length: 8 }, (_, index) => String(2n ** 63n - 4n + BigInt(index))),
  ...Array.from({ length: 8 }, (_, index) => String(-(2n ** 63n) - 4n + BigInt(index))),
  ...Array.from({ length: 8 }, (_, index) => String(2n ** 64n - 4n + BigInt(index))),
  ...[
    '4634343214213523454',
    '4111111111111111111',
    '123456789012345678901234567890',
    '-987654321098765432109876543210',
  ],
  ...[
    '1234567.123456789012345678',
    '1432.0531571421431500',
    '0.12345678901234567890',
    '-0.30000000000000000004',
  ],
  ...Array.from({ length: 20 }, (_, index) => `0.0${'0'.repeat(index)}1`),
  ...Array.from({ length: 20 }, (_, index) => `${'9'.repeat(index + 10)}.${'9'.repeat(index + 1)}0`),
  ...[
    '1e0',
    '1e3',
    '1E3',
    '1e+3',
    '1e-3',
    '1.50e2',
    '1e21',
    '1e22',
    '1e308',
    '1e309',
    '1e400',
    '-1e400',
    '1e-400',
    '5e-324',
  ],
  ...Array.from({ length: 30 }, (_, index) => `${index}.${String(index * 7 + 10)}0`),
]

/** Numbers that only YAML has. */
const ofYaml: readonly string[] = [
  ...[
    '01234',
    '00',
    '-01',
    '007.50',
    '+1',
    '+1.50',
    '.5',
    '-.5',
    '+.50',
    '5.',
    '0x1F',
    '0xFFFFFFFFFFFFFFFFFF',
    '0o14',
  ],
  ...['00000000000000000001', '1.e3', '.5E-2', '0x0', '+0', '00.10', '012e3'],
]

const all = [...ofJson, ...ofYaml]

interface Came {
  readonly url: string
  readonly header: string
  readonly body: string
}

const came: Came[] = []
const server = createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8').on('data', (text: string) => (body += text))
  request.on('end', () => {
    came.push({ url: request.url ?? '', header: String(request.headers['x-n']), body })
    response.setHeader('content-type', 'application/json')
    response.end(request.url === '/numbers' ? `{"all":[${ofJson.join(', ')}]}` : '{}')
  })
})
let base = ''

before(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
})
after(() => server.close())

/** Runs a suite, which has to pass, and gives what came to the server. */
async function sent(suite: string, files: Readonly<Record<string, string>> = {}): Promise<readonly Came[]> {
  came.length = 0
  await withFolder(
    { 'a.apitest.yaml': `suite: A\n${suite.replaceAll('BASE', base)}`, ...files },
    async folder => {
      const { exitCode, output } = await runLine(folder, ['a.apitest.yaml', '--rows', '200', '--no-history'])
      assert.equal(exitCode, 0, output)
    },
  )
  return [...came]
}

const json = (number: string): string => writeJson(numberOfYaml(number))

/** Sends the variable `n` in every way there is. */
const everywhere = `steps:
  - request: POST BASE/at/{{n}}
    query: { n: "{{n}}" }
    headers: { X-N: "{{n}}" }
    json: { n: "{{n}}", list: ["{{n}}"], text: "a {{n}}." }
  - request: POST BASE/form
    form: { n: "{{n}}", text: "a{{n}}" }
  - request: POST BASE/text
    text: "{{n}}"
`

/** Asserts that each number arrives as it is written, and as a text where it comes from a text. */
function assertEverywhere(
  requests: readonly Came[],
  numbers: readonly string[],
  inJson: (number: string) => string,
): void {
  assert.equal(requests.length, 3 * numbers.length)
  for (const [index, number] of numbers.entries()) {
    const [first, form, text] = requests.slice(3 * index)
    const encoded = encodeURIComponent(number)
    assert.equal(decodeURIComponent(first?.url ?? ''), `/at/${number}?n=${number}`)
    assert.equal(first?.header, number)
    assert.equal(first.body, `{"n":${inJson(number)},"list":[${inJson(number)}],"text":"a ${number}."}`)
    assert.equal(form?.body, `n=${encoded}&text=a${encoded}`)
    assert.equal(text?.body, number)
  }
}

describe('numbers keep their digits', () => {
  it('from rows of a suite', async () => {
    const rows = all.map(number => `  - { n: ${number} }\n`).join('')
    assertEverywhere(await sent(`data:\n${rows}${everywhere}`), all, json)
  })

  it('from rows of a JSON file', async () => {
    const rows = `[${ofJson.map(number => `{"n":${number}}`).join(',')}]`
    assertEverywhere(await sent(`data: rows.json\n${everywhere}`, { 'rows.json': rows }), ofJson, json)
  })

  it('from rows of a CSV file, which are texts', async () => {
    const rows = `n\n${all.join('\n')}\n`
    const requests = await sent(`data: rows.csv\n${everywhere}`, { 'rows.csv': rows })
    assertEverywhere(requests, all, number => JSON.stringify(number))
  })

  it('as they are written in steps, whichever reader of YAML reads them', async () => {
    const members = (named: string): string =>
      `{ ${all.map((number, index) => `${named}${index}: ${number}`).join(', ')} }`
    for (const more of ['', 'variables: &anchor { x: 1 }\n']) {
      const [request, form] = await sent(`${more}steps:
  - { request: POST BASE/a, query: ${members('q')}, json: ${members('n')} }
  - { request: POST BASE/b, form: ${members('f')}, headers: { X-N: 01234 } }
`)
      const pairs = (named: string): string =>
        all.map((number, index) => `${named}${index}=${encodeURIComponent(number)}`).join('&')
      assert.equal(request?.url, `/a?${pairs('q')}`)
      assert.equal(request.body, `{${all.map((number, index) => `"n${index}":${json(number)}`).join(',')}}`)
      assert.deepEqual([form?.body, form?.header], [pairs('f'), '01234'])
    }
  })

  it('from answers, and from variables', async () => {
    const variables = all.map((number, index) => `  v${index}: ${number}\n`).join('')
    const [, passedOn, ownVariables] = await sent(`variables:\n${variables}steps:
  - { request: GET BASE/numbers, extracts: { all: $.all, last: "$.all[-1]" } }
  - { request: "POST BASE/{{all[10]}}/{{last}}", json: "{{all}}" }
  - { request: POST BASE/c, json: [${all.map((_, index) => `"{{v${index}}}"`).join(', ')}] }
`)
    assert.equal(passedOn?.url, `/${ofJson[10] ?? ''}/${ofJson.at(-1) ?? ''}`)
    assert.equal(passedOn.body, `[${ofJson.join(',')}]`)
    assert.equal(ownVariables?.body, `[${all.map(json).join(',')}]`)
  })

  it('where a script passes them on from an answer', async () => {
    const [, passedOn] = await sent(`steps:
  - request: GET BASE/numbers
    scripts:
      after: |
        const [id] = pm.response.json().all.filter(one => one > 4634343214213000000 && one < 4634343214214000000)
        pm.environment.set('id', id)
        pm.environment.set('found', { ids: [id, 7] })
  - { request: "POST BASE/{{id}}", json: { id: "{{id}}", found: "{{found}}" } }
`)
    assert.equal(passedOn?.url, '/4634343214213523454')
    assert.equal(passedOn.body, '{"id":4634343214213523454,"found":{"ids":[4634343214213523454,7]}}')
  })

  it('where an answer is compared', async () => {
    const checks = ofJson.flatMap((number, index) => {
      const target = `"$.all[${index}]"`
      const other = number.replace(/\d(?=\D*$|[eE])/, digit => String((Number(digit) + 1) % 10))
      return [
        `{ ${target}: ${number} }`,
        `{ ${target}: "${number}" }`,
        `{ ${target}: { same-as: ${number}, has-type: number } }`,
        ...(Number.isFinite(Number(number))
          ? [`{ ${target}: { at-least: ${number}, at-most: ${number} } }`]
          : []),
        ...(numberOfYaml(other) === undefined || Number(other) === 0 || /e/i.test(number)
          ? []
          : [`{ ${target}: { not-equals: ${other} } }`]),
      ]
    })
    const filters = [
      '$.all[?@ == 9223372036854775807]',
      '$.all[?@ > 18446744073709551618 && @ < 18446744073709551620]',
    ]
    await sent(`steps:
  - request: GET BASE/numbers
    validations:
${checks.map(check => `      - ${check}\n`).join('')}${filters.map(filter => `      - { "${filter}": { has-length: 1, each: { has-type: integer } } }\n`).join('')}`)
  })
})
