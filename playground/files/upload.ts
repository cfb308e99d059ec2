import { fastifyMultipart } from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import type { UploadedFile } from '../data/shop.ts'
import { emptyAnswer, jsonAnswer, problemAnswers } from '../http/answers.ts'
import { notFound, sendProblem } from '../http/problem.ts'
import type { PlaygroundState } from '../state.ts'
import { receiveUpload, uploadLimits, uploadSizeLimit } from './receive-upload.ts'
import { exampleUpload, uploadSchema } from './schema.ts'

const tags = ['Files']

/**
 * `POST /files/upload` and `DELETE /files/upload/{id}`. A scope of their own keeps multipart out of the other routes.
 */
export function addUploadRoutes(app: FastifyInstance, state: PlaygroundState): void {
  app.register(async scope => {
    await scope.register(fastifyMultipart, { limits: uploadLimits, throwFileSizeLimit: false })
    scope.removeContentTypeParser(['application/json'])
    scope.setValidatorCompiler(() => () => true)
    scope.post('/files/upload', { schema: uploadFiles }, async (request, reply) => {
      if (Number(request.headers['content-length'] ?? 0) > uploadSizeLimit)
        return sendProblem(reply.header('connection', 'close'), tooLarge)
      if (!request.isMultipart()) return sendProblem(reply, notMultipart)
      const received = await receiveUpload(request)
      if ('problem' in received) return sendProblem(reply, received.problem)
      const { files, fields } = received.upload
      return reply.code(201).send({ files: files.map(file => keep(state, file)), fields })
    })
    scope.delete<{ Params: { id: string } }>(
      '/files/upload/:id',
      { schema: deleteUploadedFile },
      (request, reply) =>
        state.shop.files.delete(request.params.id)
          ? reply.code(204).send()
          : notFound(reply, 'uploaded file', request.params.id),
    )
  })
}

function keep(state: PlaygroundState, file: Omit<UploadedFile, 'id'>): UploadedFile {
  const kept = { id: `file-${state.shop.nextNumber('file')}`, ...file }
  state.shop.files.set(kept.id, kept)
  return kept
}

const tooLarge = { status: 413, detail: 'The form is larger than ten files of 5 MiB.' }

const notMultipart = { status: 415, detail: 'Send the files as multipart/form-data.' }

/** OpenAPI 3.1 says `contentMediaType`; most tools still look for the `format` of 3.0. */
const binary = { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' }

const uploadFiles = {
  operationId: 'uploadFiles',
  tags,
  summary: 'Upload one or more files',
  description:
    'Up to 10 files of 5 MiB each, in fields of any name; further text fields come back in the answer. Programs are ' +
    'refused. Only the name, the size and the hash of a file are kept, of the last 100 files.',
  body: {
    description: 'A form with files.',
    content: {
      'multipart/form-data': {
        schema: {
          type: 'object',
          properties: {
            file: { ...binary, description: 'One file.' },
            files: { type: 'array', items: binary, description: 'Several files.' },
            description: { type: 'string', description: 'A text field; comes back.' },
          },
        },
      },
    },
  },
  response: {
    201: jsonAnswer('The files were taken.', uploadSchema, exampleUpload),
    ...problemAnswers({
      400: 'The form has no file, or is broken.',
      413: 'A file, or the whole form, is too large.',
      415: 'It is not a multipart form, or a file is a program.',
    }),
  },
}

const deleteUploadedFile = {
  operationId: 'deleteUploadedFile',
  tags,
  summary: 'Delete an uploaded file',
  params: {
    type: 'object',
    required: ['id'],
    properties: {
      id: { type: 'string', description: 'Id from the answer to the upload.', examples: ['file-1'] },
    },
  },
  response: {
    204: emptyAnswer('The file is gone.'),
    ...problemAnswers({ 404: 'There is no such file.' }),
  },
}
