import type { FastifyReply } from 'fastify'

/** Aborted when the connection closes, so that nothing is waited for that nobody reads. */
export function callerLeft(reply: FastifyReply): AbortSignal {
  const left = new AbortController()
  reply.raw.once('close', () => {
    left.abort()
  })
  return left.signal
}
