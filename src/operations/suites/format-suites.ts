import path from 'node:path'
import { hideLiterals } from '../../check/hide-literals.ts'
import { layOut, readWithPlaces } from '../../document/index.ts'
import { unreadableFile } from '../../load/unreadable-file.ts'
import { type FoundSuites, isSuite } from '../../load/find-suites.ts'
import { errorProblem, type Problem, type Result, isError } from '../../model/problem.ts'
import { suiteLayout } from '../../parse/suite-layout.ts'
import { changedPaths } from '../input-keys.ts'
import { loadConfiguration, nearestConfiguration } from '../opening/load-configuration.ts'
import { operation, type Workspace } from '../operation.ts'
import { problemsSchema } from '../problems-schema.ts'
import { projectKeys } from '../project-folder.ts'
import { flag, list, object, optional, text, whole } from '../schema.ts'
import { isOutside, leftOutside, namedPlaces, readMarked, rewrite } from './marked-text.ts'
import { namedSuites } from '../opening/find-all.ts'

/** Writes suites in one form. What a file means never changes, nor is a comment lost: a file for which that is not sure is left as it is. */
export const formatSuites = operation({
  name: 'format-suites',
  permission: 'project',
  summary: 'Writes suites and the configuration in one form, with their comments.',
  input: object({
    paths: changedPaths,
    check: optional(flag('Write nothing, and only tell which files have another form')),
    text: optional(text('The text to write in that form, in place of files')),
    ...projectKeys,
  }),
  answer: object({
    files: whole('How many files were looked at'),
    changed: list(text('A path'), 'The files that had another form'),
    left: list(
      text('A path'),
      'The files that were left, for they would not be the same; a mistake of this program',
    ),
    text: optional(text('The text in that form')),
    problems: problemsSchema,
  }),
  async run({ paths, check = false, text: given, configurationFile }, host) {
    if (given !== undefined) {
      const laidOut = await formOf(given, path.resolve(host.workingFolder, 'standard-input'))
      if (!laidOut.ok) return laidOut
      const { value: form } = laidOut
      const changed = form === undefined || form === given ? [] : ['-']
      const left = form === undefined ? ['-'] : []
      return { ok: true, value: { files: 1, changed, left, text: form ?? given, problems: [] } }
    }
    const files = await filesOf(paths, configurationFile, host)
    if (!files.ok) return files
    const changed: string[] = []
    const left: string[] = []
    const places = await namedPlaces(paths, configurationFile, host)
    const outside = files.value.filter(file => isOutside(file, places))
    const problems: Problem[] = outside.map(leftOutside)
    for (const file of files.value) {
      if (outside.includes(file)) continue
      const done = await formatFile(file, check)
      const name = path.relative(host.workingFolder, file)
      if (!done.ok) problems.push(...done.problems)
      else if (done.value === 'changed') changed.push(name)
      else if (done.value === 'left') left.push(name)
    }
    return { ok: true, value: { files: files.value.length, changed, left, problems } }
  },
})

/** The files that are named; else the suites of the configuration, and itself. */
async function filesOf(
  paths: readonly string[],
  configurationFile: string | undefined,
  { workingFolder }: Workspace,
): Promise<Result<readonly string[]>> {
  if (paths.length > 0) {
    const named = found(await namedSuites(paths, workingFolder))
    const others = named.ok ? named.value.filter(file => !isSuite(file) && !isConfiguration(file)) : []
    return others.length === 0 ? named : { ok: false, problems: others.map(neitherOfThem) }
  }
  const loaded = await loadConfiguration(workingFolder, configurationFile)
  if (!loaded.ok) return loaded
  const suites = found(await namedSuites([], workingFolder, loaded.value))
  const own = configurationFile ?? nearestConfiguration(workingFolder)
  if (!suites.ok || own === undefined) return suites
  return { ok: true, value: [path.resolve(workingFolder, own), ...suites.value] }
}

function isConfiguration(file: string): boolean {
  return /^apitest\.config\.ya?ml$/.test(path.basename(file))
}

/** Refuses a file of others, though it may be YAML: it is theirs to write. */
function neitherOfThem(file: string): Problem {
  return errorProblem({
    code: 'no-suites',
    message: `${file} is no suite by its name, and no configuration, and stays as it is`,
    hint: 'Suites are files named *.apitest.yaml; any text is written in that form with `apitest fmt -`.',
  })
}

function found({ files, problems }: FoundSuites): Result<readonly string[]> {
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: files }
}

/** Writes a file in the one form, unless it only is to be told whether it has that. */
async function formatFile(file: string, isToldOnly: boolean): Promise<Result<'same' | 'changed' | 'left'>> {
  const read = readMarked(file)
  if (read instanceof Error) return { ok: false, problems: [unreadableFile(file, read)] }
  const form = await formOf(read.text, file)
  if (!form.ok) return form
  if (form.value === undefined) return { ok: true, value: 'left' }
  if (form.value === read.mark + read.text) return { ok: true, value: 'same' }
  const problem = isToldOnly ? undefined : await rewrite(file, form.value)
  return problem === undefined ? { ok: true, value: 'changed' } : { ok: false, problems: [problem] }
}

/** A text in the one form; undefined where that would not be the same. */
async function formOf(written: string, file: string): Promise<Result<string | undefined>> {
  const source = await readWithPlaces(written, file, 'There is nothing to write in another form.')
  const errors = source.problems.filter(isError)
  return errors.length > 0
    ? { ok: false, problems: hideLiterals(source, errors) }
    : { ok: true, value: await layOut(written, suiteLayout) }
}
