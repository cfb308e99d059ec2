import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import net from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import kafkajs, { type Admin, type Kafka } from 'kafkajs'

/** Another client, for what apitest does not do: topics, transactions. */
export function kafkaClient(place: string): Kafka {
  return new kafkajs.Kafka({ brokers: [place], logLevel: kafkajs.logLevel.NOTHING })
}

/** Makes a topic of its own for a test. */
export async function makeTopic(
  client: Kafka,
  { topic = `apitest-${randomUUID()}`, partitions = 1, settings = {} } = {},
): Promise<string> {
  const configEntries = Object.entries<string>(settings).map(([name, value]) => ({ name, value }))
  const topics = [{ topic, numPartitions: partitions, configEntries }]
  await asAdmin(client, async admin => {
    await admin.createTopics({ topics, waitForLeaders: false })
    await untilPartitions(admin, topic, partitions)
  })
  return topic
}

/** Adds partitions to a topic, and waits until the broker tells of them. */
export async function addPartitions(client: Kafka, topic: string, count: number): Promise<void> {
  await asAdmin(client, async admin => {
    await admin.createPartitions({ topicPartitions: [{ topic, count }] })
    await untilPartitions(admin, topic, count)
  })
}

/** A broker that is busy tells of what was made a little later; the library takes that for a failure. */
async function untilPartitions(admin: Admin, topic: string, count: number): Promise<void> {
  for (;;) {
    const found = await admin.fetchTopicMetadata({ topics: [topic] }).catch(() => undefined)
    const partitions = found?.topics[0]?.partitions ?? []
    if (partitions.length === count && partitions.every(({ leader }) => leader >= 0)) return
    await wait(50)
  }
}

/** Does something as an administrator of the cluster. */
export async function asAdmin<Value>(client: Kafka, work: (admin: Admin) => Promise<Value>): Promise<Value> {
  const admin = client.admin()
  await admin.connect()
  try {
    return await work(admin)
  } finally {
    await admin.disconnect()
  }
}

/** Waits until partition 0 has so many records, the marks at the ends of transactions counted. */
export async function untilLength(client: Kafka, topic: string, length: number): Promise<void> {
  await asAdmin(client, async admin => {
    for (;;) {
      const [partition] = await admin.fetchTopicOffsets(topic)
      if (Number(partition?.high) >= length) return
      await wait(20)
    }
  })
}

/** Takes the records before an offset out of partition 0. */
export async function deleteRecords(client: Kafka, topic: string, before: string): Promise<void> {
  await asAdmin(client, async admin => {
    // The library finds the leader only of topics it has been asked for.
    await admin.fetchTopicOffsets(topic)
    await admin.deleteTopicRecords({ topic, partitions: [{ partition: 0, offset: before }] })
  })
}

/** Runs kcat with something on its standard input, and answers what it printed. Rejects when it fails. */
export async function kcat(args: readonly string[], input = ''): Promise<string> {
  const child = spawn('kcat', args)
  child.stdin.end(input)
  const [output, complaints] = [text(child.stdout), text(child.stderr)]
  const [code] = (await once(child, 'close')) as [number]
  if (code !== 0) throw new Error(`kcat ${args.join(' ')}: ${await complaints}`)
  return output
}

/** A way to another place that can be cut and mended. */
export async function cuttableWay(place: string) {
  const [host, port] = place.split(':')
  const sockets = new Set<net.Socket>()
  let isCut = false
  let attempts = 0
  const server = net.createServer(near => {
    attempts++
    if (isCut) {
      near.destroy()
      return
    }
    const far = net.connect(Number(port), host)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.pipe(far).pipe(near)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const cut = (): void => {
    isCut = true
    for (const socket of sockets) socket.destroy()
  }
  return {
    place: `127.0.0.1:${(server.address() as net.AddressInfo).port}`,
    /** How many connections stand. */
    count: () => sockets.size / 2,
    /** How often somebody has come. */
    attempts: () => attempts,
    cut,
    mend: () => {
      isCut = false
    },
    close: () => {
      cut()
      server.close()
    },
  }
}
