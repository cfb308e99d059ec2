import type { FastifyInstance, HTTPMethods, RouteOptions } from 'fastify'
import { sendProblem } from './problem.ts'

const knownMethods: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/**
 * Remembers the routes added from now on. The function it gives back, called after the last of them, answers every
 * other method of the same paths: OPTIONS with what is allowed, the rest with 405 and an `Allow` header.
 */
export function answerOtherMethods(app: FastifyInstance): () => void {
  const methodsByPath = new Map<string, Set<string>>()
  app.addHook('onRoute', route => {
    const methods = methodsByPath.get(route.url) ?? new Set()
    for (const method of methodsOf(route)) methods.add(method)
    methodsByPath.set(route.url, methods)
  })
  return () => {
    for (const [path, methods] of [...methodsByPath]) addOtherMethods(app, path, [...methods])
  }
}

function addOtherMethods(app: FastifyInstance, url: string, methods: readonly string[]): void {
  const allow = [...methods, 'OPTIONS'].join(', ')
  app.route({
    method: 'OPTIONS',
    url,
    schema: { hide: true },
    handler: (request, reply) =>
      reply
        .code(204)
        .headers({
          allow,
          'access-control-allow-methods': allow,
          'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '*',
          'access-control-max-age': '600',
        })
        .send(),
  })
  const refused = knownMethods.filter(method => !methods.includes(method))
  if (refused.length > 0) refuseMethods(app, url, refused, allow)
}

/** Answered before the body is read, because a body nobody asked for need not be well-formed. */
function refuseMethods(app: FastifyInstance, url: string, method: HTTPMethods[], allow: string): void {
  app.route({
    method,
    url,
    schema: { hide: true },
    onRequest: (request, reply) => {
      const detail = `${request.method} is not possible here; use ${allow}.`
      sendProblem(reply.header('allow', allow), { status: 405, detail })
    },
    handler: () => undefined,
  })
}

function methodsOf(route: RouteOptions): readonly string[] {
  return typeof route.method === 'string' ? [route.method] : route.method
}
