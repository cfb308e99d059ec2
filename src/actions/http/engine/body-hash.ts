import { createHash } from 'node:crypto'
import { isSystemError } from '../../../util/is-system-error.ts'
import { failed, prepared, type Prepared } from '../../failure.ts'
import type { WireBody } from './wire.ts'

/** The hash of a body in hex; one that is streamed is read for it. */
export async function bodyHash(body: WireBody | undefined, algorithm: string): Promise<Prepared<string>> {
  const hash = createHash(algorithm)
  if (body === undefined || Buffer.isBuffer(body)) return prepared(hash.update(body ?? '').digest('hex'))
  try {
    for await (const chunk of body.open()) hash.update(chunk as Buffer)
    return prepared(hash.digest('hex'))
  } catch (error) {
    if (!isSystemError(error)) throw error
    return failed('file-unreadable', {
      reason: `${error.path ?? 'the body'} cannot be read (${error.code ?? error.message})`,
    })
  }
}
