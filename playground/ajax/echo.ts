import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Schema, problemAnswers } from '../http/answers.ts'

const tags = ['AJAX']

/** POST and PUT that give back the very bytes they got, with the same content type. */
export function addEchoRoutes(app: FastifyInstance): void {
  app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => {
      parsed(null, body)
    })
    // The body is described for readers of the document; any other is welcome, too.
    scope.setValidatorCompiler(() => () => true)
    scope.post('/ajax/post', { schema: echo('postAjax', 'POST that echoes the body') }, echoBody)
    scope.put('/ajax/put', { schema: echo('putAjax', 'PUT that echoes the body') }, echoBody)
    done()
  })
}

/** A page of another origin could post HTML here: the policy keeps a browser from running any of it. */
function echoBody(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply
    .type(request.headers['content-type'] ?? 'application/octet-stream')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .send(request.body instanceof Buffer ? request.body : Buffer.alloc(0))
}

function echo(operationId: string, summary: string) {
  return {
    operationId,
    tags,
    summary,
    description:
      'The answer has the body and the content type of the request: JSON, a form, text, XML or anything else.',
    body: { description: 'Anything, or nothing.', content: requestContent },
    'x-body-may-be-missing': true,
    response: {
      200: { description: 'The body of the request.', content: responseContent },
      ...problemAnswers({ 413: 'The body is larger than 1 MiB.' }),
    },
  }
}

/** In a request an example stands inside its schema, in a response beside it: so the document's generator wants it. */
const requestContent = mapBodies(({ schema, example }) => ({ schema: { ...schema, examples: [example] } }))
const responseContent = mapBodies(body => body)

interface Body {
  readonly schema: Schema
  readonly example: unknown
}

function mapBodies<Content>(toContent: (body: Body) => Content): Record<string, Content> {
  const form = { type: 'object', additionalProperties: true }
  const text = { type: 'string' }
  return {
    'application/json': toContent({ schema: {}, example: { name: 'Ada', colours: ['blue', 'green'] } }),
    'application/x-www-form-urlencoded': toContent({
      schema: form,
      example: { name: 'Ada', colour: 'blue' },
    }),
    'text/plain': toContent({ schema: text, example: 'Hello' }),
    'application/xml': toContent({ schema: text, example: '<greeting>Hello</greeting>' }),
    '*/*': toContent({ schema: {}, example: 'Hello' }),
  }
}
