import type { YamlSource } from '../../document/index.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import type { MockEvents, MockMessage, MockReply, MockTalk, RpcEnd } from '../../model/mock.ts'
import type { DocumentPath } from '../../model/span.ts'
import { defined } from '../../util/defined.ts'
import { parseDuration } from '../../util/duration.ts'
import { isObject } from '../../util/is-json.ts'
import { list, mapping, text } from '../../util/read-values.ts'
import { buildConditional } from '../build-validations.ts'
import { buildDelay } from './build-delay.ts'

/** The events of an answer. */
export function buildEvents(written: JsonObject): MockEvents {
  return defined({
    events: list(written['events']).map(one => {
      const { event, data, id, retry, comment, delay } = mapping(one)
      return defined({ event, data, id, retry, comment, delay: buildDelay(delay) })
    }),
    staysOpen: written['stay-open'] === true,
    heartbeat: parseDuration(text(written['heartbeat']) ?? ''),
  })
}

/** Builds the messages that are sent over a WebSocket or in a call; `message` is a list of one. */
export function buildTalk(written: JsonObject, source: YamlSource, path: DocumentPath): MockTalk {
  const { message, messages, on, subprotocol, unmatched } = written
  return defined({
    messages:
      message === undefined
        ? list(messages).map((value, index) => ({ value, path: [...path, 'messages', index] }))
        : [{ value: message, isBare: true, path: [...path, 'message'] }],
    replies: list(on).map((reply, index) => buildReply(mapping(reply), source, [...path, 'on', index])),
    subprotocols:
      subprotocol === undefined ? undefined : [subprotocol].flat().flatMap(one => text(one) ?? []),
    allowsUnmatched: unmatched !== 'fail',
  })
}

function buildReply(written: JsonObject, source: YamlSource, path: DocumentPath): MockReply {
  const { send, close, status } = written
  return defined({
    ...buildConditional(written, source, path),
    messages: messagesIn(send, [...path, 'send']),
    close,
    status,
    end: status === undefined ? undefined : buildRpcEnd(written),
    path,
  })
}

/** One message, or a list of them. */
function messagesIn(value: JsonValue | undefined, path: DocumentPath): readonly MockMessage[] {
  if (value === undefined) return []
  return Array.isArray(value)
    ? value.map((one: JsonValue, index) => ({ value: one, path: [...path, index] }))
    : [{ value, path }]
}

/** How a call ends, beside its status. */
export function buildRpcEnd(written: JsonObject): RpcEnd {
  const { 'status-message': statusMessage, details, trailers } = written
  return defined({
    statusMessage,
    details: list(details),
    trailers: isObject(trailers) ? trailers : {},
  })
}
