import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs'
import path from 'node:path'
import { errorProblem, type Problem, type Result, refusal, usageProblem, allOf } from '../../model/problem.ts'
import { isSameFile } from '../../util/status-of.ts'
import { formatSize } from '../../util/quantity.ts'
import { reasonOf } from '../../util/reason-of.ts'
import { operation } from '../operation.ts'
import { quoted } from '../preview.ts'
import { projectFolder, projectKeys } from '../project-folder.ts'
import { fileName, list, object, optional, text, type ValueOf } from '../schema.ts'
import { nameProblem, shownName } from './kept-name.ts'
import { attachmentSchema, type Content, keepUploads } from './uploads.ts'

const mostFiles = 10
const mostMegabytes = 20
const largestFile = mostMegabytes * 1024 * 1024

/** A file as it is given: where it is, or what is in it. */
export const givenFile = object({
  path: optional(fileName('read', 'Where it is, from the working folder; without it, base64 is given')),
  base64: optional(text('What is in it, in base64; name is given then, too')),
  name: optional(fileName('mention', 'Name to keep it under, instead of the one it has')),
})

type GivenFile = ValueOf<typeof givenFile>

/** Keeps files in `.tool/uploads/`, for requests to send and for imports; all of them, or none. */
export const attachFiles = operation({
  name: 'attach-files',
  permission: 'project',
  summary:
    'Keeps copies of files in .tool/uploads/, to be sent or imported: 10 at a time, 20 MB each, no executables.',
  input: object({
    files: list(givenFile, 'The files, 10 at most'),
    ...projectKeys,
  }),
  answer: list(attachmentSchema, 'Where they are now, in the same order'),
  async preview({ files }, { workingFolder }) {
    const judged = await judgeFiles(files, workingFolder)
    if (!judged.ok) return judged
    const sentences = files.map(({ path: file }, index) => {
      const { name, bytes } = judged.value[index] ?? { name: '', bytes: '' }
      const from = file === undefined ? '' : ` of ${quoted(path.resolve(workingFolder, file))}`
      return `Keeps a copy${from} as ${quoted(name)}, ${formatSize(bytes.length)}`
    })
    return { ok: true, value: { sentences, production: [] } }
  },
  async run(input, host) {
    const project = await projectFolder(input, host)
    if (!project.ok) return project
    const judged = await judgeFiles(input.files, host.workingFolder)
    return judged.ok ? keepUploads(project.value, judged.value) : judged
  },
})

/** Returns the contents to keep, or everything that is wrong with the files. */
async function judgeFiles(
  files: readonly GivenFile[],
  workingFolder: string,
): Promise<Result<readonly Content[]>> {
  const wrong = [countProblem(files.length) ?? files.map(formProblem)].flat().filter(one => one !== undefined)
  if (wrong.length > 0) return { ok: false, problems: wrong }
  const judged: Result<Content>[] = []
  // One after the other: what looks into archives needs memory.
  for (const file of files) judged.push(await judgeFile(file, workingFolder))
  return allOf(judged)
}

function countProblem(count: number): Problem | undefined {
  if (count === 0) return usageProblem('there are no files to attach')
  if (count <= mostFiles) return undefined
  const message = `${count} files are more than the ${mostFiles} that can be attached at a time`
  return errorProblem({ code: 'attachment-rejected', message, hint: 'Attach them in several goes.' })
}

/** Finds the problem with how a file is given. */
function formProblem({ path: file, base64, name }: GivenFile, index: number): Problem | undefined {
  const which = `file ${index + 1}`
  if (file === undefined && base64 === undefined) return usageProblem(`${which} has neither path nor base64`)
  if (file !== undefined && base64 !== undefined) return usageProblem(`${which} has both path and base64`)
  if (file?.trim() === '') return usageProblem(`${which} has an empty path`)
  return file === undefined && name === undefined
    ? usageProblem(`${which} is given as base64, and has no name`)
    : undefined
}

/** Returns the content of a file to keep, or everything that keeps it from being accepted. */
async function judgeFile(given: GivenFile, workingFolder: string): Promise<Result<Content>> {
  const shown = given.path ?? given.name ?? ''
  const name = (given.name ?? path.basename(given.path ?? '')).normalize('NFC')
  const content = given.path === undefined ? decode(given.base64 ?? '') : read(given.path, workingFolder)
  const { whyExecutable } = await import('./look-into.ts')
  const bytes = content instanceof Error ? Buffer.alloc(0) : content
  const why = await whyExecutable({ name, otherNames: [path.basename(given.path ?? '')], bytes })
  const isUnseen = why?.includes('cannot be looked into:') === true
  // Of what cannot be read at all, the name does not matter any more.
  const unfit = content instanceof Error && content.message !== tooLarge ? undefined : nameProblem(name)
  const reasons = [
    ...(content instanceof Error ? [content.message] : []),
    ...(why === undefined ? [] : [isUnseen ? why : `${why}; executables are never accepted`]),
    ...(why === undefined && unfit !== undefined ? [unfit] : []),
  ]
  if (reasons.length === 0) return { ok: true, value: { name, bytes } }
  const hint = reasons.includes(unfit ?? '')
    ? 'Keep it under another: --name users.csv.'
    : isUnseen
      ? 'Pack it again, or attach what is in it.'
      : undefined
  const message = `"${shownName(shown)}" is rejected: ${reasons.join(', and ')}`
  return refusal(errorProblem({ code: 'attachment-rejected', message, hint }))
}

const tooLarge = `it is above the size limit of ${mostMegabytes} MB per file`

function decode(base64: string): Buffer | Error {
  const plain = base64.replace(/[\r\n]/g, '')
  // Node skips characters that are not base64, and they would be lost.
  if (plain.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(plain)) return new Error('it is not base64')
  const size = (plain.length / 4) * 3 - (/=*$/.exec(plain)?.[0].length ?? 0)
  return size > largestFile ? new Error(tooLarge) : Buffer.from(plain, 'base64')
}

/** The bytes of a file, opened once: what is looked at is what is kept, whatever becomes of the name meanwhile. */
function read(given: string, workingFolder: string): Buffer | Error {
  const file = path.resolve(workingFolder, given)
  try {
    // To open a device may do something already, and a pipe would be waited for.
    const before = kindProblem(statSync(file)) ?? linkProblem(file, workingFolder)
    if (before !== undefined) return before
    const descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
    try {
      const status = fstatSync(descriptor)
      return kindProblem(status) ?? linkProblem(file, workingFolder, status) ?? readUntilEnd(descriptor)
    } finally {
      closeSync(descriptor)
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return new Error('there is no such file')
    return new Error(code === 'EACCES' ? 'it may not be read' : `it cannot be read: ${reasonOf(error)}`)
  }
}

function kindProblem(status: Stats): Error | undefined {
  if (status.isDirectory()) return new Error('it is a folder: attach its files, or a zip of it')
  if (!status.isFile()) return new Error('it is a pipe, a socket or a device')
  return status.size > largestFile ? new Error(tooLarge) : undefined
}

/**
 * Whoever made the folder may have put a link into it that leads to what is not theirs, a key for instance. What is attached
 * is sent; so a file from elsewhere has to be named as what it is.
 */
function linkProblem(file: string, workingFolder: string, opened?: Stats): Error | undefined {
  const real = realpathSync(file)
  if (opened !== undefined && !isSameFile(statSync(real), opened)) return new Error('it has changed just now')
  if (!isWithin(file, workingFolder) || isWithin(real, realpathSync(workingFolder))) return undefined
  return new Error(`it is a link that leads to ${real}: attach that, if it is meant`)
}

function isWithin(file: string, folder: string): boolean {
  const way = path.relative(folder, file)
  return way.split(path.sep)[0] !== '..' && !path.isAbsolute(way)
}

/** Some files, those of /proc for instance, have more in them than they say. */
function readUntilEnd(descriptor: number): Buffer | Error {
  const chunks: Buffer[] = []
  let size = 0
  for (;;) {
    const chunk = Buffer.allocUnsafe(1024 * 1024)
    const length = readSync(descriptor, chunk)
    if (length === 0) return Buffer.concat(chunks)
    size += length
    if (size > largestFile) return new Error(tooLarge)
    chunks.push(chunk.subarray(0, length))
  }
}
