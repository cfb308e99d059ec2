import type { ServicePlace } from './service-place.ts'

export interface RabbitMqPorts {
  readonly plain: number
  readonly tls: number
  readonly mutualTls: number
}

export const rabbitMqUser = { username: 'alice', password: 'alice-secret' }
export const rabbitMqVirtualHost = 'tests'

/** The user that a client certificate with this common name logs in as. */
const certificateUser = 'client'

/**
 * The configuration of a small node. Below `place.folder` are `authority.pem`, `server.pem`, `server.key.pem`, and
 * `definitions.json`.
 */
export function rabbitMqConfiguration(ports: RabbitMqPorts, { bind, folder }: ServicePlace): string {
  const settings = {
    'listeners.tcp.1': `${bind}:${ports.plain}`,
    'listeners.ssl.1': `${bind}:${ports.tls}`,
    'num_acceptors.tcp': '1',
    'num_acceptors.ssl': '1',
    'ssl_options.cacertfile': `${folder}/authority.pem`,
    'ssl_options.certfile': `${folder}/server.pem`,
    'ssl_options.keyfile': `${folder}/server.key.pem`,
    'ssl_options.verify': 'verify_peer',
    'ssl_options.fail_if_no_peer_cert': 'false',
    ssl_cert_login_from: 'common_name',
    'auth_mechanisms.1': 'PLAIN',
    'auth_mechanisms.2': 'AMQPLAIN',
    'auth_mechanisms.3': 'EXTERNAL',
    load_definitions: `${folder}/definitions.json`,
    'vm_memory_high_watermark.absolute': '256MB',
    'disk_free_limit.absolute': '1MB',
    'log.console': 'true',
    'log.console.level': 'warning',
    'log.file': 'false',
  }
  return Object.entries(settings)
    .map(([name, value]) => `${name} = ${value}\n`)
    .join('')
}

/** Users and virtual hosts, as RabbitMQ imports them; there is no `guest`. */
export function rabbitMqDefinitions(): string {
  const { username, password } = rabbitMqUser
  const [all, virtualHosts] = ['.*', ['/', rabbitMqVirtualHost]]
  return JSON.stringify({
    vhosts: virtualHosts.map(name => ({ name })),
    users: [
      { name: username, password, tags: '' },
      { name: certificateUser, password, tags: '' },
    ],
    permissions: [username, certificateUser].flatMap(user =>
      virtualHosts.map(vhost => ({ user, vhost, configure: all, write: all, read: all })),
    ),
  })
}

/** Lets a certificate log in. */
export const rabbitMqPlugins = '[rabbitmq_auth_mechanism_ssl].\n'

/**
 * Opens the listener that asks for a certificate, in Erlang, for `rabbitmqctl eval`: all TLS listeners of a configuration
 * have the same options.
 */
export function openMutualTls({ mutualTls }: RabbitMqPorts, { bind, folder }: ServicePlace): string {
  const options =
    `[{cacertfile, "${folder}/authority.pem"}, {certfile, "${folder}/server.pem"}, ` +
    `{keyfile, "${folder}/server.key.pem"}, {verify, verify_peer}, {fail_if_no_peer_cert, true}]`
  return `rabbit_networking:start_ssl_listener({"${bind}", ${mutualTls}}, ${options}, 1).`
}
