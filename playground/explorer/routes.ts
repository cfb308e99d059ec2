import { fastifySwaggerUi } from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { documentFor } from '../openapi/document.ts'
import { explorerAssets } from './assets.ts'
import { explorerLogo, explorerStyles } from './theme.ts'

/** Nothing is loaded from, or sent to, any other server. Swagger UI sets styles on its elements and draws with data URLs. */
const contentSecurityPolicy = [
  "default-src 'self'",
  "img-src 'self' data:",
  "style-src 'self' 'unsafe-inline'",
  "frame-ancestors 'self'",
].join('; ')

/** The interactive explorer at /explorer: every endpoint with a form that sends requests to this server. */
export async function addExplorer(app: FastifyInstance): Promise<void> {
  await app.register(fastifySwaggerUi, {
    routePrefix: '/explorer',
    baseDir: explorerAssets(),
    logo: { type: 'image/svg+xml', content: explorerLogo, href: '/', target: '_self' },
    theme: {
      title: 'Explorer - apitest playground',
      css: [{ filename: 'theme.css', content: explorerStyles }],
    },
    staticCSP: contentSecurityPolicy,
    transformSpecification: (_document, request) => documentFor(request),
    uiConfig: {
      deepLinking: true,
      docExpansion: 'list',
      tryItOutEnabled: true,
      displayRequestDuration: true,
      filter: true,
      defaultModelsExpandDepth: 0,
      persistAuthorization: true,
    },
  })
}
