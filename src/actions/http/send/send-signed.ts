import type { ActionContext } from '../../action.ts'
import type { AwsKeys } from '../../auth/auth.ts'
import { signAws } from '../../auth/aws/sign-aws.ts'
import { prepared, type Prepared } from '../../failure.ts'
import { bodyHash } from '../engine/body-hash.ts'
import type { WireBody } from '../engine/wire.ts'
import type { PreparedRequest } from '../prepared-request.ts'
import { type Sending, sendOnce } from './send-once.ts'
import { withHeaders, withTimeLeft } from './with-headers.ts'
import { monotonicTime } from '../../../util/monotonic-time.ts'

/** Signs a request for Amazon Web Services and sends it. */
export async function sendSigned(request: PreparedRequest, keys: AwsKeys, context: ActionContext): Sending {
  const started = monotonicTime()
  const body = await signableBody(request.wire.body, keys)
  if (!body.ok) return body
  const { method, path } = request.wire
  const { headers } = request.record
  const lines = signAws({ method, path, headers, body: body.value }, keys, new Date())
  return sendOnce(withTimeLeft(withHeaders(request, lines), started), context)
}

/** S3 wants the hash in a header, and the hash of a stream is known here before its bytes. */
async function signableBody(
  body: WireBody = Buffer.alloc(0),
  { service }: AwsKeys,
): Promise<Prepared<Buffer | { readonly hash: string }>> {
  if (Buffer.isBuffer(body) && service !== 's3') return prepared(body)
  const hash = await bodyHash(body, 'sha256')
  return hash.ok ? prepared({ hash: hash.value }) : hash
}
