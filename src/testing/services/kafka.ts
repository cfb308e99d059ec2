import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { freePorts } from '../../util/free-ports.ts'
import { findProgram } from '../parts.ts'
import { untilAccepted } from '../ports.ts'
import { startInBackground } from './background-process.ts'
import { kafkaFormatArguments, type KafkaPorts, kafkaProperties, kafkaUser } from './kafka-properties.ts'
import { mavenJars } from './maven-jars.ts'
import type { ServicePlace } from './service-place.ts'
import type { Kafka, ServiceCertificates } from './service.ts'

const jarList = 'scripts/services/kafka-jars.sha256'

/** Starts Apache Kafka on Java, in a folder that does not exist; says what it fetches. Throws why it cannot be had. */
export async function startKafka(
  folder: string,
  certificates: ServiceCertificates,
  signal: AbortSignal,
  say: (line: string) => void,
): Promise<Kafka> {
  const java = await findJava()
  const jars = await mavenJars(jarList, signal, say)
  const ports = await kafkaPorts()
  await writeKafkaFiles(folder, certificates, ports, { bind: '127.0.0.1', folder })
  const command = kafkaCommand(folder, jars)
  const format = ['kafka.tools.StorageTool', ...kafkaFormatArguments(randomClusterId())]
  const file = path.join(folder, 'server.properties')
  await promisify(execFile)(java, [...command, ...format, '--config', file], { signal })
  const args = [...command, 'kafka.Kafka', file]
  const { ended } = await startInBackground(folder, { name: 'kafka', program: java, args })
  // Its listeners are opened last, when the broker takes part in the cluster.
  await Promise.race([untilAccepted(brokerPorts(ports), signal), ended])
  return kafkaAt(ports, await kafkaVersion())
}

function kafkaCommand(folder: string, jars: readonly string[]): readonly string[] {
  return [
    ...['-Xmx256m', '-Xms64m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'],
    // Where it unpacks its libraries for compression.
    `-Djava.io.tmpdir=${folder}`,
    '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn',
    '-Dorg.slf4j.simpleLogger.showDateTime=true',
    ...['-classpath', jars.join(path.delimiter)],
  ]
}

export async function kafkaPorts(): Promise<KafkaPorts> {
  const [plain = 0, scram = 0, saslTls = 0, mutualTls = 0, controller = 0] = await freePorts(5)
  return { plain, scram, saslTls, mutualTls, controller }
}

export function brokerPorts({ plain, scram, saslTls, mutualTls }: KafkaPorts): number[] {
  return [plain, scram, saslTls, mutualTls]
}

/** Writes into `folder` what a broker that sees it as `place` needs. */
export async function writeKafkaFiles(
  folder: string,
  { authority, server }: ServiceCertificates,
  ports: KafkaPorts,
  place: ServicePlace,
): Promise<void> {
  await mkdir(folder)
  const identity = (await readFile(server.key, 'utf8')) + (await readFile(server.certificate, 'utf8'))
  await writeFile(path.join(folder, 'identity.pem'), identity)
  await copyFile(authority, path.join(folder, 'authority.pem'))
  await writeFile(path.join(folder, 'server.properties'), kafkaProperties(ports, place))
}

export function kafkaAt(ports: KafkaPorts, version: string): Kafka {
  return {
    version,
    ...kafkaUser,
    listeners: {
      plain: `127.0.0.1:${ports.plain}`,
      scram: `127.0.0.1:${ports.scram}`,
      saslTls: `127.0.0.1:${ports.saslTls}`,
      mutualTls: `127.0.0.1:${ports.mutualTls}`,
    },
  }
}

/** The one that is pinned. */
export async function kafkaVersion(): Promise<string> {
  const version = /kafka_2\.13-(.*)\.jar/.exec(await readFile(jarList, 'utf8'))?.[1]
  if (version === undefined) throw new Error(`${jarList} does not name Kafka.`)
  return version
}

export function randomClusterId(): string {
  // One that begins with a hyphen would be taken for an option.
  return randomBytes(16).toString('base64url').replace(/^-/, 'A')
}

async function findJava(): Promise<string> {
  const home = process.env['JAVA_HOME']
  const java = home === undefined ? findProgram('java') : path.join(home, 'bin/java')
  if (java === undefined) throw new Error('Java is not installed.')
  const { stderr } = await promisify(execFile)(java, ['-version'])
  const version = Number(/version "(\d+)/.exec(stderr)?.[1])
  if (!(version >= 17)) throw new Error(`${java} is older than Java 17.`)
  return java
}
