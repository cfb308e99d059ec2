import kafkajs from 'kafkajs'
import type { Announcer } from './announcer.ts'

const partitions = 3

/**
 * Publishes to a topic of Kafka, which is made unless it is there: key is the order's id, so that the events of one
 * order keep their order. Rejects when no broker answers.
 */
export async function kafkaAnnouncer(brokers: readonly string[], topic: string): Promise<Announcer> {
  const client = new kafkajs.Kafka({
    clientId: 'playground',
    brokers: [...brokers],
    logLevel: kafkajs.logLevel.NOTHING,
    connectionTimeout: 5000,
    retry: { retries: 2 },
  })
  await makeTopic(client, topic)
  const producer = client.producer({ createPartitioner: kafkajs.Partitioners.DefaultPartitioner })
  await producer.connect()
  return {
    name: 'Kafka',
    announce: async ({ type, order }) => {
      const message = { key: String(order.id), value: JSON.stringify(order), headers: { type } }
      await producer.send({ topic, messages: [message] })
    },
    close: () => producer.disconnect(),
  }
}

async function makeTopic(client: kafkajs.Kafka, topic: string): Promise<void> {
  const admin = client.admin()
  await admin.connect()
  try {
    const known = await admin.listTopics()
    if (known.includes(topic)) return
    await admin.createTopics({ topics: [{ topic, numPartitions: partitions }], waitForLeaders: true })
  } finally {
    await admin.disconnect()
  }
}
