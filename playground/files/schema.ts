import type { Schema } from '../http/answers.ts'

/** The record of an uploaded file. */
export const uploadedFileSchema: Schema = {
  $id: 'UploadedFile',
  type: 'object',
  required: ['id', 'field', 'name', 'size', 'contentType', 'sha256'],
  properties: {
    id: { type: 'string', description: 'For deleting it.' },
    field: { type: 'string', description: 'Name of the form field.' },
    name: { type: 'string', description: 'Name of the file.' },
    size: { type: 'integer', minimum: 0, description: 'Bytes.' },
    contentType: { type: 'string', description: 'As the form declared it.' },
    sha256: { type: 'string', pattern: '^[0-9a-f]{64}$', description: 'Hash of the contents.' },
  },
}

/** The answer to an upload. */
export const uploadSchema: Schema = {
  type: 'object',
  required: ['files', 'fields'],
  properties: {
    files: { type: 'array', items: { $ref: 'UploadedFile#' } },
    fields: {
      type: 'object',
      description: 'The text fields of the form; one that came several times is a list.',
      additionalProperties: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
    },
  },
}

/** The upload of one file with the contents `hello`, whose hash is the real one. */
export const exampleUpload = {
  files: [
    {
      id: 'file-1',
      field: 'file',
      name: 'hello.txt',
      size: 5,
      contentType: 'text/plain',
      sha256: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
    },
  ],
  fields: { description: 'A greeting' },
}
