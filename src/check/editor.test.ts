import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { describe, it } from 'node:test'
import { parseSuite } from '../parse/parse-suite.ts'
import { noFacts } from '../testing/expect-problems.ts'
import { checkSuite } from './check-suite.ts'

/** The part of yaml-language-server that is used; its own types want more of the world than there is. */
interface Service {
  configure(settings: object): void
  doComplete(document: object, position: object, isKubernetes: boolean): Promise<{ items: readonly Item[] }>
  doValidation(document: object, isKubernetes: boolean): Promise<readonly { message: string }[]>
}

interface Item {
  readonly label: string
  readonly insertText?: string
  readonly textEdit?: { readonly newText: string }
}

const require = createRequire(import.meta.url)
const { getLanguageService, TextDocument } = require('yaml-language-server') as {
  getLanguageService: (parts: object) => Service
  TextDocument: { create: (...parts: unknown[]) => { positionAt: (offset: number) => object } }
}

const service = getLanguageService({
  workspaceContext: {},
  telemetry: { send: () => undefined, sendError: () => undefined, sendTrack: () => undefined },
  clientCapabilities: { textDocument: { completion: { completionItem: { snippetSupport: true } } } },
})
const schema: unknown = JSON.parse(await readFile('suite.schema.json', 'utf8'))
const schemas = [{ uri: 'file:///suite.schema.json', fileMatch: ['*.yaml'], schema }]
service.configure({
  validate: true,
  completion: true,
  hover: false,
  customTags: [],
  yamlVersion: '1.2',
  schemas,
})

let documents = 0
const documentOf = (text: string): { positionAt: (offset: number) => object } =>
  TextDocument.create(`file:///${++documents}.yaml`, 'yaml', 1, text)

/** Lists the offers of an editor at the `|` of a text, and the text with each of them. */
async function offersAt(text: string): Promise<readonly { label: string; inserted: string; text: string }[]> {
  const at = text.indexOf('|')
  const document = documentOf(text.replace('|', ''))
  const { items } = await service.doComplete(document, document.positionAt(at), false)
  const before = text.slice(0, at)
  const indentation = /[^\n]*$/.exec(before)?.[0].replaceAll(/\S/g, ' ').length ?? 0
  const column = /: *$/.test(before)
    ? (/^ */.exec(/[^\n]*$/.exec(before)?.[0] ?? '')?.[0].length ?? 0)
    : indentation
  return items.map(({ label, insertText = '', textEdit }) => {
    const inserted = plain(textEdit?.newText ?? insertText)
    return {
      label,
      inserted,
      text: before + inserted.replaceAll('\n', `\n${' '.repeat(column)}`) + text.slice(at + 1),
    }
  })
}

/** A snippet as it stands in the file when nothing is typed over its parts. */
function plain(snippet: string): string {
  return snippet
    .replaceAll(/\$\{\d+\|([^,|]*)[^}]*\|\}/g, '$1')
    .replaceAll(/\$\{\d+:((?:\\.|[^}\\])*)\}/g, '$1')
    .replaceAll(/\$\{\d+\}|(?<!\\)\$\d+/g, '')
    .replaceAll(/\\([$}\\])/g, '$1')
}

async function errorsOf(text: string): Promise<readonly string[]> {
  const problems = await checkSuite(await parseSuite(text, '/suites/a.apitest.yaml'), noFacts)
  return problems
    .filter(({ severity }) => severity === 'error')
    .map(({ code, message }) => `${code} ${message}`)
}

const step = 'suite: A\nsteps:\n  - request: GET http://127.0.0.1/\n'

/** Where something is offered, and some of what has to be. */
const places: readonly (readonly [title: string, text: string, offered: readonly string[]])[] = [
  ['a suite', 'steps:\n  - pause: 1s\n|\n', ['suite', 'variables', 'settings']],
  ['a step', 'suite: A\nsteps:\n  - |\n', ['request', 'websocket', 'kafka', 'use', 'name']],
  ['a step with a request', `${step}    |\n`, ['json', 'query', 'validations', 'extracts']],
  ['a step that collects', 'suite: A\nsteps:\n  - collect: orders\n    |\n', ['expect', 'count']],
  [
    'a step that waits for messages',
    'suite: A\nsteps:\n  - websocket: ws://127.0.0.1/\n    |\n',
    ['messages', 'expect'],
  ],
  ['auth', `${step}    auth: |\n`, ['{ bearer: "{{token}}" }']],
  ['a bearer token', `${step}    auth:\n      bearer: |\n`, ['"{{token}}"']],
  [
    'a validation',
    `${step}    follow-redirects: true\n    validations:\n      - |\n`,
    ['status', 'text', 'schema'],
  ],
  ['retry', `${step}    retry:\n      |\n`, ['attempts', 'interval']],
  ['settings', 'suite: A\nsteps:\n  - pause: 1s\nsettings:\n  |\n', ['timeout', 'headers', 'tls']],
  ['messages', 'suite: A\nsteps:\n  - websocket: ws://127.0.0.1/\n    messages: |\n', []],
  ['a body', `${step}    json: |\n`, []],
]

/** Messages that only tell that something is still to be written, or is set elsewhere. */
const unfinished =
  /^(unknown-variable|missing-key|action-key)|must not be empty|every round does the same|^(schema-file|use)-missing/

describe('F3: what editors offer is right', () => {
  for (const [title, text, expected] of places)
    it(`F3: in ${title}`, async () => {
      const offers = await offersAt(text)
      const labels = offers.map(({ label }) => label)
      assert.deepEqual(
        expected.filter(label => !labels.includes(label)),
        [],
        labels.join(' '),
      )
      for (const offer of offers) {
        assert.doesNotMatch(offer.inserted, /\[object Object\]/)
        const isWhole = !/(: *|- *)$/.test(offer.inserted.trimEnd())
        const errors = (await errorsOf(offer.text)).filter(
          error => !unfinished.test(error) && (isWhole || !error.startsWith('bad-value')),
        )
        assert.deepEqual(errors, [], offer.text)
      }
    })

  it('F3: a step offers the keys of its action alone', async () => {
    const labels = (await offersAt(`${step}    |\n`)).map(({ label }) => label)
    for (const other of ['topic', 'brokers', 'grpc', 'exchange', 'messages'])
      assert.ok(!labels.includes(other), other)
    assert.ok(labels.length <= 41, labels.join(' '))
  })
})

/** Mistakes, and the message of an editor for each; none where a text is right. */
const seen: readonly (readonly [written: string, message: RegExp | undefined])[] = [
  ['request: GET http://127.0.0.1/\n    json: { a: 1 }', undefined],
  ['request: POST {{baseUrl}}/x', undefined],
  ['request: FETCH http://127.0.0.1/', /method/],
  ['request: get http://127.0.0.1/', /method/],
  ['request: GET /users', /method in capitals, a space and a URL/],
  ['request: POST http://127.0.0.1/\n    json: { a: 1 }\n    text: b', /./],
  ['request: GET http://127.0.0.1/\n    topic: b', /topic|ExtraProp/],
  ['request: GET http://127.0.0.1/\n    pause: 1s', /pause|ExtraProp/],
  ['request: GET http://127.0.0.1/\n    validations: [{ $.id: { eq: Ada } }]', /eq|ExtraProp/],
  ['request: GET http://127.0.0.1/\n    validations: [{ $.id: { equals: Ada } }]', undefined],
  ['name: Nothing', /./],
]

describe('F3: what editors see', () => {
  for (const [written, message] of seen)
    it(`F3: ${written.replaceAll(/\s+/g, ' ')}`, async () => {
      const found = await service.doValidation(documentOf(`suite: A\nsteps:\n  - ${written}\n`), false)
      const messages = found.map(one => one.message)
      if (message === undefined) assert.deepEqual(messages, [])
      else assert.match(messages.join('\n'), message)
      assert.doesNotMatch(messages.join('\n'), /typeArrayMismatch|Incorrect type/)
    })
})
