import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import type { JsonObject } from '../../../model/json.ts'
import type { ActionContext } from '../../action.ts'
import { action } from '../../http/index.ts'
import { httpServer } from '../../http/testing/http-server.ts'
import { exchangeOf } from '../../testing/answers.ts'
import { testContext } from '../../testing/test-context.ts'
import { digestServer, type DigestRules } from '../testing/digest-server.ts'

const mufasa = { username: 'Mufasa', password: 'Circle of Life' }

/** Sends requests one after the other in one pass; gives each answer's status and body. */
async function send(
  inputs: readonly JsonObject[],
  changes: Partial<ActionContext> = {},
): Promise<readonly string[]> {
  const context = testContext(changes)
  const answers: string[] = []
  for (const input of inputs) {
    const { response } = exchangeOf(await action.perform({ auth: { digest: mufasa }, ...input }, context))
    answers.push(`${String(response.status)} ${response.body.text()}`)
  }
  await context.resources.close()
  return answers
}

const rules: readonly DigestRules[] = [
  {},
  { algorithm: 'SHA-256' },
  { algorithm: 'SHA-512-256' },
  { algorithm: 'MD5-sess' },
  { algorithm: 'SHA-256-sess', qop: 'auth-int' },
  { qop: 'auth-int' },
  { qop: 'auth,auth-int' },
  { qop: '' },
]

describe('digest', () => {
  for (const rule of [...rules, { userhash: true, algorithm: 'SHA-256' }])
    it(`answers a strict server: ${JSON.stringify(rule)}`, async () => {
      await using server = await digestServer(rule)
      const request = { request: `POST ${server.url}/a?b=%20c`, text: 'a body' }
      const plain = { request: `GET ${server.url}/` }
      // Without qop there is no count, so that the server cannot tell a second use.
      assert.deepEqual(await send([request, plain, plain]), Array(3).fill('200 welcome'))
      assert.equal(server.seen.length, 4)
    })

  // It knows no SHA-512-256, and hashes no bodies.
  for (const rule of rules.filter(({ algorithm, qop }) => algorithm !== 'SHA-512-256' && qop !== 'auth-int'))
    it(`is what curl sends, too: ${JSON.stringify(rule)}`, async t => {
      await using server = await digestServer(rule)
      const options = ['-s', '--digest', '-u', 'Mufasa:Circle of Life', '-d', 'a body']
      const answer = await curl(...options, `${server.url}/a?b=%20c`)
      if (answer === undefined) t.skip('curl is not installed')
      else assert.equal(answer, 'welcome')
    })

  it('sends a file, and hashes it where that is asked for', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'apitest-'))
    await writeFile(path.join(folder, 'body.txt'), 'x'.repeat(200_000))
    await using server = await digestServer({ qop: 'auth-int' })
    const input = { request: `PUT ${server.url}/`, file: 'body.txt' }
    assert.deepEqual(await send([input], { directory: folder }), ['200 welcome'])
  })

  it('takes a new nonce when the old one is stale', async () => {
    await using server = await digestServer({ uses: 2 })
    const input = { request: `GET ${server.url}/` }
    assert.deepEqual(await send([input, input, input]), Array(3).fill('200 welcome'))
    assert.equal(server.seen.length, 5)
  })

  it('sends names and passwords beyond ASCII', async () => {
    const user = { username: 'Jäsøn (Doe)', password: 'pä:ss' }
    await using server = await digestServer({ ...user, realm: 'plain' })
    const input = { request: `GET ${server.url}/`, auth: { digest: user } }
    assert.deepEqual(await send([input]), ['200 welcome'])
  })

  it('asks once without and once with a wrong password, and gives the answer', async () => {
    await using server = await digestServer()
    const input = { request: `GET ${server.url}/`, auth: { digest: { ...mufasa, password: 'wrong' } } }
    const [answer] = await send([input])
    assert.match(answer ?? '', /^401 response is/)
    assert.equal(server.seen.length, 2)
  })

  it('asks a server that finds every nonce stale three times, not more', async () => {
    await using server = await digestServer({ uses: 0 })
    assert.deepEqual(await send([{ request: `GET ${server.url}/` }]), ['401 stale'])
    assert.equal(server.seen.length, 3)
  })

  it('sends no header to a server that does not ask, nor the one of the settings', async () => {
    await using server = await httpServer()
    const settings = { headers: { authorization: 'Custom 1' } }
    assert.deepEqual(await send([{ request: `GET ${server.url}/` }], { settings }), ['200 '])
    assert.equal(server.seen[0]?.headers.authorization, undefined)
  })

  it('answers no challenge of another origin', async () => {
    await using other = await digestServer()
    await using server = await httpServer((_, response) =>
      response.writeHead(302, { location: other.url }).end(),
    )
    const settings = { transport: { 'follow-redirects': true } }
    assert.deepEqual(await send([{ request: `GET ${server.url}/` }], { settings }), ['401 no digest'])
  })
})

async function curl(...options: readonly string[]): Promise<string | undefined> {
  try {
    return (await promisify(execFile)('curl', options)).stdout
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
