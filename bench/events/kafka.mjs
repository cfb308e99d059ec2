import { action } from '../../dist/modules/src/actions/kafka/index.js'
import { asAdmin, kafkaClient, makeTopic } from '../../dist/modules/src/actions/kafka/testing/kafka-tools.js'
import { brokers } from '../../dist/modules/src/testing/brokers.js'
import { Skipped } from '../peers.mjs'
import { program, steps } from './listener.mjs'

/** A topic of its own, of one partition because kcat reads those of several one after the other at first; a producer that is connected, apitest's steps and kcat. */
export async function kafkaSides() {
  const { kafka } = await brokers()
  if (kafka.missing !== false) throw new Skipped(kafka.missing)
  const place = kafka.service().listeners.plain
  const client = kafkaClient(place)
  const topic = await makeTopic(client)
  const producer = client.producer()
  await producer.connect()
  return {
    ours: () => steps(action, { kafka: 'listen', brokers: place, topic }),
    theirs: () => {
      const listening = ['-C', '-b', place, '-t', topic, '-o', 'end', '-c', '1', '-u', '-q', '-d', 'topic']
      return program('kcat', listening, offsetsKnown)
    },
    publish: () => producer.send({ topic, messages: [{ value: '{"id":1}' }] }),
    close: async () => {
      await producer.disconnect()
      await asAdmin(client, admin => admin.deleteTopics({ topics: [topic] }))
    },
  }
}

/** It says so where it tells what it does: that it goes on to read from an offset. */
function offsetsKnown({ stderr }) {
  let said = ''
  return new Promise(resolve => {
    stderr.on('data', chunk => {
      said += chunk
      if (said.includes('-> active')) resolve()
    })
  })
}
