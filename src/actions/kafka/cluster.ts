import { during } from '../failure.ts'
import { faultKind } from '../faults/index.ts'
import type { ActionContext } from '../action.ts'
import {
  addressText,
  brokerFault,
  openBrokerSocket,
  type BrokerAddress,
} from '../brokers/open-broker-socket.ts'
import type { Sasl } from './read-sasl.ts'
import { asBrokerError, BrokerError, disconnection, leaderless, refusal } from './wire/broker-error.ts'
import { metadata, saslHandshake, type MetadataAnswer } from './wire/calls.ts'
import { Connection } from './wire/connection.ts'
import { errorOfCode } from './wire/error-codes.ts'
import { logIn } from './wire/log-in.ts'

/** Which brokers to ask, and how. */
export interface ClusterFacts {
  /** Where to ask first. All of them belong to the same cluster. */
  readonly seeds: readonly BrokerAddress[]
  readonly sasl: Sasl | undefined
}

/** A partition of a topic, and the node that has it. */
export interface PartitionPlace {
  readonly partition: number
  /** -1 when no broker has it now. */
  readonly leader: number
}

/** The connections to the brokers of a cluster: one to each that is needed, opened when it is. */
export class Cluster {
  readonly #facts: ClusterFacts
  readonly #context: ActionContext
  readonly #closing = new AbortController()
  readonly #connections = new Map<string, Promise<Connection>>()
  /** The connections that came to be, whether or not they have logged in. */
  readonly #opened = new Set<Connection>()
  readonly #nodes = new Map<number, BrokerAddress>()
  /** The first one that answered. */
  #entrance: BrokerAddress | undefined
  #reason: BrokerError | undefined

  /** `context.timeout` is what one connection and one answer may take. */
  constructor(facts: ClusterFacts, context: ActionContext) {
    this.#facts = facts
    this.#context = { ...context, signal: this.#closing.signal }
  }

  /** As messages name it. */
  get name(): string {
    return this.#facts.seeds.map(addressText).join(', ')
  }

  /** Where the partitions of a topic are; undefined when there is no such topic. Never makes one. */
  async partitionsOf(topic: string): Promise<readonly PartitionPlace[] | undefined> {
    const connection = await this.#anyBroker()
    const question = { topics: [topic], allowAutoTopicCreation: false }
    const answer = await this.#ask(connection, question)
    this.#learn(answer, connection.address)
    const found = answer.topicMetadata.find(({ topic: name }) => name === topic)
    if (found === undefined || found.topicErrorCode === 3) return undefined
    if (found.topicErrorCode !== 0) throw errorOfCode(found.topicErrorCode, topic)
    return found.partitionMetadata.map(({ partitionId, leader }) => ({ partition: partitionId, leader }))
  }

  /** The connection to a node. */
  async node(id: number): Promise<Connection> {
    const address = this.#nodes.get(id)
    if (address === undefined) throw leaderless('a partition has no leader now (5 LEADER_NOT_AVAILABLE)')
    try {
      return await this.#connectionTo(address)
    } catch (thrown) {
      throw this.#asAdvertised(address, asBrokerError(thrown))
    }
  }

  /** Ends all connections, and whatever waits for an answer, with the reason. */
  close(
    reason: BrokerError = disconnection('connection-lost', { reason: 'the connection was closed' }),
  ): void {
    this.#reason ??= reason
    this.#closing.abort()
    for (const connection of this.#opened) connection.close(reason)
  }

  async #ask(connection: Connection, question: { topics: string[]; allowAutoTopicCreation: boolean }) {
    try {
      return await connection.ask(metadata, question, this.#context.timeout)
    } catch (thrown) {
      const error = asBrokerError(thrown)
      if (this.#facts.sasl !== undefined || error.course !== 'connection') throw error
      throw (await this.#wantedLogin(connection.address).catch(() => undefined)) ?? error
    }
  }

  /** A broker that wants a login hangs up on a client without one, and says so only when it is asked for that. */
  async #wantedLogin(address: BrokerAddress): Promise<BrokerError | undefined> {
    const connection = await this.#connectionTo(address)
    const mechanism = 'any'
    const answer = await connection.ask(saslHandshake, { mechanism }, this.#context.timeout)
    connection.close()
    const { enabledMechanisms: mechanisms } = answer
    if (mechanisms.length === 0) return undefined
    const message = `${addressText(address)} wants a login, by ${mechanisms.join(' or ')}`
    return refusal('login-refused', { reason: message, hint: 'Add `sasl`, with one of these mechanisms.' })
  }

  #learn({ brokers }: MetadataAnswer, { scheme, secure }: BrokerAddress): void {
    this.#nodes.clear()
    for (const { nodeId, host, port } of brokers) this.#nodes.set(nodeId, { scheme, secure, host, port })
  }

  /** A connection to any broker: one that stands, else to those of the step, else to those they told of. */
  async #anyBroker(): Promise<Connection> {
    for (const opening of this.#connections.values()) {
      const connection = await opening.catch(() => undefined)
      if (connection?.isOpen === true) return connection
    }
    const errors: BrokerError[] = []
    for (const address of [...this.#facts.seeds, ...this.#nodes.values()])
      try {
        const connection = await this.#connectionTo(address)
        this.#entrance = address
        return connection
      } catch (thrown) {
        const error = asBrokerError(thrown)
        if (error.course === 'stays') throw error
        errors.push(error)
      }
    throw errors[0] ?? disconnection('connection-lost', { reason: 'no broker can be reached' })
  }

  async #connectionTo(address: BrokerAddress): Promise<Connection> {
    const key = `${address.host}:${address.port}`
    const known = await this.#connections.get(key)?.catch(() => undefined)
    if (known?.isOpen === true) return known
    const opening = this.#open(address)
    this.#connections.set(key, opening)
    // The caller gets the error.
    opening.catch(() => undefined)
    return opening
  }

  async #open(address: BrokerAddress): Promise<Connection> {
    const opened = await openBrokerSocket(address, this.#context)
    if (this.#reason !== undefined) {
      if (opened.ok) opened.value.destroy()
      throw this.#reason
    }
    if (!opened.ok)
      throw new BrokerError(
        opened.failure,
        faultKind(opened.failure.code) === 'Network Error' ? 'connection' : 'stays',
      )
    const describe = (error: Error) => brokerFault(error, address, this.#context)
    const connection = new Connection(opened.value, address, describe)
    for (const other of this.#opened) if (!other.isOpen) this.#opened.delete(other)
    this.#opened.add(connection)
    try {
      await connection.greet(this.#context.timeout)
      if (this.#facts.sasl !== undefined) await logIn(connection, this.#facts.sasl, this.#context.timeout)
      return connection
    } catch (thrown) {
      connection.close()
      throw thrown
    }
  }

  /** Says where an address comes from that the step does not name. */
  #asAdvertised(address: BrokerAddress, error: BrokerError): BrokerError {
    const isNamed = this.#facts.seeds.some(({ host, port }) => host === address.host && port === address.port)
    if (isNamed || this.#entrance === undefined || faultKind(error.failure.code) !== 'Network Error')
      return error
    const about = `${addressText(this.#entrance)} answers, but the cluster names ${addressText(address)}, and that cannot be reached`
    const advice =
      'Set advertised.listeners of the broker to an address that leads there from here, or lead it elsewhere with `resolve`.'
    return new BrokerError({ ...during(about, error.failure), advice }, error.course)
  }
}
