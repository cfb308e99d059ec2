import type { FastifyInstance } from 'fastify'
import { addCookieRoutes } from './cookies.ts'
import { addEchoRoutes } from './echo.ts'
import { addEventRoute } from './events.ts'
import { addFailureRoute } from './failure.ts'
import { addPlainRoutes } from './plain.ts'
import { addRedirectRoute } from './redirect.ts'

/** Calls to practise with: plain, echoing, slow, failing, streaming and redirecting ones, and those with cookies. */
export function addAjaxRoutes(app: FastifyInstance): void {
  addPlainRoutes(app)
  addEchoRoutes(app)
  addFailureRoute(app)
  addEventRoute(app)
  addRedirectRoute(app)
  addCookieRoutes(app)
}
