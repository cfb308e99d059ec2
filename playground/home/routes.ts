import type { FastifyInstance } from 'fastify'

export function addHomePage(app: FastifyInstance): void {
  app.get('/', { schema: { hide: true } }, (_request, reply) =>
    reply.type('text/html; charset=utf-8').send('<!doctype html>'),
  )
}
