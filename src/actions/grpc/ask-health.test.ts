import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import { describe, test } from 'node:test'
import type { JsonObject } from '../../model/json.ts'
import { exchangeOf, failureOf } from '../testing/answers.ts'
import { testContext } from '../testing/test-context.ts'
import { action } from '../wait/index.ts'
import { startLab } from './testing/lab-server.ts'

describe('wait for a gRPC server', () => {
  test('ends when health checking says SERVING', async () => {
    await using lab = await startLab()
    lab.isServing = false
    const context = testContext({ timeout: 30_000 })
    const url = `grpc://${lab.address}/lab.v1.Lab`
    const waiting = action.perform({ wait: [url, `grpc://${lab.address}`], interval: '50ms' }, context)
    await setTimeout(300)
    lab.isServing = true
    const { response } = exchangeOf(await waiting)
    assert.match(response.statusText ?? '', /SERVING/)
    await context.resources.close()
  })

  test('tells what it said last when the time is up', async () => {
    await using lab = await startLab()
    lab.isServing = false
    for (const [service, text] of [
      ['lab.v1.Lab', 'NOT_SERVING'],
      ['no.Such', 'NOT_FOUND: There is no service "no.Such".'],
    ] as const) {
      const context = testContext({ timeout: 400 })
      const wait = `grpc://${lab.address}/${service}`
      const { message } = failureOf(await action.perform({ wait, interval: '50ms' }, context))
      assert.ok(message.endsWith(text), message)
      await context.resources.close()
    }
  })

  test('has credentials of its own, and not those of the settings', async () => {
    await using lab = await startLab()
    const digest = { digest: { username: 'ada', password: 'pw' } }
    const perform = async (own: JsonObject, shared: JsonObject) => {
      const context = testContext({ settings: { auth: shared } })
      const answer = await action.perform({ wait: `grpc://${lab.address}`, ...own }, context)
      await context.resources.close()
      return answer
    }
    assert.match(failureOf(await perform({ auth: digest }, {})).message, /auth digest is for HTTP only/)
    exchangeOf(await perform({}, digest))
  })

  test('is refused without a port', async () => {
    const { kind } = failureOf(await action.perform({ wait: 'grpc://localhost' }, testContext()))
    assert.equal(kind, 'Request Error')
  })
})
