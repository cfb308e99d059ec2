import { existsSync } from 'node:fs'
import path from 'node:path'
import { allLeftOut, findSuites, type FoundSuites } from '../../load/find-suites.ts'
import type { Configuration } from '../../model/configuration.ts'
import { type Problem, usageProblem } from '../../model/problem.ts'
import { inList, readPathList, rootOf } from '../../util/globs.ts'
import { whenLoaded } from '../../util/lazy-part.ts'
import type { SuiteInput } from '../input-keys.ts'
import { ambiguousName } from '../saved/ambiguous-name.ts'
import { type Found, nothing } from './found.ts'

/** Suites, files of other tools, and what is saved. */
export async function findAll(input: SuiteInput, configuration: Configuration): Promise<Found> {
  const found = await findOwn(input, configuration)
  // Most runs name suites alone, and load nothing of other formats.
  if (!found.problems.some(({ code }) => code === 'no-suites')) return found
  const given = givenPaths(input.paths, input.workingFolder, configuration)
  const { pathsApart } = await import('../suites/paths-apart.ts')
  const { foreign, namesForeign, own } = await whenLoaded(() => pathsApart(given, input.workingFolder))
  if (!namesForeign) return found
  const { foreignSuites } = await import('../suites/foreign-suites.ts')
  const read = await foreignSuites(foreign, input, configuration)
  const others = own.length === 0 ? nothing : await findOwn({ ...input, paths: own }, configuration, true)
  const files = [...others.files, ...read.sources.keys()].sort()
  const problems = [...others.problems, ...read.problems]
  return {
    ...others,
    files,
    sources: read.sources,
    reads: new Map([...others.reads, ...read.reads]),
    ownEnvironments: read.environments,
    problems: files.length === 0 && problems.length === 0 ? [allLeftOut(given)] : problems,
  }
}

/** A path that names no file may name something saved; only then what is saved is looked at. `isPart` of what a list names. */
async function findOwn(input: SuiteInput, configuration: Configuration, isPart = false): Promise<Found> {
  const { workingFolder } = input
  const named = async (paths: readonly string[], isRest = isPart): Promise<Found> => ({
    ...nothing,
    ...(await namedSuites(paths, workingFolder, configuration, isRest)),
  })
  for (const given of input.paths) {
    const ambiguous = await ambiguousName(given, workingFolder, configuration.directory)
    if (ambiguous !== undefined) return { ...nothing, problems: [ambiguous] }
  }
  const absent = input.paths.filter(given => !existsSync(path.resolve(workingFolder, given)))
  // Only a glob may match something without being there itself.
  const isMatched = await Promise.all(
    absent.map(async given => {
      const place = path.resolve(workingFolder, given)
      return rootOf(place) !== place && (await named([given])).files.length > 0
    }),
  )
  const leavingOut = new Set(readPathList(input.paths, workingFolder).leavingOut)
  const unknown = absent.filter((given, index) => isMatched[index] !== true && !leavingOut.has(given))
  if (unknown.length === 0) return named(input.paths)
  const { findSaved } = await import('../saved/find-saved.ts')
  const saved = await findSaved(unknown, configuration.directory, input.allow ?? [])
  if (saved === undefined) return named(input.paths)
  if (!saved.ok) return { ...nothing, problems: neitherNor(await named(input.paths), saved.problems) }
  const paths = input.paths.filter(given => !unknown.includes(given))
  const { files, problems } = paths.length === 0 ? nothing : await named(paths, true)
  return { ...nothing, ...saved.value, files: [...files, ...saved.value.texts.keys()], problems }
}

/** A name that is not saved may have been meant as a file that does not exist: both are told. */
function neitherNor({ problems }: Pick<Found, 'problems'>, unsaved: readonly Problem[]): readonly Problem[] {
  const [first] = unsaved
  if (first?.code !== 'saved-missing') return unsaved
  return problems.map(problem =>
    problem.code === 'path-missing'
      ? { ...problem, hint: [problem.hint, 'Nothing is saved by that name, either.', first.hint].join(' ') }
      : problem,
  )
}

/** The paths of a command, else those of the configuration. */
function givenPaths(
  paths: readonly string[],
  workingFolder: string,
  { suites }: Pick<Configuration, 'suites'>,
): readonly string[] {
  return paths.length > 0
    ? paths
    : suites.map(suite => inList(suite, named => path.relative(workingFolder, named) || '.'))
}

/** The suites that paths name, else those of the configuration. */
export async function namedSuites(
  paths: readonly string[],
  workingFolder: string,
  { suites = [] }: Partial<Configuration> = {},
  isPart = false,
): Promise<FoundSuites> {
  const given = givenPaths(paths, workingFolder, { suites })
  if (given.length > 0) return findSuites(given, workingFolder, isPart)
  return {
    files: [],
    problems: [
      usageProblem(
        'no suites are named',
        'Name files or folders (apitest suites/, or . for all below this folder), or list them under `suites:` in apitest.config.yaml.',
      ),
    ],
  }
}
