import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { kafkaFormatArguments, type KafkaPorts } from './kafka-properties.ts'
import { brokerPorts, kafkaAt, kafkaPorts, kafkaVersion, randomClusterId, writeKafkaFiles } from './kafka.ts'
import { openMutualTls, type RabbitMqPorts } from './rabbitmq-configuration.ts'
import { rabbitMqAt, rabbitMqPorts, versionIn, withVersion, writeRabbitMqFiles } from './rabbitmq.ts'
import type { Kafka, RabbitMq, ServiceCertificates } from './service.ts'

/** As the containers see them. */
const place = { bind: '0.0.0.0', folder: '/services' }

const rabbitMqImage = 'rabbitmq:4.1'

/** True where there is a Docker with its compose command, and an engine behind it. */
export async function dockerRuns(): Promise<boolean> {
  try {
    await docker(['compose', 'version'])
    await docker(['info'])
    return true
  } catch {
    return false
  }
}

/** Starts both brokers as containers, in a folder of one start, which `endContainers` removes. Throws what Docker says. */
export async function startContainers(
  folder: string,
  certificates: ServiceCertificates,
  signal: AbortSignal,
): Promise<{ readonly kafka: Kafka; readonly rabbitMq: RabbitMq }> {
  const [kafka, rabbitMq] = [await kafkaPorts(), await rabbitMqPorts()]
  const version = await kafkaVersion()
  await writeKafkaFiles(path.join(folder, 'kafka'), certificates, kafka, place)
  await writeRabbitMqFiles(path.join(folder, 'rabbitmq'), certificates, rabbitMq, place)
  const services = {
    kafka: kafkaContainer(folder, kafka, version),
    rabbitmq: rabbitMqContainer(folder, rabbitMq),
  }
  await writeFile(composeFile(folder), JSON.stringify({ services }))
  await compose(folder, ['up', '--detach', '--wait', '--quiet-pull'], signal)
  const command = ['rabbitmqctl', '--quiet', 'eval', withVersion(openMutualTls(rabbitMq, place))]
  const output = await compose(folder, ['exec', '-T', 'rabbitmq', ...command], signal)
  return { kafka: kafkaAt(kafka, version), rabbitMq: rabbitMqAt(rabbitMq, versionIn(output)) }
}

/** Removes what was started in this folder; resolves also when that was nothing. */
export async function endContainers(folder: string): Promise<void> {
  if (!existsSync(composeFile(folder))) return
  await compose(folder, ['down', '--volumes', '--timeout', '0']).catch(() => undefined)
}

function kafkaContainer(folder: string, ports: KafkaPorts, version: string): object {
  const programs = '/opt/kafka/bin'
  const quoted = kafkaFormatArguments(randomClusterId()).map(argument => `'${argument}'`)
  const configuration = `${place.folder}/server.properties`
  return {
    ...container(path.join(folder, 'kafka'), brokerPorts(ports)),
    image: `apache/kafka:${version}`,
    entrypoint: ['sh', '-c'],
    command: [
      `${programs}/kafka-storage.sh ${quoted.join(' ')} --config ${configuration} && ` +
        `exec ${programs}/kafka-server-start.sh ${configuration}`,
    ],
    environment: { KAFKA_HEAP_OPTS: '-Xmx256m', LOG_DIR: `${place.folder}/log` },
    healthcheck: healthy([
      `${programs}/kafka-broker-api-versions.sh`,
      '--bootstrap-server',
      `127.0.0.1:${ports.plain}`,
    ]),
  }
}

function rabbitMqContainer(folder: string, ports: RabbitMqPorts): object {
  return {
    ...container(path.join(folder, 'rabbitmq'), [ports.plain, ports.tls, ports.mutualTls]),
    image: rabbitMqImage,
    // Not the image's own, which goes on as a user who may not read the key.
    entrypoint: ['rabbitmq-server'],
    environment: {
      HOME: place.folder,
      RABBITMQ_CONFIG_FILE: `${place.folder}/rabbitmq.conf`,
      RABBITMQ_ENABLED_PLUGINS_FILE: `${place.folder}/enabled_plugins`,
      RABBITMQ_MNESIA_BASE: `${place.folder}/data`,
      RABBITMQ_LOG_BASE: `${place.folder}/log`,
    },
    healthcheck: healthy(['rabbitmq-diagnostics', '--quiet', 'check_running']),
  }
}

/** The common settings of the containers: they may read and write the folder as the user who removes it. */
function container(folder: string, ports: readonly number[]): object {
  const user = process.getuid === undefined ? {} : { user: `${process.getuid()}:${process.getgid?.() ?? 0}` }
  return {
    ...user,
    volumes: [`${folder}:${place.folder}`],
    ports: ports.map(port => `127.0.0.1:${port}:${port}`),
  }
}

/** Docker takes connections for a container that listens to nothing yet, so it has to be asked. */
function healthy(command: readonly string[]): object {
  return { test: ['CMD', ...command], interval: '3s', timeout: '20s', retries: 40 }
}

function composeFile(folder: string): string {
  return path.join(folder, 'compose.json')
}

function compose(folder: string, args: readonly string[], signal?: AbortSignal): Promise<string> {
  const project = path.basename(path.dirname(folder)).toLowerCase()
  return docker(['compose', '--file', composeFile(folder), '--project-name', project, ...args], signal)
}

async function docker(args: readonly string[], signal?: AbortSignal): Promise<string> {
  const options = signal === undefined ? {} : { signal }
  return (await promisify(execFile)('docker', args, options)).stdout
}
