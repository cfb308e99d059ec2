import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '../../model/json.ts'
import { withFolder } from '../../testing/run-program.ts'
import { hostIn } from '../testing/host-in.ts'
import type { StartInput } from './start-input.ts'
import { startMock } from './start-mock.ts'

const description = `openapi: 3.0.3
info: { title: Shop, version: "1" }
paths:
  /users: { get: { responses: { "200": { description: All, content: { application/json: { example: [1] } } } } } }
  /users/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { responses: { "200": { description: One, content: { application/json: { example: { id: 9 } } } } } }
`

const files = {
  'apitest.config.yaml': 'variables: { token: "{{env.SHOP_TOKEN}}" }\n',
  'shop.yaml': description,
  'mock.apitest.yaml': 'mocks: { shop: { routes: [{ route: GET /a }] } }\n',
  'body.txt': 'from a file',
}

/** The answers of a mock to paths, each as its status and text. */
async function answers(input: StartInput, ...paths: readonly string[]): Promise<readonly string[]> {
  return withFolder(files, async folder => {
    const over = new AbortController()
    const got: string[] = []
    const asked = async (url: string): Promise<void> => {
      for (const path of paths) {
        const response = await fetch(`${url}${path}`)
        got.push(`${String(response.status)} ${await response.text()}`)
      }
      over.abort()
    }
    const running: Promise<void>[] = []
    const host = hostIn(folder, {
      interrupt: over.signal,
      progress: event => {
        if (event.type === 'serving') running.push(asked(event.mocks[0]?.url ?? ''))
      },
    })
    const started = await startMock.run({ ...input, foreground: true }, host)
    assert.ok(started.ok, JSON.stringify(started))
    got.push(...started.value.mocks.map(({ name, routes }) => `${name} ${String(routes)}`))
    await Promise.all(running)
    return got
  })
}

/** The problems of routes, each with its hint. */
async function problems(input: StartInput): Promise<readonly string[]> {
  return withFolder(files, async folder => {
    const previewed = await startMock.preview?.(input, hostIn(folder))
    return previewed?.ok === false
      ? previewed.problems.map(({ message, hint = '' }) => `${message}. ${hint}`)
      : []
  })
}

const route = (text: string, answer: JsonObject = {}): JsonObject => ({ route: text, answer })

describe('start-mock', () => {
  it('answers by routes of the call', async () => {
    const routes = [
      route('GET /users/{id}', { status: 201, json: { id: '{{path.id}}' } }),
      route('GET /file', { file: 'body.txt' }),
    ]
    assert.deepEqual(await answers({ routes }, '/users/7', '/file'), [
      '201 {"id":"7"}',
      '200 from a file',
      'mock 2',
    ])
    assert.deepEqual((await answers({ routes, name: 'shop' })).at(-1), 'shop 2')
  })

  it('answers by routes of the call before the description beside them', async () => {
    const routes = [route('GET /users/{id}', { json: { id: 1 } })]
    assert.deepEqual(await answers({ files: ['shop.yaml'], routes }, '/users/7', '/users'), [
      '200 {"id":1}',
      '200 [1]',
      'shop 2',
    ])
  })

  const wrong: readonly (readonly [what: string, input: StartInput, problem: RegExp])[] = [
    [
      'the part of a route that is not as in a suite, with what it may be',
      { routes: [route('GET /a'), { route: 'GET /b', answer: { statsu: 200 } }] },
      /^routes\.1\.answer(?:\.statsu)?: .*"statsu".*[Dd]id you mean "status"/,
    ],
    ['a route without a method', { routes: [{ route: '/a' }] }, /^routes\.0\.route: /],
    [
      'the same route twice',
      { routes: [route('GET /a'), route('GET /a')] },
      /^routes\.1(?:\.route)?: .*GET \/a/,
    ],
    [
      'a file that is not there',
      { routes: [route('GET /a', { file: 'none.txt' })] },
      /^routes\.0\.answer\.file: .*none\.txt.* relative to the working folder/,
    ],
    [
      'an unknown variable',
      { routes: [route('GET /a', { text: '{{nobody}}' })] },
      /^routes\.0\.answer\.text: /,
    ],
    ['no routes', { routes: [] }, /^routes: /],
    [
      'routes beside a suite',
      { routes: [route('GET /a')], files: ['mock.apitest.yaml'] },
      /are for one mock/,
    ],
    [
      'routes beside several descriptions',
      { routes: [route('GET /a')], files: ['shop.yaml', 'shop.yaml'] },
      /are for one mock/,
    ],
  ]
  for (const [what, input, problem] of wrong)
    it(`tells ${what}`, async () => {
      assert.match((await problems(input)).join('\n'), problem)
    })

  it('tells who is asked the routes, and which variables of the process they use', async () => {
    await withFolder(files, async folder => {
      const routes = [route('GET /a', { headers: { 'x-token': '{{token}}' }, text: '{{env.HOME}}' })]
      const processEnvironment = { SHOP_TOKEN: 'token-123456', HOME: '/home' }
      const previewed = await startMock.preview?.({ routes }, hostIn(folder, { processEnvironment }))
      assert.ok(previewed?.ok === true, JSON.stringify(previewed))
      const told = previewed.value.sentences.join('\n')
      assert.match(told, /^Its routes: ".*GET \/a.*\{\{env\.HOME\}\}/m)
      assert.match(told, /^Uses the environment variables? .*"SHOP_TOKEN"/m)
      assert.match(told, /"HOME"/)
    })
  })
})
