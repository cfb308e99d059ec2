import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import type { JsonObject } from '../../model/json.ts'
import { type Files, withFolder } from '../../testing/run-program.ts'
import { hostIn } from '../testing/host-in.ts'
import { saveStep } from './save-step.ts'

const call = { request: 'GET https://a.example/', validations: [{ status: 200 }] }

/** The text of `suites/a.apitest.yaml` after a step was saved in it, and the notes. */
function saved(step: JsonObject, text?: string): Promise<{ text: string; notes: readonly string[] }> {
  const files: Files = text === undefined ? {} : { 'suites/a.apitest.yaml': text }
  return withFolder(files, async workingFolder => {
    const answer = await saveStep.run({ steps: [step], file: 'suites/a.apitest.yaml' }, hostIn(workingFolder))
    assert.ok(answer.ok, answer.ok ? '' : answer.problems[0]?.message)
    return {
      text: await readFile(path.join(workingFolder, 'suites/a.apitest.yaml'), 'utf8'),
      notes: answer.value.notes,
    }
  })
}

const addition = '  - request: GET https://a.example/\n    validations:\n      - status: 200\n'

describe('a call that is saved', () => {
  it('begins a suite', async () => {
    assert.equal((await saved(call)).text, `suite: A\nsteps:\n${addition}`)
  })

  for (const [name, before, after = ''] of [
    ['at the end', '# mine\nsuite:   A   # name\nsteps:\n  - request: GET https://b.example/   # b\n'],
    [
      'before what cleans up',
      'suite: A\nsteps:\n  - request:   GET https://b.example/\n',
      '\n# then\nafter:\n  - pause: 1s\n',
    ],
    [
      'after a step over several lines',
      "suite: 'A'\nsteps:\n  - text: |\n      a\n\n      b\n    request: POST https://b.example/\n",
    ],
  ] as const)
    it(`comes ${name}, and leaves the rest to the letter`, async () => {
      assert.equal((await saved(call, before + after)).text, `${before}\n${addition}${after}`)
    })

  it('stands as close to the others as they do to each other, and as far to the right', async () => {
    const before = 'suite: A\nsteps:\n- request: GET https://b.example/\n- request: GET https://c.example/'
    const added = addition.replace(/^ {2}/gm, '')
    assert.equal((await saved(call, before)).text, `${before}\n${added}`)
  })

  it('keeps the line ends of the file', async () => {
    const { text } = await saved(call, 'suite: A\r\nsteps:\r\n  - request: GET https://b.example/\r\n')
    assert.doesNotMatch(text, /[^\r]\n/)
  })

  it('is added to a list in brackets, too', async () => {
    const { text } = await saved(call, 'suite: A\nsteps: [{ request: GET https://b.example/ }]\n')
    assert.match(text, /b\.example.*a\.example/s)
  })

  for (const empty of ['steps:', 'steps: []'])
    it(`is the first one under "${empty}"`, async () => {
      const { text } = await saved(call, `# mine\nsuite: A # name\n${empty}\n`)
      assert.equal(text, `# mine\nsuite: A # name\nsteps:\n${addition}`)
    })

  it('leaves a comment where the first one is to come', async () => {
    const { text } = await saved(call, 'suite: A\nsteps:\n  # here\n')
    assert.equal(text, `suite: A\nsteps:\n  # here\n${addition}`)
  })

  it('is not written into a file in another encoding, of which letters would be lost', () =>
    withFolder({}, async workingFolder => {
      const file = path.join(workingFolder, 'a.apitest.yaml')
      const bytes = Buffer.from('suite: caf\xe9\nsteps:\n  - request: GET https://b.example/\n', 'latin1')
      await writeFile(file, bytes)
      const answer = await saveStep.run({ steps: [call], file }, hostIn(workingFolder))
      assert.match(answer.ok ? '' : (answer.problems[0]?.message ?? ''), /is not written in UTF-8$/)
      assert.deepEqual(await readFile(file), bytes)
    }))

  it('has placeholders for credentials, and keeps those that were typed', async () => {
    const step = {
      request: 'GET https://ada:topsecret@a.example/',
      headers: { 'X-Api-Key': 'topsecret', Cookie: ['a=topsecret', 'b=topsecret'], Accept: 'text/html' },
      auth: { basic: { username: 'ada', password: 'topsecret' } },
      tls: { passphrase: 'topsecret', key: 'me.key' },
      proxy: 'http://ada:topsecret@proxy:3128',
    }
    const { text, notes } = await saved(step)
    assert.doesNotMatch(text, /topsecret/)
    assert.match(text, /password: "\{\{env\.API_PASSWORD\}\}"/)
    assert.equal(notes.length, 5)
    assert.match((await saved({ ...call, auth: { bearer: '{{token}}' } })).text, /bearer: "\{\{token\}\}"/)
  })

  for (const [step, written] of [
    [{ websocket: 'wss://ada:topsecret@a.example/' }, 'wss://ada:{{env.API_PASSWORD}}@a.example/'],
    [
      { amqp: 'publish', url: 'amqp://ada:topsecret@a/', exchange: 'e' },
      'amqp://ada:{{env.API_PASSWORD}}@a/',
    ],
    [{ kafka: 'listen', sasl: { mechanism: 'plain', password: 'topsecret' } }, '{{env.API_PASSWORD}}'],
    [{ grpc: 'a.B/C', metadata: { 'x-api-key': 'topsecret' } }, '{{env.X_API_KEY}}'],
  ] as const)
    it(`has placeholders for credentials of ${Object.keys(step)[0] ?? ''}`, async () => {
      const { text } = await saved(step)
      assert.doesNotMatch(text, /topsecret/)
      assert.ok(text.includes(written), text)
    })

  it('names the files of gRPC and WebSockets from the suite, but not what an import folder holds', () =>
    withFolder({ 'here.proto': '' }, async workingFolder => {
      const file = 'suites/a.apitest.yaml'
      const grpc = { grpc: 'a.B/C', proto: ['here.proto', 'a/b.proto'], 'import-paths': ['protos'] }
      const websocket = { websocket: 'ws://a.example/', messages: [{ file: 'cat.png' }, 'file'] }
      await saveStep.run({ steps: [grpc, websocket], file }, hostIn(workingFolder))
      const text = await readFile(path.join(workingFolder, file), 'utf8')
      assert.match(text, /proto: \[ ?\.\.\/here\.proto, a\/b\.proto ?\]/)
      assert.match(text, /import-paths: \[ ?\.\.\/protos ?\]/)
      assert.match(text, /messages: \[ ?\{ file: \.\.\/cat\.png \}, file ?\]/)
    }))

  it('names its files from the suite', async () => {
    const step = { ...call, multipart: { photo: { file: 'cat.png' } }, tls: { ca: 'suites/ca.pem' } }
    const { text } = await saved(step)
    assert.match(text, /file: \.\.\/cat\.png/)
    assert.match(text, /ca: ca\.pem/)
  })

  it('keeps what is switched off, without its credentials', async () => {
    const { text } = await saved({
      ...call,
      headers: { Authorization: { disabled: 'Bearer topsecret' }, 'X-Key': [{ disabled: 'a' }, 'b'] },
      query: { debug: { disabled: '1' } },
      multipart: { photo: { disabled: { file: 'cat.png' } } },
    })
    assert.match(text, /Authorization: \{ disabled: "?Bearer \{\{env\.AUTHORIZATION\}\}"? \}/)
    assert.match(text, /X-Key: \[ ?\{ disabled: a \}, b ?\]/)
    assert.match(text, /debug: \{ disabled: "1" \}/)
    assert.match(text, /disabled: \{ file: \.\.\/cat\.png \}/)
  })

  it('is not written into what is no suite', () =>
    withFolder({ 'a.apitest.yaml': 'suite: [', 'b.apitest.yaml': 'suite: B\n' }, async workingFolder => {
      for (const file of ['a.apitest.yaml', 'b.apitest.yaml', 'c.txt'])
        assert.equal((await saveStep.run({ steps: [call], file }, hostIn(workingFolder))).ok, false, file)
    }))
})
