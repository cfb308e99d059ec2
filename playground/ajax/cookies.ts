import type { FastifyInstance } from 'fastify'
import { emptyAnswer, jsonAnswer, jsonBodyProblems } from '../http/answers.ts'

const tags = ['AJAX']

/** Adds `/ajax/cookies`, which sets a cookie, and tells those it gets. */
export function addCookieRoutes(app: FastifyInstance): void {
  app.get('/ajax/cookies', { schema: getCookies }, request => ({
    cookies: Object.fromEntries(cookiesOf(request.headers.cookie)),
  }))
  app.post<{ Body: { name: string; value: string } }>(
    '/ajax/cookies',
    { schema: setCookie },
    async (request, reply) => {
      const { name, value } = request.body
      await reply
        .status(204)
        .header('set-cookie', `${name}=${encodeURIComponent(value)}; Path=/; HttpOnly; SameSite=Lax`)
        .send()
    },
  )
}

/** Names and values of a cookie header (RFC 6265 section 4.2.1). */
function cookiesOf(header = ''): readonly (readonly [string, string])[] {
  return header.split(';').flatMap(pair => {
    const sign = pair.indexOf('=')
    return sign === -1 ? [] : [[pair.slice(0, sign).trim(), pair.slice(sign + 1).trim()] as const]
  })
}

const getCookies = {
  operationId: 'getCookies',
  tags,
  summary: 'The cookies of the request',
  response: {
    200: jsonAnswer(
      'What came in.',
      {
        type: 'object',
        required: ['cookies'],
        properties: {
          cookies: {
            type: 'object',
            description: 'Values by name.',
            additionalProperties: { type: 'string' },
          },
        },
      },
      { cookies: { theme: 'dark' } },
    ),
  },
}

const setCookie = {
  operationId: 'setCookie',
  tags,
  summary: 'Sets a cookie',
  body: {
    type: 'object',
    required: ['name', 'value'],
    examples: [{ name: 'theme', value: 'dark' }],
    properties: {
      name: { type: 'string', pattern: '^[\\w-]{1,50}$', examples: ['theme'] },
      value: { type: 'string', maxLength: 200, examples: ['dark'] },
    },
  },
  response: { 204: emptyAnswer('Set.'), ...jsonBodyProblems },
}
