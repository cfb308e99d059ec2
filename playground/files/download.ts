import type { FastifyInstance } from 'fastify'
import { problemAnswers } from '../http/answers.ts'
import { sendProblem } from '../http/problem.ts'
import { samples } from './samples.ts'

const types = Object.keys(samples)

/** `GET /files/download/{type}`: an attachment of each type that a browser would otherwise show or ask about. */
export function addDownloadRoute(app: FastifyInstance): void {
  app.get<{ Params: { type: string } }>(
    '/files/download/:type',
    { schema: downloadFile },
    (request, reply) => {
      const { type } = request.params
      const sample = isSampleType(type) ? samples[type] : undefined
      if (sample === undefined)
        return sendProblem(reply, {
          status: 404,
          code: 'unknown-file-type',
          title: 'Unknown file type',
          detail: `There is no sample of type "${type}"; ask for ${types.join(', ')}.`,
        })
      return reply
        .type(sample.contentType)
        .header('content-disposition', `attachment; filename="sample.${type}"`)
        .send(sample.text)
    },
  )
}

function isSampleType(type: string): type is keyof typeof samples {
  return Object.hasOwn(samples, type)
}

const downloadFile = {
  operationId: 'downloadFile',
  tags: ['Files'],
  summary: 'Download a sample file of type csv, json, txt or html',
  params: {
    type: 'object',
    required: ['type'],
    properties: { type: { type: 'string', description: `One of ${types.join(', ')}.`, examples: ['csv'] } },
  },
  response: {
    200: {
      description: 'The file, as an attachment named sample.csv and so on.',
      content: {
        'text/csv': { schema: { type: 'string' }, example: samples.csv.text },
        'application/json': {
          schema: {
            type: 'object',
            required: ['rows'],
            properties: {
              rows: {
                type: 'array',
                items: {
                  type: 'object',
                  required: ['id', 'name', 'price'],
                  properties: {
                    id: { type: 'integer' },
                    name: { type: 'string' },
                    price: { type: 'number' },
                  },
                },
              },
            },
          },
          example: JSON.parse(samples.json.text) as unknown,
        },
        'text/plain': { schema: { type: 'string' }, example: samples.txt.text },
        'text/html': { schema: { type: 'string' }, example: samples.html.text },
      },
    },
    ...problemAnswers({ 404: 'There is no sample of this type.' }),
  },
}
