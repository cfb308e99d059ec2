import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, rmdir, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { makeCertificates } from '../certificates.ts'
import { accepts } from '../ports.ts'
import { endProcesses } from './background-process.ts'
import { dockerRuns, endContainers, startContainers } from './containers.ts'
import { startKafka } from './kafka.ts'
import { startRabbitMq } from './rabbitmq.ts'
import {
  type Kafka,
  type Outcome,
  type RabbitMq,
  type ServiceCertificates,
  type Services,
  servicesFile,
} from './service.ts'

/** Reads the services that were started; undefined when none were. */
export async function readServices(): Promise<Services | undefined> {
  const text = await readFile(servicesFile, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as Services)
}

/**
 * Starts the brokers, unless both run already, and writes where they are. What cannot be had within so many milliseconds
 * is missing, with the reason. `say` gets a line for each thing that takes time.
 */
export async function startServices(limit: number, say: (line: string) => void): Promise<Services> {
  const signal = AbortSignal.timeout(limit)
  const earlier = await readServices()
  if (earlier !== undefined && (await areRunning(earlier))) return earlier
  await stopServices()
  const folder = await mkdtemp(path.join(os.tmpdir(), 'apitest-services-'))
  const certificates = await certificatesIn(folder)
  const starting = { missing: 'Their start was interrupted.' }
  // Written before anything runs, so that whatever happens now can be stopped.
  await writeServices({ folder, certificates, kafka: starting, rabbitMq: starting })
  const brokers =
    (await inContainers(folder, certificates, signal, say)) ??
    (await installed(folder, certificates, signal, say))
  const services = { folder, certificates, ...brokers }
  await writeServices(services)
  return services
}

interface Brokers {
  readonly kafka: Outcome<Kafka>
  readonly rabbitMq: Outcome<RabbitMq>
}

async function inContainers(
  folder: string,
  certificates: ServiceCertificates,
  signal: AbortSignal,
  say: (line: string) => void,
): Promise<Brokers | undefined> {
  if (!(await dockerRuns())) return undefined
  const started = performance.now()
  const containers = path.join(folder, 'containers')
  await mkdir(containers)
  try {
    say('Docker starts Kafka and RabbitMQ, and fetches their images where they are missing.')
    const brokers = await startContainers(containers, certificates, signal)
    say(`Kafka and RabbitMQ are ready in containers after ${secondsSince(started)}.`)
    return brokers
  } catch (error) {
    say(`Docker does not start them, so they are started without it: ${reasonOf(error, signal)}`)
    await endContainers(containers)
    return undefined
  }
}

async function installed(
  folder: string,
  certificates: ServiceCertificates,
  signal: AbortSignal,
  say: (line: string) => void,
): Promise<Brokers> {
  await installPrograms(signal)
  const start = async <Service>(name: string, starter: Starter<Service>): Promise<Outcome<Service>> => {
    const started = performance.now()
    const home = path.join(folder, name.toLowerCase())
    try {
      const service = await starter(home, certificates, signal, say)
      say(`${name} is ready after ${secondsSince(started)}.`)
      return service
    } catch (error) {
      await endProcesses(home)
      return { missing: reasonOf(error, signal) }
    }
  }
  const [kafka, rabbitMq] = await Promise.all([start('Kafka', startKafka), start('RabbitMQ', startRabbitMq)])
  return { kafka, rabbitMq }
}

/** Starts a broker in a folder that does not exist; `say` gets a line for what takes time. */
type Starter<Service> = (
  home: string,
  certificates: ServiceCertificates,
  signal: AbortSignal,
  say: (line: string) => void,
) => Promise<Service>

/** Installs what it may, and says what. An installation that takes too long is left to itself: it is not safe to end one. */
async function installPrograms(signal: AbortSignal): Promise<void> {
  const child = spawn('sh', ['scripts/install-parts.sh', 'services'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  })
  await new Promise<void>(resolve => {
    const done = (): void => {
      resolve()
    }
    child.once('exit', done)
    child.once('error', done)
    signal.addEventListener('abort', done)
  })
}

/** Ends what `startServices` started and removes everything it wrote, except what it downloaded. */
export async function stopServices(): Promise<void> {
  const services = await readServices()
  if (services === undefined) return
  await endContainers(path.join(services.folder, 'containers'))
  for (const name of ['kafka', 'rabbitmq']) await endProcesses(path.join(services.folder, name))
  await rm(services.folder, { recursive: true, force: true, maxRetries: 5 })
  await rm(servicesFile, { force: true })
  // Unless something else is in it.
  await rmdir(path.dirname(servicesFile)).catch(() => undefined)
}

async function areRunning({ kafka, rabbitMq }: Services): Promise<boolean> {
  return (await isRunning(kafka)) && (await isRunning(rabbitMq))
}

/** True where every listener of a broker takes connections. */
export async function isRunning(broker: Outcome<Kafka | RabbitMq>): Promise<boolean> {
  if ('missing' in broker) return false
  const ports = Object.values(broker.listeners).map(address => Number(address.split(':').at(-1)))
  return (await Promise.all(ports.map(accepts))).every(Boolean)
}

async function certificatesIn(folder: string): Promise<ServiceCertificates> {
  const home = path.join(folder, 'certificates')
  await mkdir(home)
  const { authority, server, client, stranger } = await makeCertificates(home)
  return { authority, server, client: { certificate: client.certificate, key: client.key }, stranger }
}

async function writeServices(services: Services): Promise<void> {
  await mkdir(path.dirname(servicesFile), { recursive: true })
  await writeFile(servicesFile, `${JSON.stringify(services, undefined, 2)}\n`)
}

function reasonOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'It was not ready in time.'
  return error instanceof Error ? error.message : String(error)
}

function secondsSince(started: number): string {
  return `${((performance.now() - started) / 1000).toFixed(1)} s`
}
