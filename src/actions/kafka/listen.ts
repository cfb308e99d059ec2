import type { ActionContext } from '../action.ts'
import type { Prepared } from '../failure.ts'
import type { Listener } from '../listeners/listener.ts'
import { listenersOf } from '../listeners/listeners.ts'
import { Cluster, type ClusterFacts } from './cluster.ts'
import type { Beginning } from './offsets.ts'
import { recordMessage } from './record-message.ts'
import { Subscription } from './subscription.ts'
import { withinTime } from './within-time.ts'

/** Milliseconds that an answer may take while a listener is open. */
const patience = 10_000

/** Where to listen, and what the listener is called. */
export interface Listening extends ClusterFacts {
  readonly topic: string
  readonly from: Beginning
  readonly name: string
}

/** A listener that is ready, and the offset of each partition from which on nothing is missed. */
export interface Opened {
  readonly listener: Listener
  readonly beginnings: Subscription['positions']['beginnings']
}

/** Opens a listener on a topic. It is ready once the offsets of all partitions are pinned. */
export async function listen(listening: Listening, context: ActionContext): Promise<Prepared<Opened>> {
  const { topic, from, name } = listening
  const cluster = new Cluster(listening, context)
  const opened: { listener?: Listener } = {}
  const subscription = new Subscription({
    ...{ cluster, topic, from, patience },
    take: (partition, record) => opened.listener?.push(recordMessage(partition, record)),
    lose: failure => opened.listener?.fail(failure),
  })
  const pinned = await withinTime(cluster, context, () => subscription.pin())
  if (!pinned.ok) {
    subscription.close()
    return pinned
  }
  const listener = await listenersOf(context.session).add({
    name,
    subject: `topic ${topic} on ${cluster.name}`,
    readsPast: from === 'beginning',
    position: () => String(subscription.positions),
    trouble: () => subscription.trouble,
    close: () => {
      subscription.close()
      return Promise.resolve()
    },
  })
  opened.listener = listener
  void subscription.read()
  return { ok: true, value: { listener, beginnings: subscription.positions.beginnings } }
}
