import { onInterruption } from '../../util/interruptions.ts'
import { formatSize } from '../../util/quantity.ts'
import type { ActionContext } from '../action.ts'
import { bodyLimit } from '../body/limits.ts'
import { prepared, type Prepared } from '../failure.ts'
import type { PreparedRequest } from '../http/prepared-request.ts'
import { sendRequest } from '../http/send/send.ts'
import type { Sent } from '../http/send/send-once.ts'
import type { Awaited } from '../messages/awaited.ts'
import { MessageWatch } from '../messages/message-watch.ts'
import { TranscriptLog } from '../messages/transcript-log.ts'
import { EventStream } from './event-stream.ts'

/** The outcome of reading a stream. */
export interface ReadStream {
  readonly sent: Sent
  readonly stream: EventStream
  readonly watch: MessageWatch
  readonly log: TranscriptLog
}

/** Milliseconds an answer that is no event stream has for its body, which is only there to be shown. */
const patience = 1000

/** Sends the request for a stream and reads it until no further event matters. */
export async function readStream(
  request: PreparedRequest,
  awaited: Awaited,
  context: ActionContext,
): Promise<Prepared<ReadStream>> {
  const stop = new AbortController()
  const release = onInterruption(context.signal, () => {
    stop.abort()
  })
  const log = new TranscriptLog(context.mask)
  const watch = new MessageWatch(awaited)
  let end: NodeJS.Timeout | undefined
  const stream = new EventStream(log, isStream => {
    clearTimeout(end)
    if (isStream) return
    end = setTimeout(() => {
      stop.abort()
    }, patience)
  })
  const wire = { ...request.wire, signal: stop.signal, taker: stream }
  const sending = sendRequest({ ...request, wire }, { ...context, signal: stop.signal }).finally(() => {
    stream.end()
  })
  await watchStream(stream, watch, stop)
  const sent = await sending
  clearTimeout(end)
  release()
  return sent.ok ? prepared({ sent: sent.value, stream, watch, log }) : sent
}

/** Looks at every event, and ends the request as soon as no further one matters. */
async function watchStream(stream: EventStream, watch: MessageWatch, stop: AbortController): Promise<void> {
  let kept = 0
  while (!watch.isOver) {
    const message = await stream.next(stop.signal)
    if (message === undefined) break
    if (await watch.offer(message)) kept += message.body.size
    if (kept > bodyLimit) stream.fail(`the awaited events are larger than ${formatSize(bodyLimit)} together`)
  }
  if (watch.isOver || stream.failure !== undefined) stop.abort()
}
