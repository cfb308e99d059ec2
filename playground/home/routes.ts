import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { documentFor } from '../openapi/document.ts'
import { homePage } from './page.ts'
import { homeScript } from './script.ts'
import { homeStyles } from './styles.ts'

/** Only the page's own script and styles may run, and it may talk to this server only. */
const contentSecurityPolicy = [
  "default-src 'none'",
  `script-src ${hashSource(homeScript)}`,
  `style-src ${hashSource(homeStyles)}`,
  'img-src data:',
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** `GET /`: one page without any further file, made from the OpenAPI document. */
export function addHomePage(app: FastifyInstance): void {
  app.get('/', { schema: { hide: true } }, (request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', contentSecurityPolicy)
      .send(homePage(documentFor(request))),
  )
}

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
