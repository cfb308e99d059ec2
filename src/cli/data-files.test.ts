import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileNamesIn } from '../compile/relocate-files.ts'
import { type Files, type Finished, runLine, withFolder } from '../testing/run-program.ts'

/** Answers every request with its own body and type. */
const echo = createServer((request, response) => {
  response.setHeader('content-type', request.headers['content-type'] ?? 'text/plain')
  request.pipe(response)
})
let url = ''
before(async () => {
  await new Promise<void>(done => echo.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(echo.address() as AddressInfo).port}/`
})
after(() => echo.close())

const users = 'id;price;ok;tags\n007;1.10;TRUE;"[""a""]"\n2;12345678901234567890;false;[]\n'
const data = 'data: { file: users.csv, separator: ";", types: { price: number, ok: boolean, tags: json } }\n'

function suite(rows: string, step: string): string {
  return `suite: A\n${rows}variables: { name: Ada }\nsteps:\n  - request: POST ${url}\n${step}`
}

async function run(files: Files, words: readonly string[] = []): Promise<Finished> {
  return withFolder(files, folder => runLine(folder, ['a.apitest.yaml', ...words]))
}

function assertPassed({ exitCode, output, errors }: Finished): void {
  assert.equal(exitCode, 0, output + errors)
}

const order = '{"id":"{{id}}","price":"{{price}}","ok":"{{ok}}","tags":"{{tags}}","who":"Hello {{name}}"}'
const sent = `    file: { file: order.json, fill-in: true }
    validations:
      - header content-type: application/json
      - $: { equals-file: expected/all.json }
      - $: { matches-file: expected/some.json }
      - $.ok: { has-type: boolean }
      - $.id: { has-type: string }
`
const files = (): Files => ({
  'users.csv': users,
  'order.json': order,
  'expected/all.json': order,
  'expected/some.json': '{"price":"<number>","tags":"<array>"}',
  'a.apitest.yaml': suite(data, sent),
})

describe('cells of CSV, bodies and what is expected, each out of a file', () => {
  it('are values of their types with all of their digits', async () => {
    const { exitCode, output } = await run(files(), ['--reporter', 'ndjson'])
    assert.equal(exitCode, 0, output)
    assert.match(output, /\\"price\\":1\.10,/)
    assert.match(output, /\\"price\\":12345678901234567890,/)
  })

  it('differ place by place', async () => {
    const wrong = order.replace('Hello', 'Bye').replace('"{{ok}}"', 'null')
    const { exitCode, output } = await run({ ...files(), 'expected/all.json': wrong })
    assert.equal(exitCode, 1)
    assert.match(output, /2 places differ: - expected, \+ found/)
    assert.match(output, /\/who +"Bye Ada" +"Hello Ada"\n/)
    assert.match(output, /equals-file: expected\/all\.json/)
  })

  it('are texts where they are no JSON, braces with a backslash as they are', async () => {
    const hello = '<hello to="{{name}}">\\{{x}}</hello>\n'
    const step = `    file: { file: hello.xml, fill-in: true }
    validations:
      - header content-type: text/xml
      - text: { equals-file: hello.xml }
      - text: "<hello to=\\"Ada\\">\\\\{{x}}</hello>\\n"
`
    assertPassed(await run({ 'hello.xml': hello, 'a.apitest.yaml': suite('', step) }))
  })

  it('mask the secrets that are filled in', async () => {
    const text = `suite: A\nsecrets: { key: very-secret-value }\nsteps:\n  - request: POST ${url}\n    file: { file: k.json, fill-in: true }\n    validations: [{ $: { equals-file: e.json } }]\n`
    const { exitCode, output } = await run({
      'a.apitest.yaml': text,
      'k.json': '{"key":"{{key}}"}',
      'e.json': '{"key":"x{{key}}"}',
    })
    assert.equal(exitCode, 1)
    assert.doesNotMatch(output, /very-secret/)
  })

  it('are rows of --data, too, in the types that the suite says', async () => {
    const given = { 'more.csv': 'id,price,ok,tags\n9,2.50,true,[1]\n' }
    assertPassed(await run({ ...files(), ...given }, ['--data', 'more.csv']))
    assertPassed(await run({ ...files(), 'more.csv': users }, ['--data', 'more.csv']))
    const json = '[{"id":"1","price":3,"ok":true,"tags":[2]}]'
    assertPassed(await run({ ...files(), 'more.json': json }, ['--data', 'more.json']))
    const wrong = await run({ ...files(), 'more.csv': 'id,price,ok,tags\n9,dear,true,[]\n' }, [
      '--data',
      'more.csv',
    ])
    assert.equal(wrong.exitCode, 2)
    assert.match(
      wrong.errors + wrong.output,
      /more\.csv:2:3 +error data-type +column "price" of row 1: "dear" is no number/,
    )
  })

  it('belong to single steps, to the first rows, and to load', async () => {
    const step = `    ${data}    json: { price: "{{price}}" }\n    validations: [{ $.price: { has-type: number } }]\n`
    const text = suite('', step)
    assertPassed(await run({ 'users.csv': users, 'a.apitest.yaml': text }))
    const first = await run(files(), ['--rows', '1'])
    assertPassed(first)
    assert.match(first.output, /Rows\s+1 passed/)
    await withFolder(files(), async folder => {
      const loaded = await runLine(folder, ['load', 'a.apitest.yaml', '--requests', '2', '--callers', '1'])
      assertPassed(loaded)
    })
  })

  it('have no say in what is written as an object', async () => {
    const step =
      '    json: { file: a.json, equals-file: b.json }\n    validations: [{ $: { equals: { file: a.json, equals-file: b.json } } }]\n'
    assertPassed(await run({ 'a.apitest.yaml': suite('', step) }))
  })
})

it('files that are compared with and filled in are among those that an imported suite reads', () => {
  const written = {
    request: 'POST x',
    file: { file: 'a.json', 'fill-in': true },
    data: { file: 'b.csv', separator: ';' },
    when: { v: { 'equals-file': 'c.json' } },
    validations: [{ $: { each: { 'matches-file': 'd.json' }, equals: { 'equals-file': 'none' } } }],
    extracts: { b: { from: '$.b', unless: { $: { 'matches-file': 'e.json' } } } },
  }
  assert.deepEqual(
    fileNamesIn(written)
      .map(({ name }) => name)
      .toSorted(),
    ['a.json', 'b.csv', 'c.json', 'd.json', 'e.json'],
  )
})

describe('a suite with files that is compiled', () => {
  /** Compiles to a target, and gives what is told and the text of its file. */
  async function compiled(
    target: string,
    name: string,
  ): Promise<{ told: string; text: string; passed?: boolean }> {
    // Numbers with more digits than a double holds would be texts.
    const plain = users.replace('1.10', '1.5').replace('12345678901234567890', '3')
    return withFolder({ ...files(), 'users.csv': plain }, async folder => {
      const words = ['compile', 'a.apitest.yaml', '--to', target, '--output', 'out']
      const { output, errors, exitCode } = await runLine(folder, words)
      assert.equal(exitCode, 0, errors)
      const file = path.join(folder, 'out', name)
      const told = { told: output + errors, text: await readFile(file, 'utf8') }
      return target === 'node-test' ? { ...told, passed: await passes(file) } : told
    })
  }

  function passes(file: string): Promise<boolean> {
    const { NODE_TEST_CONTEXT: _, ...environment } = process.env
    return new Promise(resolve => {
      execFile(process.execPath, ['--test', file], { env: environment }, error => {
        resolve(error === null)
      })
    })
  }

  it('has typed rows and the contents of its files as tests and as a script of k6', async () => {
    const { text, passed, told } = await compiled('node-test', 'a.test.mjs')
    assert.match(text, /ok: true,/)
    assert.match(text, /tags: \["a"\]/)
    assert.match(text, /deepEqual\(body, \{/)
    assert.doesNotMatch(told, /lost/)
    assert.equal(passed, true, text)
    const k6 = await compiled('k6', 'a.k6.js')
    assert.match(k6.text, /ok: true,/)
    assert.doesNotMatch(k6.told, /lost/)
  })

  it('has the contents of its files in Postman, which gives rows to the runner', async () => {
    const { text, told } = await compiled('postman', 'a.postman_collection.json')
    assert.match(text, /Hello \{\{name\}\}/)
    assert.match(told, /lost +A: data: rows are given to the runner/)
  })

  it('names the same files as a suite and in a collection', async () => {
    const { text } = await compiled('suite', 'a.apitest.yaml')
    assert.match(text, /file: \.\.\/users\.csv/)
    assert.match(text, /file: \{ file: \.\.\/order\.json, fill-in: true \}/)
    assert.match(text, /equals-file: \.\.\/expected\/all\.json/)
    assert.match(
      (await compiled('collection', 'a.collection.json')).text,
      /"equals-file": "expected\/all\.json"/,
    )
  })
})
