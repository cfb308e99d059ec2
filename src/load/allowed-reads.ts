import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { eachWrittenStep } from '../check/written-steps.ts'
import { fileNamesIn } from '../compile/relocate-files.ts'
import type { JsonObject } from '../model/json.ts'
import type { DocumentPath } from '../model/span.ts'
import { realPath } from '../util/is-within.ts'
import { text } from '../util/read-values.ts'
import { placeholdersIn } from '../template/placeholders-in.ts'
import { environmentVariable, type ProcessEnvironment } from '../template/scope.ts'

/**
 * The reads allowed to a suite of imported requests beside the files of its folder: nobody has looked through the
 * import, and it sends what it reads to wherever it says. Entries are written as in suites: `env.TOKEN`, `../logo.png`,
 * `exec`.
 */
export interface AllowedReads {
  /** Absolute; file names count from here, and what is in it may be read, but for dot-files. */
  readonly folder: string
  /** The folder that file names count from, where that is another one. */
  readonly from?: string
  readonly entries: ReadonlySet<string>
  /** Says what to do about an entry that is not among them. */
  readonly hint: (entry: string) => string
}

/** Something that is read and not allowed: the entry that would allow it, what it is, in words, and where it stands. */
export interface RefusedRead {
  readonly entry: string
  readonly words: string
  readonly path: DocumentPath
}

/** Folders of `.tool` that hold what users put there for requests. */
const shared = ['.tool/uploads', '.tool/specs']

/** The reads of a suite that are not allowed, in the order of its text. */
export function refusedReads(suite: JsonObject, reads: AllowedReads): readonly RefusedRead[] {
  const variables = placeholdersIn(suite, 'env.').flatMap(({ name, path: place }): readonly RefusedRead[] =>
    environmentVariable(name) === undefined || reads.entries.has(name) || isOnlyText(name, place)
      ? []
      : [{ entry: name, words: `reads the environment variable ${name.slice('env.'.length)}`, path: place }],
  )
  return [...variables, ...refusedFiles(suite, reads), ...refusedSteps(suite, reads)]
}

/** In a description braces mean nothing, and in a script only what can be a name; a run looks at what comes of it. */
function isOnlyText(name: string, place: DocumentPath): boolean {
  const isInScript = place.includes('scripts') || place.includes('script')
  return place.includes('description') || (isInScript && !/^env\.\w+$/.test(name))
}

/** The files that a step or a suite names and may not read. Names with placeholders are judged when they are filled in. */
export function refusedFiles(input: JsonObject, reads: AllowedReads): readonly RefusedRead[] {
  const named = fileNamesIn(input).filter(({ path: place }) => !place.includes('disabled'))
  const isLocal = (name: string): boolean => !name.includes('{{') && !/^https?:/.test(name)
  const names = new Set(named.map(({ name }) => name).filter(isLocal))
  const refused = new Set([...names].filter(name => !mayReadFile(name, reads)))
  return named
    .filter(({ name }) => refused.has(name))
    .map(({ name, path: place }) => ({ entry: name, words: `reads the file ${name}`, path: place }))
}

/** Steps that do more than send: another suite may read anything, and so may a command. */
function refusedSteps(suite: JsonObject, reads: AllowedReads): readonly RefusedRead[] {
  const refused: RefusedRead[] = []
  for (const phase of ['steps', 'after'])
    eachWrittenStep(suite[phase], [phase], (step, place) => {
      refused.push(...refusedStep(step, place, reads))
    })
  return refused
}

function refusedStep(written: JsonObject, place: DocumentPath, reads: AllowedReads): readonly RefusedRead[] {
  const used = text(written['use'])
  if (used !== undefined && !isNamed(used, reads))
    return [{ entry: used, words: `runs the suite ${used}`, path: [...place, 'use'] }]
  if (written['exec'] !== undefined && !reads.entries.has('exec'))
    return [{ entry: 'exec', words: 'runs commands', path: [...place, 'exec'] }]
  return []
}

function mayReadFile(name: string, reads: AllowedReads): boolean {
  const root = realPath(reads.folder)
  const inside = path.relative(root, fileAt(name, reads)).split(path.sep)
  const isShared = shared.some(folder => inside.slice(0, 2).join('/') === folder)
  return isNamed(name, reads) || isShared || !inside.some(part => part.startsWith('.'))
}

/** True where an entry names the file, or a folder that it is in. */
function isNamed(name: string, reads: AllowedReads): boolean {
  const file = fileAt(name, reads)
  return [...reads.entries].some(entry => {
    if (environmentVariable(entry) !== undefined) return false
    const allowed = fileAt(entry, reads)
    return file === allowed || file.startsWith(allowed + path.sep)
  })
}

function fileAt(name: string, { folder, from = folder }: AllowedReads): string {
  return realPath(name.startsWith('file:') ? fileURLToPath(name) : path.resolve(from, name))
}

/** The process environment as a suite may see it. */
export function visibleEnvironment(
  environment: ProcessEnvironment,
  reads: AllowedReads | undefined,
): ProcessEnvironment {
  if (reads === undefined) return environment
  return Object.fromEntries(Object.entries(environment).filter(([name]) => reads.entries.has(`env.${name}`)))
}
