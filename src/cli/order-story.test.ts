import assert from 'node:assert/strict'
import { randomInt, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { type Playground, startPlayground } from '../../playground/start-playground.ts'
import type { RunReport } from '../model/result.ts'
import { brokers } from '../testing/brokers.ts'
import { type Files, runLine, withFolder } from '../testing/run-program.ts'

const { kafka, rabbitMq } = await brokers()
const runs = 200

/** The first step of a race on each broker. */
const listenSteps = {
  kafka: { kafka: 'listen', brokers: '{{brokers}}', topic: '{{topic}}', as: 'events' },
  amqp: {
    ...{ amqp: 'listen', url: '{{amqpUrl}}', exchange: '{{topic}}' },
    ...{ 'routing-key': 'order.placed', as: 'events' },
  },
}

describe('an order that brokers are told of', { skip: kafka.missing || rabbitMq.missing }, () => {
  /** Nobody else's orders are in this topic and this exchange. */
  const topic = `apitest-orders-${randomUUID()}`
  let playground: Playground
  let variables: readonly string[]

  before(async () => {
    const { listeners, username, password } = rabbitMq.service()
    const amqpUrl = `amqp://${username}:${password}@${listeners.plain}`
    const seeds = kafka.service().listeners.plain
    const announcements = { kafka: [seeds], amqp: amqpUrl, topic }
    playground = await startPlayground({ port: 0, grpc: {}, announcements })
    const grpcTarget = new URL(playground.grpcUrl ?? '').host
    const values = { baseUrl: playground.url, grpcTarget, brokers: seeds, amqpUrl, topic }
    variables = Object.entries(values).flatMap(([name, value]) => ['--var', `${name}=${value}`])
  })

  after(() => playground.close())

  async function report(suite: string, files: Files = {}): Promise<RunReport> {
    return withFolder(files, async folder => {
      const args = [suite, ...variables, '--reporter', 'json=report.json', '--reporter', 'dot']
      const { exitCode, output, errors } = await runLine(folder, args)
      assert.equal(exitCode, 0, output.slice(-4000) + errors)
      return JSON.parse(await readFile(path.join(folder, 'report.json'), 'utf8')) as RunReport
    })
  }

  it('is followed by one suite through five protocols, with its report', async () => {
    const { suites } = await report(path.resolve('suites/order-story.apitest.yaml'))
    const steps = suites.flatMap(({ results }) => results)
    assert.deepEqual(
      steps.map(({ action }) => action),
      ['kafka', 'amqp', 'request', 'collect', 'grpc', 'websocket', 'collect'],
    )
    const talks = steps.flatMap(({ exchange }) => exchange?.transcript?.entries.length ?? [])
    assert.ok(talks.length === 3 && talks.every(entries => entries > 0))
  })

  for (const [broker, listen] of Object.entries(listenSteps))
    it(`is caught ${runs} times of ${runs} on ${broker}, however long the steps are apart`, async () => {
      await fetch(`${playground.url}/api/reset`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ size: 'large' }),
      })
      const { suites } = await report('race.apitest.yaml', { 'race.apitest.yaml': raceSuite(listen) })
      const caught = suites.flatMap(({ results }) => results.filter(({ action }) => action === 'collect'))
      assert.equal(caught.filter(({ outcome }) => outcome === 'passed').length, runs)
    })
})

/**
 * Listens, acts and collects again and again: without a pause between, with one only, and with random ones. A wait ends
 * long before its time unless the event is lost.
 */
function raceSuite(listen: object): string {
  const pauses = [
    () => [0, 0],
    () => [0, randomInt(1, 40)],
    () => [randomInt(1, 40), 0],
    () => [randomInt(1, 40), randomInt(1, 40)],
  ]
  const steps = Array.from({ length: runs }, (_, index) => {
    const [beforeAct = 0, beforeCollect = 0] = pauses[index % pauses.length]?.() ?? []
    return [listen, ...pause(beforeAct), act(index), ...pause(beforeCollect), collect(index)]
  })
  return JSON.stringify({ suite: 'Race', steps: steps.flat() })
}

function pause(milliseconds: number): readonly object[] {
  return milliseconds === 0 ? [] : [{ pause: `${milliseconds}ms` }]
}

/** Every tenth product is out of stock. */
function act(index: number): object {
  const items = [{ productId: index * 10 + 1, quantity: 1 }]
  return {
    request: 'POST {{baseUrl}}/api/orders',
    json: { userId: 1, items },
    extracts: { [`order${index}`]: '$.id' },
  }
}

function collect(index: number): object {
  return {
    collect: 'events',
    expect: { '$.id': `{{order${index}}}` },
    timeout: '20s',
    validations: [{ time: { 'less-than': 15_000 } }],
  }
}
