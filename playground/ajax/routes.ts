import type { FastifyInstance } from 'fastify'
import { addEchoRoutes } from './echo.ts'
import { addEventRoute } from './events.ts'
import { addFailureRoute } from './failure.ts'
import { addPlainRoutes } from './plain.ts'

/** Calls to practise with: plain, echoing, slow, failing and streaming ones. */
export function addAjaxRoutes(app: FastifyInstance): void {
  addPlainRoutes(app)
  addEchoRoutes(app)
  addFailureRoute(app)
  addEventRoute(app)
}
