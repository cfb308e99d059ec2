import type { ServicePlace } from './service-place.ts'

/** The ports of one Kafka broker that is its own controller. */
export interface KafkaPorts {
  readonly plain: number
  readonly scram: number
  readonly saslTls: number
  readonly mutualTls: number
  readonly controller: number
}

/** The user of every listener that wants a password. No comma: the tool that formats the storage splits at them. */
export const kafkaUser = { username: 'alice', password: 'alice-secret' }

const scramModule = 'org.apache.kafka.common.security.scram.ScramLoginModule required;'
const plainModule =
  `org.apache.kafka.common.security.plain.PlainLoginModule required ` +
  `user_${kafkaUser.username}="${kafkaUser.password}";`

/**
 * The configuration of a broker that keeps little and creates no topic by itself. Below `place.folder` are
 * `authority.pem` and `identity.pem`: key and certificate.
 */
export function kafkaProperties(ports: KafkaPorts, { bind, folder }: ServicePlace): string {
  const on = (host: string): string =>
    `PLAIN://${host}:${ports.plain},SCRAM://${host}:${ports.scram},` +
    `SASLTLS://${host}:${ports.saslTls},MUTUALTLS://${host}:${ports.mutualTls}`
  const properties = {
    'process.roles': 'broker,controller',
    'node.id': '1',
    'controller.quorum.bootstrap.servers': `127.0.0.1:${ports.controller}`,
    'controller.listener.names': 'CONTROLLER',
    listeners: `${on(bind)},CONTROLLER://127.0.0.1:${ports.controller}`,
    'advertised.listeners': `${on('127.0.0.1')},CONTROLLER://127.0.0.1:${ports.controller}`,
    'listener.security.protocol.map':
      'PLAIN:PLAINTEXT,SCRAM:SASL_PLAINTEXT,SASLTLS:SASL_SSL,MUTUALTLS:SSL,CONTROLLER:PLAINTEXT',
    'inter.broker.listener.name': 'PLAIN',
    'listener.name.scram.sasl.enabled.mechanisms': 'SCRAM-SHA-512',
    'listener.name.scram.scram-sha-512.sasl.jaas.config': scramModule,
    'listener.name.sasltls.sasl.enabled.mechanisms': 'PLAIN,SCRAM-SHA-256',
    'listener.name.sasltls.plain.sasl.jaas.config': plainModule,
    'listener.name.sasltls.scram-sha-256.sasl.jaas.config': scramModule,
    'listener.name.mutualtls.ssl.client.auth': 'required',
    'ssl.keystore.type': 'PEM',
    'ssl.keystore.location': `${folder}/identity.pem`,
    'ssl.truststore.type': 'PEM',
    'ssl.truststore.location': `${folder}/authority.pem`,
    'log.dirs': `${folder}/data`,
    'auto.create.topics.enable': 'false',
    'num.partitions': '3',
    'offsets.topic.num.partitions': '1',
    'offsets.topic.replication.factor': '1',
    'transaction.state.log.num.partitions': '1',
    'transaction.state.log.replication.factor': '1',
    'transaction.state.log.min.isr': '1',
    'share.coordinator.state.topic.num.partitions': '1',
    'share.coordinator.state.topic.replication.factor': '1',
    'share.coordinator.state.topic.min.isr': '1',
    'log.cleaner.dedupe.buffer.size': '4194304',
  }
  return Object.entries(properties)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')
}

/** The arguments of the tool that formats the storage, behind the name of the configuration. */
export function kafkaFormatArguments(clusterId: string): readonly string[] {
  const { username, password } = kafkaUser
  const mechanisms = ['SCRAM-SHA-256', 'SCRAM-SHA-512']
  return [
    ...['format', '--standalone', '--cluster-id', clusterId],
    ...mechanisms.flatMap(name => ['--add-scram', `${name}=[name=${username},password=${password}]`]),
  ]
}
