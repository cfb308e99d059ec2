import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import type { CompletionItem, TextEdit } from 'vscode-languageserver'
import { checkSuite } from '../check/check-suite.ts'
import { readParsed } from '../load/read-suite.ts'
import { collectionFacts } from '../operations/opening/collection-facts.ts'
import { parseSuite } from '../parse/parse-suite.ts'
import { shareOf, shareOfCount } from '../testing/parts.ts'
import { withFolder } from '../testing/run-program.ts'
import { analyse } from './analysis.ts'
import { completionsAt } from './completion.ts'
import { guideFor } from './documents.ts'

const inSuites = path.resolve('suites/new.apitest.yaml')

/** The completions at the `|` of a text. */
async function offersAt(text: string, file = inSuites): Promise<readonly CompletionItem[]> {
  const at = text.lastIndexOf('|')
  const before = text.slice(0, at).split('\n')
  const written = text.slice(0, at) + text.slice(at + 1)
  return completionsAt({
    file,
    cursor: { lines: written.split('\n'), line: before.length - 1, column: before.at(-1)?.length ?? 0 },
    analysis: await analyse(written, file, { HOME: '/root' }),
    guide: guideFor(file),
    hasSnippets: true,
  })
}

/** The text once something that is offered is taken, with nothing written over its examples. */
function taken(text: string, item: CompletionItem): string {
  const lines = text.replace(/\|(?=[^|]*$)/, '').split('\n')
  const edits = [item.textEdit as TextEdit, ...(item.additionalTextEdits ?? [])]
  const inOrder = edits.toSorted((one, other) => other.range.start.character - one.range.start.character)
  for (const { range, newText } of inOrder) {
    const line = lines[range.start.line] ?? ''
    const written = item.insertTextFormat === 2 ? plain(newText) : newText
    lines[range.start.line] = line.slice(0, range.start.character) + written + line.slice(range.end.character)
  }
  return lines.join('\n')
}

/** A snippet as it stands in the file when nothing is typed over its parts. */
function plain(snippet: string): string {
  return snippet
    .replaceAll(/\$\{\d+:((?:\\.|[^}\\])*)\}/g, '$1')
    .replaceAll(/\$\{\d+\}|(?<!\\)\$\d+/g, '')
    .replaceAll(/\\([$}\\])/g, '$1')
}

async function errorsOf(text: string, file = inSuites): Promise<readonly string[]> {
  const outer = new Set(['baseUrl', 'token'])
  const options = { rowLimit: 100, outerVariables: () => outer, collections: collectionFacts }
  const { parsed, facts } = await readParsed(await parseSuite(text, file), options)
  const problems = await checkSuite(parsed, facts)
  return problems.flatMap(({ severity, code, message }) =>
    // An example of a condition is there to be written over.
    severity === 'error' && !message.endsWith('never counts') ? `${code} ${message}` : [],
  )
}

it('offers the targets that end in a name behind a dash', async () => {
  const text = 'suite: A\nsteps:\n  - request: GET http://127.0.0.1/\n    validations:\n      - |'
  const offers = await offersAt(text)
  for (const [label, end] of [
    ['$.', '      - $.name: '],
    ['header ', '      - header NAME: '],
    ['cookie ', '      - cookie NAME: '],
    ['xpath ', '      - xpath NAME: '],
  ]) {
    const item = offers.find(offer => offer.label === label)
    assert.ok(item !== undefined, `${label} is not among ${offers.map(offer => offer.label).join(', ')}`)
    assert.equal(taken(text, item).split('\n').at(-1)?.slice(0, end?.length), end)
  }
})

it('offers the variables that the setup of the configuration gives', async () => {
  const files = {
    'apitest.config.yaml': 'setup:\n  - use: sign-in.apitest.yaml\n',
    'sign-in.apitest.yaml':
      'suite: Sign in\nsteps:\n  - request: GET http://127.0.0.1/\n    extracts: { token: $.token }\n',
    'orders.apitest.yaml': '',
  }
  const text = 'suite: A\nsteps:\n  - request: GET http://127.0.0.1/{{to|}}\n'
  await withFolder(files, async folder => {
    const offers = await offersAt(text, path.join(folder, 'orders.apitest.yaml'))
    const item = offers.find(({ label }) => label === 'token')
    assert.match(String(item?.detail), /^the setup, step ".*", from \$\.token of sign-in\.apitest\.yaml$/)
  })
})

const step = 'suite: A\nvariables: { id: 7 }\nsteps:\n  - request: GET http://127.0.0.1/\n'
const spec = 'validations: [{ schema: { spec: ../playground/openapi.yaml, operation: '

/** Where something is offered, some of what has to be, and some of what must not be. */
const places: readonly (readonly [text: string, offered: readonly string[], not?: readonly string[]])[] = [
  ['|', ['suite', 'steps', 'variables'], ['request']],
  ['suite: A\n|', ['steps', 'mocks'], ['suite']],
  ['suite: A\nsteps:\n  - |', ['request', 'websocket', 'use', 'name'], ['json', 'suite']],
  [`${step}    |`, ['json', 'validations', 'extracts', 'retry'], ['request', 'pause', 'topic', 'amqp']],
  [`${step}    json: { a: 1 }\n    |`, ['validations', 'query'], ['text', 'form', 'file', 'json']],
  [`${step}  |`, ['request', 'pause'], ['json']],
  [`${step}      |`, [], ['json']],
  [`${step}    validations:\n      - |`, ['status', 'schema', 'name'], ['equals', 'close-code']],
  [`${step}    validations: [{ $.id: { |`, ['equals', 'contains', 'greater-than'], ['status']],
  [`${step}    auth: { | }`, ['bearer', 'basic'], ['none']],
  [`${step}    auth: { bearer: x, | }`, [], ['basic']],
  [`${step}    retry: { attempts: 3, until: |`, ['validations', 'success']],
  [`${step}    cookies: |`, ['true', 'false']],
  [`${step}    query: { a: {{|`, ['id', 'env.HOME', '$uuid']],
  [`${step}    query: { a: "{{id | |" }`, ['upper', 'base64'], ['id']],
  [`${step}    query: { a: "{{id | hmac-sha256 |" }`, ['id'], ['upper']],
  [`${step}    query: { a: "{{id | hmac-sha256 id |" }`, ['hex', 'base64'], ['id']],
  [`${step}    extracts: { later: $.a }\n  - request: GET http://x/{{|`, ['later', 'id']],
  [`${step}    query: { a: "{{|" }\n    extracts: { later: $.a }`, ['id'], ['later']],
  [`${step}    validations: [{ $.a: "{{|" }]\n    extracts: { later: $.a }`, ['id', 'later']],
  [`${step}    for-each: { pet: [1] }\n    query: { a: "{{|" }`, ['pet', '$index']],
  [`${step}    when: { | }`, ['id'], ['$uuid']],
  [`${step}    file: |`, ['data/', 'users.apitest.yaml']],
  [`${step}    file: "data/|"`, ['data/users.csv']],
  [`${step}    data: data/|`, ['data/users.csv'], ['data/notes.openapi.yaml']],
  ['suite: A\ndata: |', ['data/'], ['users.apitest.yaml']],
  [`${step}    query: { a: "{{id | slice |" }`, ['0'], ['3', 'id']],
  [`${step}    query: { a: "{{id | slice 0 |" }`, ['3']],
  [`${step}    query: { a: "{{id | join |" }`, ["', '"]],
  [`${step}    query: { a: "{{id | upper |" }`, [], ['gives']],
  ['suite: A\nsteps:\n  - use: |', ['shared/', 'users.apitest.yaml'], ['README.md']],
  ['suite: A\nenvironment: |', ['local']],
  [`${step}    ${spec}| } }]`, ['listUsers', 'GET /api/users']],
  ['suite: A\nmocks: { shop: { routes: [] } }\nsteps:\n  - calls: |', ['shop']],
  [
    'suite: A\nmocks:\n  shop:\n    routes:\n      - route: GET /a\n        answer: { json: {}, | }',
    ['status'],
    ['text', 'message'],
  ],
]

/**
 * Problems that only tell that something is still to be written, is set elsewhere, or no longer fits below what was
 * added.
 */
const unfinished =
  /^(unknown-variable|unknown-mock|inputs-missing|missing-key|action-key|use-unreadable|bad-value .* (?:does not exist|is no route of this mock|compared with itself)|bad-value (?:there never is|"answer" must be))|must not be empty|^(schema-file|use|data|file)-missing/

describe('what is offered', () => {
  for (const [text, offered, not = []] of places)
    it(text.replaceAll('\n', '\\n'), async () => {
      const labels = (await offersAt(text)).map(({ label }) => label)
      assert.deepEqual(
        offered.filter(label => !labels.includes(label)),
        [],
        labels.join(' '),
      )
      assert.deepEqual(
        not.filter(label => labels.includes(label)),
        [],
        labels.join(' '),
      )
    })

  it('says who sets a variable, and shows no secret', async () => {
    const offers = await offersAt(
      `suite: A\nsecrets: { pin: hunter22 }\n${step.slice(9)}    query: { a: "{{|" }`,
    )
    const found = new Map(offers.map(item => [item.label, item]))
    assert.equal(found.get('id')?.detail, 'the suite')
    assert.equal(found.get('id')?.documentation, '7')
    assert.equal(found.get('baseUrl')?.detail, 'the environment local')
    assert.equal(found.get('pin')?.documentation, '***')
    assert.ok(!JSON.stringify(offers).includes('hunter22'))
  })

  it('puts braces between quotes where YAML would read them as its own', async () => {
    for (const [text, expected] of [
      ['json: {{|', 'json: "{{id}}"'],
      ['json: {{|}}', 'json: "{{id}}"'],
      ['json: { a: {{| }', 'json: { a: "{{id}}" }'],
      ['json: { a: "{{|" }', 'json: { a: "{{id}}" }'],
      ['text: a{{|', 'text: a{{id}}'],
    ] as const) {
      const whole = `${step}    ${text}`
      const item = (await offersAt(whole)).find(({ label }) => label === 'id')
      assert.ok(item !== undefined)
      assert.equal(taken(whole, item).split('\n').at(-1)?.trim(), expected)
    }
  })
})

const suites = ['users', 'mocks', 'websocket', 'events']

describe('what is offered below any line of a suite is taken by the check', () => {
  for (const name of suites)
    it(name, async () => {
      const file = path.resolve(`suites/${name}.apitest.yaml`)
      const text = await readFile(file, 'utf8')
      const lines = text.split('\n')
      const right = new Set(await errorsOf(text, file))
      const tried = new Set<string>()
      for (const [index, line] of shareOf([...lines.entries()])) {
        const [start = ''] = /^\s*(?:- )*/.exec(line) ?? []
        if (/^\s*(?:#|$)/.test(line)) continue
        for (const column of [start.length, start.length + 2, line.length - line.trimStart().length]) {
          const written = [
            ...lines.slice(0, index + 1),
            `${' '.repeat(column)}|`,
            ...lines.slice(index + 1),
          ].join('\n')
          for (const item of await offersAt(written, file)) {
            const trial = `${column} ${line.trim().slice(0, 6)} ${item.label}`
            if (tried.has(trial)) continue
            tried.add(trial)
            const errors = await errorsOf(taken(written, item), file)
            const isWhole = !/[:-] *$/.test((item.textEdit as TextEdit).newText)
            // Of an example, what it names need not be there.
            const wrong = errors.filter(
              error =>
                !right.has(error) &&
                !unfinished.test(error) &&
                !/^(?:unknown-target|duplicate-extract)|proves nothing$/.test(error) &&
                (isWhole || !error.startsWith('bad-value')),
            )
            assert.deepEqual(wrong, [], `${item.label} below line ${index + 1}, column ${column}`)
          }
        }
      }
      assert.ok(tried.size > shareOfCount(50), String(tried.size))
    })
})

describe('broken suites', () => {
  for (const name of ['users', 'events'])
    it(`${name}, cut or garbled at every line, is completed all the same`, async () => {
      const lines = (await readFile(`suites/${name}.apitest.yaml`, 'utf8')).split('\n')
      const places = shareOf([...lines.entries()])
      let completed = 0
      for (const [index, line] of places) {
        const column = line.length >> 1
        const spoilt = ['"', '{', '- - :', '\t', '{{', '&a *b', '|'].at(index % 7) ?? ''
        const cut = [...lines.slice(0, index), line.slice(0, column)]
        const garbled = [
          ...lines.slice(0, index),
          line.slice(0, column) + spoilt + line.slice(column),
          ...lines.slice(index + 1),
        ]
        for (const broken of [cut, garbled]) {
          const text = [
            ...broken.slice(0, index),
            `${broken[index] ?? ''}|`,
            ...broken.slice(index + 1),
          ].join('\n')
          await offersAt(text)
          const below = await offersAt(`${broken.join('\n')}\n  - request: GET {{|`)
          if (below.length > 0) completed++
        }
      }
      assert.equal(completed, places.length * 2)
    })
})

it('does not offer a variable of a suite inside itself', async () => {
  const offers = await offersAt('suite: A\nvariables:\n  other: 1\n  own: "{{|}}"\n')
  const labels = offers.map(({ label }) => label)
  assert.deepEqual([labels.includes('other'), labels.includes('own')], [true, false])
})

describe('files of data, bodies and what is expected', () => {
  const labels = async (text: string): Promise<readonly string[]> =>
    (await offersAt(text)).map(({ label }) => label)
  const step = 'suite: A\nsteps:\n  - request: POST {{baseUrl}}/a\n'

  it('have their keys, their types and their names', async () => {
    const data = await labels('suite: A\ndata:\n  file: data/products.csv\n  |')
    assert.deepEqual(
      ['separator', 'types'].filter(key => !data.includes(key)),
      [],
    )
    const types = await labels('suite: A\ndata:\n  file: a.csv\n  types:\n    price: |')
    assert.ok(types.includes('"number?"'), types.join())
    const body = await labels(`${step}    file:\n      file: files/order.json\n      |`)
    assert.ok(body.includes('fill-in'), body.join())
    const named = await labels(`${step}    validations:\n      - $: { equals-file: files/order| }`)
    assert.ok(
      named.some(name => name.includes('order.json')),
      named.join(),
    )
  })
})
