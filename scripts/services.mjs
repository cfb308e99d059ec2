// Starts the brokers that tests use and cannot embed, or stops them, or tells where they are; after a build.
import { parseArgs } from 'node:util'
import {
  isRunning,
  readServices,
  startServices,
  stopServices,
} from '../dist/modules/src/testing/services/services.js'

const usage = 'Usage: npm run services -- [start [--within SECONDS] | status | stop]'
const { positionals, values } = readArguments()
const [command = 'start', ...more] = positionals
const limit = Number(values.within) * 1000
const commands = {
  start: async () => tell(await startServices(limit, line => console.log(line))),
  status: async () => tell(await readServices()),
  stop: stopServices,
}
if (values.help) {
  console.log(usage)
  process.exit()
}
if (!Object.hasOwn(commands, command) || more.length > 0)
  refuse(`"${[command, ...more].join(' ')}" is no command`)
if (!(limit > 0)) refuse(`--within ${values.within} is no number of seconds`)
await commands[command]()
// A service that was not ready in time may still hold on.
process.exit()

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        within: { type: 'string', default: '600' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    return refuse(error.message)
  }
}

/** Ends the program with one line about what was typed. */
function refuse(why) {
  const [first] = why.split(/[.\n]/)
  console.error(`services: ${first.charAt(0).toLowerCase()}${first.slice(1)}; see --help`)
  process.exit(2)
}

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
