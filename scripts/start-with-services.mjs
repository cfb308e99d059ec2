// Runs the suites that need brokers, on those that `npm run services` started, against a playground that tells them of its
// orders. Further arguments go to the run.
import { spawn } from 'node:child_process'
import { isRunning, readServices } from '../dist/modules/src/testing/services/services.js'
import { freePorts } from '../dist/modules/src/util/free-ports.js'

const suites = ['suites/order-story.apitest.yaml', 'suites/with-services/']

const services = await readServices()
for (const [name, broker] of [
  ['Kafka', services?.kafka],
  ['RabbitMQ', services?.rabbitMq],
])
  if (broker === undefined || !(await isRunning(broker))) {
    console.error(`${name} does not run. Start it with "npm run services".`)
    process.exit(2)
  }
process.exitCode = await run(services)

async function run({ kafka, rabbitMq, certificates }) {
  const [port, grpcPort] = await freePorts(2)
  const baseUrl = `http://127.0.0.1:${port}`
  const amqpUrl = `amqp://${rabbitMq.username}:${rabbitMq.password}@${rabbitMq.listeners.plain}`
  const playground = `node bin/apitest.cjs playground --port ${port} --grpc-port ${grpcPort} --kafka ${kafka.listeners.plain} --amqp ${amqpUrl}`
  const inputs = {
    baseUrl,
    grpcTarget: `127.0.0.1:${grpcPort}`,
    brokers: kafka.listeners.plain,
    topic: 'orders',
    amqpUrl,
    tlsBrokers: `tls://${kafka.listeners.saslTls}`,
    authority: certificates.authority,
    kafkaUser: kafka.username,
    kafkaPassword: kafka.password,
  }
  const variables = Object.entries(inputs).flatMap(([name, value]) => ['--var', `${name}=${value}`])
  return apitest(
    ...['wait', `${baseUrl}/api/health`, '--no-reuse', '--command', playground],
    ...['--', 'node', 'bin/apitest.cjs', ...suites, ...variables, ...process.argv.slice(2)],
  )
}

function apitest(...args) {
  const child = spawn(process.execPath, ['bin/apitest.cjs', ...args], { stdio: 'inherit' })
  return new Promise(resolve => child.once('close', code => resolve(code ?? 1)))
}
