import { isDeeplyNested } from '../../document/json-text.ts'
import type { JsonValue } from '../../model/json.ts'
import { headerValue } from '../../model/header-value.ts'
import type { WireAnswer } from '../wire-answer.ts'
import { contentOf, jsonOf } from './recorded-answer.ts'
import type { ProxyRecorder } from './recorder.ts'
import { learnSecrets, type SeenSecrets } from './seen-secrets.ts'

/** The largest body, in bytes, that is searched for credentials; those of logins are small. */
const largestSearched = 64 * 1024

const nobody = { headers: [], query: {} }

/** Finds what is secret in the answers that a mock makes itself; in one that is sent again, once. */
export function learnerOfOwn(known: SeenSecrets): ProxyRecorder['learn'] {
  const learnt = new WeakSet<WireAnswer>()
  return answer => {
    if (learnt.has(answer)) return
    learnt.add(answer)
    const { headers, body } = answer
    learnSecrets(known, nobody, headers, searched(Buffer.from(body), headerValue(headers, 'content-type')))
  }
}

/** Finds what is secret in what a mock hands on and answers, and writes nothing. */
export function learnerOf(known: SeenSecrets): ProxyRecorder {
  return {
    learn: learnerOfOwn(known),
    begin: (request, { headers }) => {
      const pieces: Buffer[] = []
      let size = 0
      return {
        add: piece => {
          size += piece.length
          if (size <= largestSearched) pieces.push(piece)
          else pieces.length = 0
        },
        end: () => {
          // A body that cannot be unpacked is none to learn from.
          contentOf(headers, Buffer.concat(pieces)).then(
            ({ bytes }) => {
              learnSecrets(known, request, headers, searched(bytes, headerValue(headers, 'content-type')))
            },
            () => undefined,
          )
        },
      }
    },
  }
}

function searched(bytes: Buffer, type: string | undefined): JsonValue | undefined {
  if (bytes.length > largestSearched) return undefined
  const text = bytes.toString()
  const value = jsonOf(text, type)
  return value === undefined || isDeeplyNested(value, text) ? undefined : value
}
