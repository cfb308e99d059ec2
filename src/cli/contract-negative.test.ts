import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import { type Playground, startPlayground } from '../../playground/start-playground.ts'
import type { JsonObject } from '../model/json.ts'
import { checkedAt, described, failedIn, negativesOf } from '../operations/contract/testing/checked.ts'
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
