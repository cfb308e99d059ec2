// Starts the brokers that tests use and cannot embed, or stops them, or tells where they are; after a build.
import { parseArgs } from 'node:util'
import {
  isRunning,
  readServices,
  startServices,
  stopServices,
} from '../dist/modules/src/testing/services/services.js'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { within: { type: 'string', default: '600' } },
})
const [command = 'start'] = positionals
const limit = Number(values.within) * 1000
const commands = {
  start: async () => tell(await startServices(limit, line => console.log(line))),
  status: async () => tell(await readServices()),
  stop: stopServices,
}
if (commands[command] === undefined || !(limit > 0)) {
  console.error('Usage: npm run services -- [start [--within SECONDS] | status | stop]')
  process.exit(2)
}
await commands[command]()
// What was not ready in time may still hold on.
process.exit()

/** Prints where they are. The exit code tells whether both are there. */
async function tell(services) {
  for (const [name, broker] of [
    ['Kafka', services?.kafka ?? {}],
    ['RabbitMQ', services?.rabbitMq ?? {}],
  ])
    if (broker.listeners !== undefined && (await isRunning(broker))) describe(name, broker)
    else {
      console.log(`${name} does not run. ${broker.missing ?? ''}`.trim())
      process.exitCode = 1
    }
}

function describe(name, { version, listeners }) {
  const addresses = Object.entries(listeners).map(([listener, address]) => `${listener} ${address}`)
  console.log(`${name} ${version}: ${addresses.join(', ')}`)
}
