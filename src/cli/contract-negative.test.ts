import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { type Playground, startPlayground } from '../../playground/start-playground.ts'
import type { JsonObject } from '../model/json.ts'
import { checkedAt, described, failedIn, negativesOf } from '../operations/contract/testing/checked.ts'
import { runLine, withFolder } from '../testing/run-program.ts'
import { holes, shopOptions, startShop, withoutShop } from './testing/python-shop.ts'

describe('the playground', () => {
  let playground: Playground | undefined
  before(async () => {
    playground = await startPlayground({ port: 0 })
  })
  after(() => playground?.close())

  const refuses = async (settings: JsonObject, least: number): Promise<void> => {
    const result = await checkedAt(described({}), playground?.url ?? '', {
      spec: `${process.cwd()}/playground/openapi.yaml`,
      settings,
      negative: true,
      negativeCases: 100,
      choice: { includeWrites: true, exclude: ['/ajax/slow', '/events'] },
    })
    assert.deepEqual(failedIn(result), [])
    assert.ok((result.check.summary.negative?.passed ?? 0) >= least)
  }

  it('refuses whatever its description does not allow', () => refuses({}, 200))

  it('refuses it from whom it knows, too', async () => {
    const answer = await fetch(`${playground?.url ?? ''}/auth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'demo', password: 'demo-password' }),
    })
    const { access_token: token = '' } = (await answer.json()) as { access_token?: string }
    await refuses({ auth: { bearer: token } }, 200)
  })
})

describe('a server in FastAPI', { skip: withoutShop() }, () => {
  it('that keeps to its description refuses everything', async () => {
    await using shop = await startShop('sound')
    const result = await checkedAt({}, shop.url, shopOptions(shop))
    assert.deepEqual(failedIn(result), [])
    assert.equal(result.exitCode, 0)
    assert.ok(negativesOf(result).length > 60)
  })

  it('with ten holes is found to have these, and no other', async () => {
    await using shop = await startShop('holes')
    const result = await checkedAt({}, shop.url, shopOptions(shop))
    const failed = failedIn(result)
    const found = holes.filter(({ shows }) => failed.some(line => shows.test(line)))
    assert.deepEqual(
      found.map(({ name }) => name),
      holes.map(({ name }) => name),
    )
    assert.deepEqual(
      failed.filter(line => !holes.some(({ shows }) => shows.test(line))),
      [],
    )
    const { errored } = result.check.summary.negative ?? {}
    assert.equal(errored, 0)
  })

  it('has every hole marked where it is', async () => {
    const text = await readFile('fixtures/negative/holes.py', 'utf8')
    const marked = [...text.matchAll(/HOLE ([\w-]+)/g)].map(([, name = '']) => name)
    assert.deepEqual(marked.toSorted(), holes.map(({ name }) => name).toSorted())
  })
})

describe('negative cases as suites', () => {
  it('pass at the playground', async () => {
    const playground = await startPlayground({ port: 0 })
    const spec = path.resolve('playground', 'openapi.yaml')
    const environment = {
      API_TOKEN: 'none',
      API_USERNAME: 'demo',
      API_PASSWORD: 'demo-password',
      API_API_KEY: 'demo-key',
    }
    try {
      await withFolder({}, async folder => {
        const compile = ['compile', spec, '--to', 'suite', '--negative', '--include-writes', '-o', 'suites']
        const compiled = await runLine(folder, compile)
        assert.equal(compiled.exitCode, 0, compiled.errors)
        const url = ['--var', `baseUrl=${playground.url}`]
        const ran = await runLine(folder, ['suites/negative-cases', ...url], { environment })
        assert.equal(ran.exitCode, 0, ran.output + ran.errors)
        assert.match(ran.output, /Steps {5}2\d\d passed \(2\d\d\)/)
      })
    } finally {
      await playground.close()
    }
  })

  it('are made of descriptions alone', async () => {
    await withFolder({ 'call.sh': 'curl http://127.0.0.1:1/' }, async folder => {
      for (const source of ['call.sh', 'nothing-saved', '.']) {
        const { exitCode, errors } = await runLine(folder, ['compile', source, '--to', 'suite', '--negative'])
        assert.equal(exitCode, 2)
        assert.match(errors, /--negative needs an API description, and \S+ is none/)
      }
    })
  })
})
