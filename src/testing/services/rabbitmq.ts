import { execFile } from 'node:child_process'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { freePorts } from '../../util/free-ports.ts'
import { findProgram } from '../parts.ts'
import { untilAccepted } from '../ports.ts'
import { startInBackground } from './background-process.ts'
import {
  openMutualTls,
  rabbitMqConfiguration,
  rabbitMqDefinitions,
  rabbitMqPlugins,
  type RabbitMqPorts,
  rabbitMqUser,
  rabbitMqVirtualHost,
} from './rabbitmq-configuration.ts'
import type { ServicePlace } from './service-place.ts'
import type { RabbitMq, ServiceCertificates } from './service.ts'

/** Starts RabbitMQ in a folder that does not exist. Throws why it cannot be had. */
export async function startRabbitMq(
  folder: string,
  certificates: ServiceCertificates,
  signal: AbortSignal,
): Promise<RabbitMq> {
  const programs = findPrograms()
  const ports = await rabbitMqPorts()
  const place = { bind: '127.0.0.1', folder }
  await writeRabbitMqFiles(folder, certificates, ports, place)
  const [names = 0, distribution = 0] = await freePorts(2)
  const environment = environmentOf(folder, { names, distribution })
  // Else the first node would start one that nobody ends.
  const nameServer = await startInBackground(folder, {
    name: 'epmd',
    program: programs.nameServer,
    args: ['-address', '127.0.0.1', '-port', String(names)],
  })
  await Promise.race([untilAccepted([names], signal), nameServer.ended])
  const { ended } = await startInBackground(folder, {
    name: 'rabbitmq',
    program: programs.server,
    args: ['-apitest', folder],
    environment,
  })
  await Promise.race([untilAccepted([ports.plain, ports.tls], signal), ended])
  const version = await openLast(programs.control, openMutualTls(ports, place), environment, signal)
  await Promise.race([untilAccepted([ports.mutualTls], signal), ended])
  return rabbitMqAt(ports, version)
}

/** Opens the listener that its configuration cannot have, and asks for the version of the server. */
async function openLast(
  control: string,
  command: string,
  environment: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<string> {
  const { stdout } = await promisify(execFile)(control, ['--quiet', 'eval', withVersion(command)], {
    env: { ...process.env, ...environment },
    signal,
  })
  return versionIn(stdout)
}

/** The same, and its value is the version of the server. */
export function withVersion(command: string): string {
  const start = command.replace(/\.$/, '')
  return `${start}, {ok, Version} = application:get_key(rabbit, vsn), list_to_binary(Version).`
}

/** Reads the version that `rabbitmqctl eval` printed. */
export function versionIn(output: string): string {
  return /[\d.]+/.exec(output)?.[0] ?? output.trim()
}

export async function rabbitMqPorts(): Promise<RabbitMqPorts> {
  const [plain = 0, tls = 0, mutualTls = 0] = await freePorts(3)
  return { plain, tls, mutualTls }
}

/** Writes into `folder` what a node that sees it as `place` needs. */
export async function writeRabbitMqFiles(
  folder: string,
  { authority, server }: ServiceCertificates,
  ports: RabbitMqPorts,
  place: ServicePlace,
): Promise<void> {
  await mkdir(folder)
  await copyFile(authority, path.join(folder, 'authority.pem'))
  await copyFile(server.certificate, path.join(folder, 'server.pem'))
  await copyFile(server.key, path.join(folder, 'server.key.pem'))
  await writeFile(path.join(folder, 'definitions.json'), rabbitMqDefinitions())
  await writeFile(path.join(folder, 'enabled_plugins'), rabbitMqPlugins)
  await writeFile(path.join(folder, 'rabbitmq.conf'), rabbitMqConfiguration(ports, place))
}

export function rabbitMqAt(ports: RabbitMqPorts, version: string): RabbitMq {
  return {
    version,
    ...rabbitMqUser,
    virtualHost: rabbitMqVirtualHost,
    listeners: {
      plain: `127.0.0.1:${ports.plain}`,
      tls: `127.0.0.1:${ports.tls}`,
      mutualTls: `127.0.0.1:${ports.mutualTls}`,
    },
  }
}

/** Everything a node writes or listens on, beside its configuration. */
function environmentOf(
  folder: string,
  ports: { names: number; distribution: number },
): Record<string, string> {
  return {
    HOME: folder,
    RABBITMQ_NODENAME: 'apitest@localhost',
    RABBITMQ_CONFIG_FILE: path.join(folder, 'rabbitmq.conf'),
    RABBITMQ_ENABLED_PLUGINS_FILE: path.join(folder, 'enabled_plugins'),
    RABBITMQ_MNESIA_BASE: path.join(folder, 'data'),
    RABBITMQ_LOG_BASE: path.join(folder, 'log'),
    RABBITMQ_PID_FILE: path.join(folder, 'node-process'),
    RABBITMQ_DIST_PORT: String(ports.distribution),
    ERL_EPMD_PORT: String(ports.names),
    // One scheduler that sleeps when there is nothing to do; nodes elsewhere cannot reach it.
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: '+S 1:1 +sbwt none -kernel inet_dist_use_interface {127,0,0,1}',
  }
}

/** Debian's own wrappers of these programs want to be root or a certain user. */
function findPrograms(): { server: string; control: string; nameServer: string } {
  const find = (name: string): string => {
    const program = findProgram(name, ['/usr/lib/rabbitmq/bin'])
    if (program === undefined) throw new Error(`${name} is not installed.`)
    return program
  }
  return { server: find('rabbitmq-server'), control: find('rabbitmqctl'), nameServer: find('epmd') }
}
