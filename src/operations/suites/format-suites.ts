import path from 'node:path'
import { layOut, readWithPlaces } from '../../document/index.ts'
import { unreadableFile } from '../../load/unreadable-file.ts'
import { errorProblem, type Problem, type Result } from '../../model/problem.ts'
import { suiteLayout } from '../../parse/suite-layout.ts'
import { decodeText } from '../../util/decode-text.ts'
import { defined } from '../../util/defined.ts'
import { largestWritten, readBytes } from '../../util/read-text.ts'
import { writeWhole } from '../../util/whole-file.ts'
import { suiteKeys } from '../input-keys.ts'
import { loadConfiguration, nearestConfiguration } from '../load-configuration.ts'
import { operation, type Workspace } from '../operation.ts'
import { problemsSchema } from '../problems-schema.ts'
import { projectKeys } from '../project-folder.ts'
import { flag, list, object, optional, text, whole } from '../schema.ts'
import { namedSuites } from './resolve-input.ts'

/** Writes suites in one form. What a file means never changes, nor is a comment lost: a file for which that is not sure is left as it is. */
export const formatSuites = operation({
  name: 'format-suites',
  permission: 'project',
  summary: 'Writes suites and the configuration in one form, with their comments.',
  input: object({
    paths: suiteKeys.paths,
    check: optional(flag('Write nothing, and only tell which files have another form')),
    text: optional(text('The text to write in that form, in place of files')),
    ...projectKeys,
  }),
  answer: object({
    files: whole('How many files were looked at'),
    changed: list(text('A path'), 'The files that had another form'),
    text: optional(text('The text in that form')),
    problems: problemsSchema,
  }),
  async run({ paths, check = false, text: given, configurationFile }, host) {
    if (given !== undefined) {
      const laidOut = await formOf(given, path.resolve(host.workingFolder, paths[0] ?? 'standard-input'))
      if (!laidOut.ok) return laidOut
      const changed = laidOut.value === given ? [] : ['-']
      return { ok: true, value: { files: 1, changed, text: laidOut.value, problems: [] } }
    }
    const files = await filesOf(paths, configurationFile, host)
    if (!files.ok) return files
    const changed: string[] = []
    const problems: Problem[] = []
    for (const file of files.value) {
      const found = await formatFile(file, check)
      if (!found.ok) problems.push(...found.problems)
      else if (found.value) changed.push(path.relative(host.workingFolder, file) || '.')
    }
    return { ok: true, value: { files: files.value.length, changed, problems } }
  },
})

/** The files that are named; else the suites of the configuration, and itself. */
async function filesOf(
  paths: readonly string[],
  configurationFile: string | undefined,
  { workingFolder }: Workspace,
): Promise<Result<readonly string[]>> {
  if (paths.length > 0) return found(namedSuites(paths, workingFolder))
  const loaded = await loadConfiguration(workingFolder, configurationFile)
  if (!loaded.ok) return loaded
  const suites = found(namedSuites([], workingFolder, loaded.value))
  const own = configurationFile ?? nearestConfiguration(workingFolder)
  if (!suites.ok || own === undefined) return suites
  return { ok: true, value: [path.resolve(workingFolder, own), ...suites.value] }
}

function found({ files, problems }: ReturnType<typeof namedSuites>): Result<readonly string[]> {
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: files }
}

/** Whether a file had another form, which it has then. */
async function formatFile(file: string, isLeft: boolean): Promise<Result<boolean>> {
  const before = textOf(file)
  if (before instanceof Error) return { ok: false, problems: [unreadableFile(file, before)] }
  const after = await formOf(before, file)
  if (!after.ok || after.value === before) return after.ok ? { ok: true, value: false } : after
  if (isLeft) return { ok: true, value: true }
  try {
    await writeWhole(file, after.value)
    return { ok: true, value: true }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    const message = `${file} cannot be written: ${error.message}`
    return { ok: false, problems: [errorProblem({ code: 'file-unreadable', message })] }
  }
}

/** With its byte order mark, which the one form has not. */
function textOf(file: string): string | Error {
  try {
    const bytes = readBytes(file, largestWritten)
    const text = decodeText(bytes)
    return text instanceof Error ? text : bytes.toString('utf8')
  } catch (error) {
    if (error instanceof Error) return error
    throw error
  }
}

async function formOf(written: string, file: string): Promise<Result<string>> {
  const source = await readWithPlaces(written, file, 'There is nothing to write in another form.')
  const errors = source.problems.filter(({ severity }) => severity === 'error')
  if (errors.length > 0) return { ok: false, problems: errors }
  const laidOut = await layOut(written, suiteLayout)
  if (laidOut !== undefined) return { ok: true, value: laidOut }
  return {
    ok: false,
    problems: [
      errorProblem({
        code: 'not-formatted',
        message: 'this file would have been another one in the usual form, and was left as it is',
        hint: 'This is a mistake of apitest: please tell us of it, with the file.',
        ...defined({ span: source.spanOf([]) }),
      }),
    ],
  }
}
