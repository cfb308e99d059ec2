import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** The version of the API, sent as `x-api-version` with every answer. */
export const apiVersion = '1.0.0'

/**
 * Headers of every answer: the version, the caller's request id, and leave for pages of other origins to read it (a
 * front end under test may be served from anywhere, and all data here is made up).
 */
export function sendCommonHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    addCommonHeaders(request, reply)
    done()
  })
}

/** The same for answers that no hook sees: those to requests that could not be read. */
export function addCommonHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({
    'x-api-version': apiVersion,
    'x-content-type-options': 'nosniff',
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'x-api-version, x-request-id, etag, location, retry-after',
  })
  const requestId = request.headers['x-request-id']
  if (requestId !== undefined) reply.header('x-request-id', requestId)
}
