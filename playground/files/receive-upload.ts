import { createHash } from 'node:crypto'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { UploadedFile } from '../data/shop.ts'
import type { ProblemInput } from '../http/problem.ts'
import { isExecutable } from './executable.ts'

/** The limits of one upload: bytes per file, files, and text fields. */
export const uploadLimits = {
  fileSize: 5 * 1024 * 1024,
  files: 10,
  fields: 50,
  fieldSize: 64 * 1024,
} as const

/** A request that says it is longer than this is refused before any of it is read. */
export const uploadSizeLimit = uploadLimits.fileSize * uploadLimits.files + 4 * 1024 * 1024

type ReceivedFile = Omit<UploadedFile, 'id'>

/** The files of a form (their contents are hashed and forgotten) and its text fields; a repeated field is a list. */
interface Upload {
  readonly files: readonly ReceivedFile[]
  readonly fields: Readonly<Record<string, string | readonly string[]>>
}

type ReceivedUpload = { readonly upload: Upload } | { readonly problem: ProblemInput }

/** Reads a multipart form. What the parser says of a form that breaks off or is malformed has no status of its own. */
export async function receiveUpload(request: FastifyRequest): Promise<ReceivedUpload> {
  try {
    return await readForm(request)
  } catch (error) {
    if (!(error instanceof Error) || 'statusCode' in error) throw error
    return {
      problem: { status: 400, code: 'broken-form', title: 'Broken form', detail: `${error.message}.` },
    }
  }
}

/** Reads on to the end even when a file is refused, so that the caller gets to see the answer. */
async function readForm(request: FastifyRequest): Promise<ReceivedUpload> {
  const files: ReceivedFile[] = []
  const fields = new Map<string, string[]>()
  let problem: ProblemInput | undefined
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      fields.set(part.fieldname, [...(fields.get(part.fieldname) ?? []), fieldText(part.value)])
      continue
    }
    const { file, firstBytes } = await receiveFile(part)
    problem ??= refusal(file.name, part.file.truncated, firstBytes)
    files.push(file)
  }
  if (files.length === 0) problem ??= noFile
  return problem === undefined ? { upload: { files, fields: flatten(fields) } } : { problem }
}

async function receiveFile(part: MultipartFile): Promise<{ file: ReceivedFile; firstBytes: Uint8Array }> {
  const hash = createHash('sha256')
  let size = 0
  let firstBytes = Buffer.alloc(0)
  for await (const chunk of part.file as AsyncIterable<Buffer>) {
    if (firstBytes.length < 4) firstBytes = Buffer.concat([firstBytes, chunk.subarray(0, 4)])
    hash.update(chunk)
    size += chunk.length
  }
  const file = {
    field: part.fieldname,
    // A part without a file name is a file all the same when its content type says so.
    name: (part.filename as string | undefined) ?? 'unnamed',
    size,
    contentType: part.mimetype,
    sha256: hash.digest('hex'),
  }
  return { file, firstBytes }
}

function refusal(name: string, truncated: boolean, firstBytes: Uint8Array): ProblemInput | undefined {
  if (truncated)
    return {
      status: 413,
      code: 'file-too-large',
      title: 'File too large',
      detail: `${name} is larger than 5 MiB.`,
    }
  if (isExecutable(name, firstBytes))
    return {
      status: 415,
      code: 'executable-refused',
      title: 'Executable refused',
      detail: `${name} is a program; those are never accepted.`,
    }
  return undefined
}

const noFile: ProblemInput = {
  status: 400,
  code: 'no-file',
  title: 'No file',
  detail: 'The form has no file; send one or more as multipart/form-data, in fields named file or files.',
}

/** A field declared as JSON arrives parsed. */
function fieldText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function flatten(fields: ReadonlyMap<string, readonly string[]>): Upload['fields'] {
  return Object.fromEntries(
    [...fields].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]),
  )
}
