import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Playground, startPlayground } from '../../playground/start-playground.ts'
import type { JsonObject } from '../model/json.ts'
import { checkedAt, described, failedIn } from '../operations/contract/testing/checked.ts'

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
