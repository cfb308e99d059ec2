import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True where the answers of this route carry an entity tag, so that callers can ask whether they changed. */
    entityTag?: boolean
  }
}

/** `ETag` and `If-None-Match` (RFC 9110, 8.8.3 and 13.1.2) for the routes whose config asks for them. */
export function sendEntityTags(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (
      request.routeOptions.config.entityTag !== true ||
      reply.statusCode !== 200 ||
      typeof payload !== 'string'
    ) {
      done(null, payload)
      return
    }
    const tag = `"${createHash('sha256').update(payload).digest('base64url').slice(0, 22)}"`
    reply.headers({ etag: tag, 'cache-control': 'no-cache' })
    if (!matches(request.headers['if-none-match'], tag)) {
      done(null, payload)
      return
    }
    reply.code(304).removeHeader('content-type').removeHeader('content-length')
    done(null, null)
  })
}

function matches(ifNoneMatch: string | undefined, tag: string): boolean {
  const asked = (ifNoneMatch ?? '').split(',').map(value => value.trim().replace(/^W\//, ''))
  return asked.includes(tag) || asked.includes('*')
}
