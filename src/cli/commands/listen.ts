import { saveStep } from '../../operations/calls/save-step.ts'
import { listenToBroker } from '../../operations/calls/call-operations.ts'
import { sendStep } from '../call/send-step.ts'
import { defineCommand } from '../command.ts'
import { readPlace } from '../events/broker-part.ts'
import { eventWords, listenOptions } from '../events/event-options.ts'
import { listenStep } from '../events/listen-step.ts'
import { refuse } from '../print-result.ts'

/** `apitest listen`: the messages of a topic or an exchange, without a suite. */
export const command = defineCommand({
  operations: [listenToBroker, saveStep],
  positionals: eventWords,
  options: listenOptions,
  firstWords: ['kafka', 'amqp'],
  usage: [
    'listen kafka BROKERS TOPIC [options]',
    'listen amqp URL EXCHANGE [options]',
    'listen amqp URL --queue NAME [options]',
  ],
  async run(given) {
    const place = readPlace('listen', given)
    return place.ok
      ? sendStep(await listenStep(place.value, given), given, listenToBroker)
      : refuse(place.problems)
  },
})
