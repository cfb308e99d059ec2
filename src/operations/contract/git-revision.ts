import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { errorProblem, type Result, refusal } from '../../model/problem.ts'
import { relativePath } from '../../report/text/place.ts'
import { firstLine } from '../../util/cut-text.ts'

/** A file in a revision of git. */
export interface GitFile {
  /** As given: `HEAD`, `main~2`; empty for what is staged. */
  readonly revision: string
  /** Top folder of the repository. */
  readonly top: string
  /** Where the file would be in the working tree. Absolute. */
  readonly file: string
}

/**
 * The file that `HEAD:openapi.yaml` means; undefined where the source is a path. As git has it, the path counts from the
 * top of the repository, and from the working folder when it begins with `./` or `../`.
 */
export async function revisionOf(
  source: string,
  workingFolder: string,
): Promise<Result<GitFile> | undefined> {
  const match = /^([^:]*):(.+)$/.exec(source)
  const [, revision = '', written = ''] = match ?? []
  if (match === null || path.isAbsolute(source) || existsSync(path.resolve(workingFolder, source)))
    return undefined
  if (revision.startsWith('-')) return failure(`${source} names no revision`)
  const top = await git(['rev-parse', '--show-toplevel'], workingFolder)
  if (!top.ok) return failure(`${source} cannot be read: ${top.problems}`)
  const folder = top.value.trim()
  const base = /^\.{1,2}\//.test(written) ? workingFolder : folder
  return { ok: true, value: { revision, top: folder, file: path.resolve(base, written) } }
}

/** The text of a file in a revision. */
export async function readRevision({ revision, top }: GitFile, file: string): Promise<Result<string>> {
  const name = `${revision}:${relativePath(file, top)}`
  const shown = await git(['show', name], top)
  return shown.ok ? shown : failure(`${name} cannot be read: ${shown.problems}`)
}

/** True where a revision has a file; the reason when there is no such revision. Before the first commit HEAD has none. */
export async function isInRevision({ revision, top, file }: GitFile): Promise<Result<boolean>> {
  const known = await git(['rev-parse', '--verify', '--quiet', `${revision}^{commit}`], top)
  if (revision === 'HEAD' && !known.ok && (await isUnborn(top))) return { ok: true, value: false }
  if (revision !== '' && !known.ok) {
    const hint = 'Name a commit, a branch or a tag: HEAD, origin/main.'
    const message = `there is no revision ${revision}`
    return refusal(errorProblem({ code: 'import-unreadable', message, hint }))
  }
  const name = `${revision}:${relativePath(file, top)}`
  return { ok: true, value: (await git(['cat-file', '-e', name], top)).ok }
}

/** True where there is no commit yet on the branch that HEAD names. */
async function isUnborn(top: string): Promise<boolean> {
  const branch = await git(['symbolic-ref', '--quiet', 'HEAD'], top)
  if (!branch.ok) return false
  return !(await git(['show-ref', '--verify', '--quiet', branch.value.trim()], top)).ok
}

const run = promisify(execFile)

/** Runs git; the reason of a failure is its own first line. */
async function git(words: readonly string[], folder: string): Promise<Result<string, string>> {
  try {
    const { stdout } = await run('git', words, { cwd: folder, maxBuffer: 256 * 1024 * 1024 })
    return { ok: true, value: stdout }
  } catch (error) {
    const { stderr = '', code } = error as { stderr?: string; code?: unknown }
    if (code === 'ENOENT') return { ok: false, problems: 'git is not there' }
    return { ok: false, problems: firstLine(stderr).replace(/^fatal: /, '') || 'git failed' }
  }
}

function failure(message: string): Result<never> {
  const hint = 'A path in a revision is written as git has it: HEAD:api/openapi.yaml.'
  return refusal(errorProblem({ code: 'import-unreadable', message, hint }))
}
