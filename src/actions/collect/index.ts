import type { Message } from '../../model/exchange.ts'
import { plural } from '../../util/quantity.ts'
import { limitTime } from '../../util/time-limit.ts'
import type { Action, ActionAnswer, ActionContext, InputOf } from '../action.ts'
import { jsonBody } from '../body/json-body.ts'
import { failed, type ActionFailure, prepared, type Prepared, unfit } from '../failure.ts'
import type { Listener } from '../listeners/listener.ts'
import { listenersOf } from '../listeners/listeners.ts'
import { readAwaited } from '../messages/awaited.ts'
import { MessageWatch } from '../messages/message-watch.ts'
import { TranscriptLog } from '../messages/transcript-log.ts'
import { monotonicTime } from '../../util/monotonic-time.ts'

/** Waits for messages of a listener that an earlier step opened: `collect: orders`. */
export const action: Action<InputOf<'collect'>> = { name: 'collect', perform }

async function perform(input: InputOf<'collect'>, context: ActionContext): Promise<ActionAnswer> {
  const { collect: name } = input
  const found = findListener(typeof name === 'string' ? name : '', context)
  if (!found.ok) return found
  const awaited = readAwaited(input, context)
  if (!awaited.ok) return awaited
  const listener = found.value
  const collecting = {
    listener,
    watch: new MessageWatch(awaited.value),
    log: new TranscriptLog(context.mask),
    keeps: input.keep === true,
  }
  const [startedAt, start] = [Date.now(), monotonicTime()]
  const failure = await collect(collecting, context)
  const timings = { startedAt, duration: monotonicTime() - start }
  const request = { summary: `collect ${listener.facts.name} (${listener.facts.subject})`, headers: [] }
  if (failure !== undefined) return { ok: false, failure: { ...failure, request, timings } }
  const { watch, log } = collecting
  return {
    ok: true,
    exchange: {
      request,
      response: { headers: [], body: jsonBody(watch.entries) },
      timings,
      success: watch.success(context.timeout, whereItStands(listener, context, watch.isOver)),
      transcript: log.transcript,
    },
  }
}

function findListener(name: string, { session }: ActionContext): Prepared<Listener> {
  const listeners = listenersOf(session)
  const listener = listeners.use(name)
  if (listener !== undefined) return prepared(listener)
  const { names } = listeners
  return unfit(
    `there is no listener "${name}"`,
    names.length === 0
      ? 'Open one in an earlier step, with `kafka: listen` or `amqp: listen`.'
      : `These are open: ${names.join(', ')}.`,
  )
}

/** A listener that takes part in one wait, with its messages. */
interface Collecting {
  readonly listener: Listener
  readonly watch: MessageWatch
  readonly log: TranscriptLog
  /** True where the messages stay there for later steps. */
  readonly keeps: boolean
}

/** Looks at every message until enough have come; the failure when no more can come. */
async function collect(collecting: Collecting, context: ActionContext): Promise<ActionFailure | undefined> {
  const { listener, watch } = collecting
  const limit = limitTime(context.signal, context.timeout)
  const looked = new WeakSet<Message>()
  try {
    for (;;) {
      const { arrived } = listener
      await lookThrough(collecting, looked)
      if (watch.isOver) break
      if (listener.failure !== undefined) return listener.failure
      if (limit.signal.aborted) break
      await listener.somethingNew(arrived, limit.signal)
    }
  } finally {
    limit.release()
  }
  if (watch.isOver) return undefined
  if (context.signal.aborted)
    return failed('wait-interrupted', { reason: 'the wait was interrupted' }).failure
  return listener.facts.trouble?.()
}

async function lookThrough(
  { listener, watch, log, keeps }: Collecting,
  looked: WeakSet<Message>,
): Promise<void> {
  for (const message of [...listener.messages]) {
    if (looked.has(message)) continue
    looked.add(message)
    const isAwaited = await watch.offer(message)
    log.add('received', isAwaited ? 'awaited' : 'other', message.body.text(), message.body.size)
    if (isAwaited && !keeps) listener.take(message)
    if (watch.isOver) return
  }
}

function whereItStands(
  { facts, dropped, actsBefore }: Listener,
  { session }: ActionContext,
  isOver: boolean,
): string {
  const parts = [
    ...[facts.position?.() ?? []].flat(),
    ...(dropped === 0 ? [] : [`${plural(dropped, 'older message')} let go`]),
    // The usual reason when nothing comes.
    ...(isOver || facts.readsPast === true || session.acts > actsBefore
      ? []
      : ['no step acted since the listener was opened: what came before it is missed']),
  ]
  return parts.join('; ')
}
