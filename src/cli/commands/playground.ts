import path from 'node:path'
import type { GrpcPlace, PlaygroundOptions } from '../../../playground/start-playground.ts'
import { defineCommand, type Given, type OptionTable } from '../command.ts'
import { Interrupts } from '../interrupts.ts'
import { numberProblems } from '../number-problems.ts'
import { print, printAside } from '../print.ts'
import { printProblems } from '../print-problems.ts'
import { readBytes } from '../../util/read-text.ts'
import { reasonOf } from '../../util/reason-of.ts'
import { defined } from '../../util/defined.ts'

const options = {
  port: {
    number: true,
    minimum: 0,
    maximum: 65_535,
    default: 4010,
    describe: 'Port; 0 takes any that is free',
  },
  host: { describe: 'Address to listen on; 127.0.0.1 (default)' },
  'grpc-port': {
    number: true,
    minimum: 0,
    maximum: 65_535,
    describe: 'Port of the gRPC service; the next one (default)',
  },
  'grpc-cert': { describe: 'PEM file with a certificate: gRPC with TLS' },
  'grpc-key': { describe: 'PEM file with its key' },
  'grpc-client-ca': {
    describe: 'PEM file with the authority of the clients that gRPC is for',
  },
  kafka: {
    describe: 'Brokers host:port of a Kafka to announce orders to',
  },
  amqp: { describe: 'amqp:// URL of a RabbitMQ to announce orders to' },
  topic: {
    describe: 'Topic and exchange that get these events; orders (default)',
  },
} as const satisfies OptionTable

/** `apitest playground`: serves the practice API until Ctrl-C. */
export const command = defineCommand({ positionals: {}, options, run: playground })

type PlaygroundArguments = Given<typeof options>

async function playground(given: PlaygroundArguments): Promise<number> {
  const wrong = numberProblems(options, given)
  if (wrong.length > 0) {
    printProblems(wrong)
    return 2
  }
  const { port, host } = given
  const interrupts = new Interrupts()
  const { interrupt } = interrupts
  try {
    const grpc = grpcPlace(given)
    const place = defined({ port, grpc, host, ...announcements(given) })
    // Not before: the completion of its options needs none of it.
    const { startPlayground } = await import('../../../playground/start-playground.ts')
    const server = await startPlayground(place)
    print(`The playground is at ${server.url} (Ctrl-C ends it).\n`)
    if (server.grpcUrl !== undefined) print(`Its gRPC service is at ${server.grpcUrl}.\n`)
    await new Promise(resolve => {
      interrupt.addEventListener('abort', resolve, { once: true })
    })
    await server.close()
    return 0
  } catch (error) {
    printAside(`${reasonOf(error)}\n`)
    return 2
  } finally {
    interrupts.release()
  }
}

function announcements({
  kafka,
  amqp,
  topic,
}: PlaygroundArguments): Pick<PlaygroundOptions, 'announcements'> {
  if (kafka === undefined && amqp === undefined) return {}
  const places = defined({
    ...(kafka === undefined ? {} : { kafka: kafka.split(',').map(broker => broker.trim()) }),
    amqp,
    topic,
  })
  return { announcements: places }
}

function grpcPlace(given: PlaygroundArguments): GrpcPlace {
  const { grpcPort: port, grpcCert: cert, grpcKey: key, grpcClientCa: clients } = given
  const place = port === undefined ? {} : { port }
  if (cert === undefined || key === undefined) {
    if (cert === undefined && key === undefined && clients === undefined) return place
    throw new Error('TLS needs both --grpc-cert and --grpc-key.')
  }
  const read = (file: string): Buffer => readBytes(path.resolve(file))
  const tls = { certificate: read(cert), key: read(key) }
  return { ...place, tls: clients === undefined ? tls : { ...tls, clients: read(clients) } }
}
