import type { ActionContext } from '../../action.ts'
import type { DigestUser } from '../../auth/auth.ts'
import { digestChallenge, type DigestChallenge, hashOf } from '../../auth/digest/challenge.ts'
import { digestAnswer } from '../../auth/digest/digest-answer.ts'
import { type DigestSession, digestSessionsOf } from '../../auth/digest/digest-sessions.ts'
import { prepared, type Prepared } from '../../failure.ts'
import { bodyHash } from '../engine/body-hash.ts'
import type { PreparedRequest } from '../prepared-request.ts'
import { type Sending, sendOnce, type Sent } from './send-once.ts'
import { withHeaders, withoutHeader, withTimeLeft } from './with-headers.ts'
import { monotonicTime } from '../../../util/monotonic-time.ts'

/** Once to be challenged, once to answer, and once more when the nonce has just become too old. */
const mostTries = 3

/**
 * Sends a request with the answer to the server's challenge. Where there is none yet the request goes out without, and
 * again when it has been challenged; later ones answer the same challenge at once.
 */
export async function sendWithDigest(
  request: PreparedRequest,
  user: DigestUser,
  context: ActionContext,
): Sending {
  const started = monotonicTime()
  const sessions = digestSessionsOf(context.session)
  const { origin } = request.wire
  for (let tries = 1; ; tries++) {
    const session = sessions.find(origin, user)
    const outgoing =
      session === undefined
        ? prepared(withoutHeader(request, 'authorization'))
        : await answered(request, user, session)
    if (!outgoing.ok) return outgoing
    const sent = await sendOnce(withTimeLeft(outgoing.value, started), context)
    const challenge = sent.ok ? challengeOf(sent.value) : undefined
    if (challenge === undefined) return sent
    const isRefused = tries > 1 && !challenge.stale
    if (isRefused || tries === mostTries) {
      sessions.end(origin, user)
      return sent
    }
    sessions.begin(origin, user, challenge)
  }
}

function challengeOf({ answer }: Sent): DigestChallenge | undefined {
  if (!answer.ok || answer.response.status !== 401) return undefined
  const lines = answer.response.headers.filter(([name]) => name.toLowerCase() === 'www-authenticate')
  return digestChallenge(lines.map(([, value]) => value))
}

async function answered(
  request: PreparedRequest,
  user: DigestUser,
  session: DigestSession,
): Promise<Prepared<PreparedRequest>> {
  const { challenge, clientNonce } = session
  const { method, path, body } = request.wire
  const hash = challenge.quality === 'auth-int' ? await bodyHash(body, hashOf(challenge)) : prepared('')
  if (!hash.ok) return hash
  const count = ++session.count
  const answer = digestAnswer(challenge, user, { method, path, bodyHash: hash.value, count, clientNonce })
  return prepared(withHeaders(request, [['authorization', answer]]))
}
