import errors from 'kafkajs/src/protocol/error.js'
import { leaderless, refusal, type BrokerError } from './broker-error.ts'

/** Codes that stay, where more can be said of them than their name. */
const lasting: ReadonlyMap<number, (topic: string) => BrokerError> = new Map<
  number,
  (topic: string) => BrokerError
>([
  [
    10,
    () =>
      refusal('request-unfit', {
        reason: 'the message is larger than the broker takes (10 MESSAGE_TOO_LARGE)',
        hint: 'The limit is max.message.bytes of the topic, or message.max.bytes of the broker; 1 MiB unless set.',
      }),
  ],
  [
    17,
    topic =>
      refusal('request-unfit', { reason: `"${topic}" cannot be the name of a topic (17 INVALID_TOPIC)` }),
  ],
  [
    18,
    () =>
      refusal('request-unfit', {
        reason: 'the message is larger than a segment of the topic (18 RECORD_LIST_TOO_LARGE)',
      }),
  ],
  [
    29,
    topic =>
      refusal('login-refused', {
        reason: `the broker does not allow this user the topic "${topic}" (29 TOPIC_AUTHORIZATION_FAILED)`,
        hint: 'To listen takes Describe and Read on the topic, to publish Describe and Write; no group is used.',
      }),
  ],
  [
    31,
    () =>
      refusal('login-refused', {
        reason: 'the broker does not allow this user that (31 CLUSTER_AUTHORIZATION_FAILED)',
      }),
  ],
  [
    87,
    topic =>
      refusal('request-unfit', {
        reason: `the topic "${topic}" does not take this record (87 INVALID_RECORD)`,
        hint: 'A topic with cleanup.policy=compact takes only messages with a key.',
      }),
  ],
])

/** Explains an error code of a broker (https://kafka.apache.org/protocol#protocol_error_codes). */
export function errorOfCode(code: number, topic: string): BrokerError {
  const known = lasting.get(code)
  if (known !== undefined) return known(topic)
  const { type, retriable = false } = errors.errorCodes.find(error => error.code === code) ?? {}
  const name = type === undefined ? String(code) : `${code} ${type}`
  return retriable
    ? leaderless(`the broker cannot do it now (${name})`)
    : refusal('answer-unreadable', { reason: `the broker refused (${name})` })
}
