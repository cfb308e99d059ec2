import { saveStep } from '../../operations/calls/save-step.ts'
import { publishMessage } from '../../operations/calls/call-operations.ts'
import { sendStep } from '../call/send-step.ts'
import { defineCommand } from '../command.ts'
import { readPlace } from '../events/broker-part.ts'
import { eventWords, publishOptions } from '../events/event-options.ts'
import { publishStep } from '../events/publish-step.ts'
import { refuse } from '../print-result.ts'

/** `apitest publish`: one message to a topic or an exchange, without a suite. */
export const command = defineCommand({
  operations: [publishMessage, saveStep],
  positionals: eventWords,
  options: publishOptions,
  firstWords: ['kafka', 'amqp'],
  usage: ['publish kafka BROKERS TOPIC [options]', 'publish amqp URL EXCHANGE [options]'],
  async run(given) {
    const place = readPlace('publish', given)
    return place.ok
      ? sendStep(await publishStep(place.value, given), given, publishMessage)
      : refuse(place.problems)
  },
})
