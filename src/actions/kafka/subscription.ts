import { faultText } from '../faults/index.ts'
import { failed, during, type ActionFailure } from '../failure.ts'
import type { Cluster } from './cluster.ts'
import { fetchRecords } from './fetch-records.ts'
import { type Beginning, startsOf } from './offsets.ts'
import { Positions } from './positions.ts'
import { asBrokerError, type BrokerError, leaderless } from './wire/broker-error.ts'
import type { WireRecord } from './wire/record-batches.ts'

/** Milliseconds a broker waits while there is nothing to read. */
const longPoll = 500

/** Milliseconds until it is asked again where partitions are: when all is well, when not, and while there are none. */
const refreshInterval = { well: 2000, troubled: 100, missing: 500 }

/** The topic that is read, and callbacks for its records. */
export interface SubscriptionFacts {
  readonly cluster: Cluster
  readonly topic: string
  readonly from: Beginning
  /** Milliseconds an answer of a broker may take. */
  readonly timeout: number
  take(partition: number, record: WireRecord): void
  /** Nothing more will come. */
  lose(failure: ActionFailure): void
}

/**
 * Reads all partitions of a topic without being a member of any group, so that no real consumer can be disturbed. Where
 * reading begins is pinned first; from then on it does not matter how long anything takes.
 */
export class Subscription {
  readonly positions = new Positions()
  readonly #facts: SubscriptionFacts
  readonly #errors = new BrokerErrors()
  readonly #pause = new WakeableSleep()
  /** The node that leads each partition. */
  #leaders: ReadonlyMap<number, number> = new Map()
  readonly #readers = new Set<number>()
  #topicIsMissing = false
  #isClosed = false

  constructor(facts: SubscriptionFacts) {
    this.#facts = facts
  }

  /** Pins where reading begins. A topic that is still to come is read from its first record on. Throws a BrokerError. */
  async pin(): Promise<void> {
    const { cluster, topic, from, timeout } = this.#facts
    const places = await cluster.partitionsOf(topic)
    this.#topicIsMissing = places === undefined
    if (places === undefined) return
    const starts = await startsOf({ cluster, topic, places, timeout }, from)
    for (const [partition, start] of starts) this.positions.pin(partition, start.next, start.from)
    this.#leaders = new Map(places.map(({ partition, leader }) => [partition, leader]))
  }

  /** Begins to read; to be done once, after pinning. */
  async read(): Promise<void> {
    this.#startReaders()
    while (!this.#isClosed) {
      await this.#pause.sleep(refreshInterval[this.#state])
      await this.#guard('cluster', () => this.#refresh())
      this.#startReaders()
    }
  }

  close(): void {
    this.#isClosed = true
    this.#facts.cluster.close()
    this.#pause.wake()
  }

  get #state(): keyof typeof refreshInterval {
    if (!this.#errors.isEmpty) return 'troubled'
    return this.#topicIsMissing ? 'missing' : 'well'
  }

  /** The failure that keeps records from coming just now. */
  get trouble(): ActionFailure | undefined {
    const { topic, cluster } = this.#facts
    if (!this.#topicIsMissing) return this.#errors.oldest
    return failed('topic-missing', {
      reason: `there is no topic "${topic}" on ${cluster.name}`,
      hint: 'Start what makes it, or check the name; apitest makes no topics.',
    }).failure
  }

  /** Finds out where the partitions are now, and whether there are more of them. */
  async #refresh(): Promise<void> {
    const places = await this.#facts.cluster.partitionsOf(this.#facts.topic)
    const wasMissing = this.#topicIsMissing
    this.#topicIsMissing = places === undefined
    const leaders = new Map<number, number>()
    for (const { partition, leader } of places ?? []) {
      if (wasMissing || !this.positions.has(partition)) this.positions.pin(partition, 0n)
      if (leader >= 0) leaders.set(partition, leader)
    }
    this.#leaders = leaders
    this.#errors.keepOnly(new Set(leaders.values()))
    if (places?.some(({ leader }) => leader < 0) === true)
      throw leaderless('a partition has no leader now (5 LEADER_NOT_AVAILABLE)')
  }

  #startReaders(): void {
    if (this.#isClosed) return
    for (const node of new Set(this.#leaders.values()))
      if (!this.#readers.has(node)) void this.#readFrom(node)
  }

  /** Reads what a node leads, as long as it leads anything and all goes well. */
  async #readFrom(node: number): Promise<void> {
    this.#readers.add(node)
    let isWell = true
    while (isWell && !this.#isClosed) {
      const partitions = [...this.#leaders].filter(([, leader]) => leader === node).map(([id]) => id)
      if (partitions.length === 0) break
      // After trouble it shall soon be known whether all is well again.
      const wait = this.#errors.has(node) ? 0 : longPoll
      const fetching = { ...this.#facts, node, partitions, positions: this.positions, wait }
      isWell = await this.#guard(node, () => fetchRecords(fetching))
    }
    this.#readers.delete(node)
  }

  /** True where the work went well; if not, it is noted, and soon tried again. */
  async #guard(where: number | 'cluster', work: () => Promise<void>): Promise<boolean> {
    try {
      await work()
      this.#errors.settle(where)
      return true
    } catch (thrown) {
      if (this.#isClosed) return false
      const isNews = this.#errors.isEmpty
      const failure = this.#errors.note(where, asBrokerError(thrown))
      if (failure !== undefined) {
        this.close()
        this.#facts.lose(failure)
      }
      // One alarm: as long as the trouble lasts there are pauses between the attempts.
      if (isNews) this.#pause.wake()
      return false
    }
  }
}

/** A sleep that can be ended early. */
class WakeableSleep {
  #wake: () => void = () => undefined
  #isWoken = false

  /** Ends the sleep of now, or the next one. */
  wake(): void {
    this.#isWoken = true
    this.#wake()
  }

  /** Settles after so many milliseconds, or when it rings. */
  sleep(milliseconds: number): Promise<void> {
    return new Promise(resolve => {
      const timer = setTimeout(() => {
        this.#wake()
      }, milliseconds)
      this.#wake = () => {
        clearTimeout(timer)
        this.#isWoken = false
        resolve()
      }
      if (this.#isWoken) this.#wake()
    })
  }
}

/** The failures that keep records from coming just now, by the node that has each, or `cluster`, and since when. */
class BrokerErrors {
  readonly #known = new Map<number | 'cluster', { readonly error: BrokerError; readonly since: number }>()

  get isEmpty(): boolean {
    return this.#known.size === 0
  }

  has(where: number | 'cluster'): boolean {
    return this.#known.has(where)
  }

  /** Notes an error; the failure when it is one that stays. How long others may last is decided by the caller. */
  note(where: number | 'cluster', error: BrokerError): ActionFailure | undefined {
    const since = this.#known.get(where)?.since ?? Date.now()
    this.#known.set(where, { error, since })
    return error.course === 'stays' ? error.failure : undefined
  }

  settle(where: number | 'cluster'): void {
    this.#known.delete(where)
  }

  /** Forgets nodes that no longer matter. */
  keepOnly(nodes: ReadonlySet<number>): void {
    for (const where of this.#known.keys())
      if (where !== 'cluster' && !nodes.has(where)) this.#known.delete(where)
  }

  /** The one that has lasted longest, as a failure. */
  get oldest(): ActionFailure | undefined {
    const [first] = [...this.#known.values()].sort((one, other) => one.since - other.since)
    if (first === undefined) return undefined
    const { course, failure } = first.error
    // The hint for a broker that was never reached is of no use for one that was.
    const known = course === 'connection' ? undefined : faultText(failure).hint
    const advice = known ?? 'Once the broker is back, reading goes on where it stood.'
    return { ...during('nothing comes from the broker now', failure), advice }
  }
}
