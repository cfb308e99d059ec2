import type { FastifyInstance } from 'fastify'
import { stringify } from 'yaml'
import { documentFor } from './document.ts'

/** The machine-readable description, for importing into a test tool. */
export function addOpenApiRoutes(app: FastifyInstance): void {
  app.get('/openapi.json', { schema: { hide: true } }, (request, reply) =>
    reply.type('application/json').send(documentFor(request)),
  )
  app.get('/openapi.yaml', { schema: { hide: true } }, (request, reply) =>
    reply.type('application/yaml; charset=utf-8').send(toYaml(documentFor(request))),
  )
}

/** Without anchors and line folding, so that the text can be compared and read from top to bottom. */
export function toYaml(document: object): string {
  return stringify(document, { aliasDuplicateObjects: false, lineWidth: 0, singleQuote: true })
}
