import path from 'node:path'
import type { InferredOptionTypes } from 'yargs'
import {
  type GrpcPlace,
  type PlaygroundOptions,
  startPlayground,
} from '../../../playground/start-playground.ts'
import type { playgroundOptions } from '../command-options.ts'
import { Interrupts } from '../interrupts.ts'
import { print, printAside } from '../print.ts'
import { readBytes } from '../../util/read-text.ts'
import { reasonOf } from '../../util/reason-of.ts'

type PlaygroundArguments = InferredOptionTypes<typeof playgroundOptions>

/** `apitest playground`: serves the practice API until Ctrl-C. */
export async function playground(given: PlaygroundArguments): Promise<number> {
  const { port, host } = given
  const interrupts = new Interrupts()
  const { interrupt } = interrupts
  try {
    const grpc = grpcPlace(given)
    const options = { port, grpc, ...(host === undefined ? {} : { host }), ...announcements(given) }
    const server = await startPlayground(options)
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
  const places = {
    ...(kafka === undefined ? {} : { kafka: kafka.split(',').map(broker => broker.trim()) }),
    ...(amqp === undefined ? {} : { amqp }),
    ...(topic === undefined ? {} : { topic }),
  }
  return { announcements: places }
}

function grpcPlace(given: PlaygroundArguments): GrpcPlace {
  const { 'grpc-port': port, 'grpc-cert': cert, 'grpc-key': key, 'grpc-client-ca': clients } = given
  const place = port === undefined ? {} : { port }
  if (cert === undefined || key === undefined) {
    if (cert === undefined && key === undefined && clients === undefined) return place
    throw new Error('TLS needs both --grpc-cert and --grpc-key.')
  }
  const read = (file: string): Buffer => readBytes(path.resolve(file))
  const tls = { certificate: read(cert), key: read(key) }
  return { ...place, tls: clients === undefined ? tls : { ...tls, clients: read(clients) } }
}
