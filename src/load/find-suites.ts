import { existsSync, readdirSync, type Stats, statSync } from 'node:fs'
import path from 'node:path'
import { errorProblem, type Problem } from '../model/problem.ts'
import { linkTarget } from './unreadable-file.ts'
import { matcherOf, readPathList, rootOf } from '../util/globs.ts'
import { lazyPart, whenLoaded } from '../util/lazy-part.ts'
import { filesBelow } from '../util/files-below.ts'
import { statusOf } from '../util/status-of.ts'
import { editDistance, nearMiss } from '../util/did-you-mean.ts'

/** The name that makes a file a suite. */
const suiteName = /\.apitest\.ya?ml$/

/** True where a file is a suite by its name. */
export function isSuite(file: string): boolean {
  return suiteName.test(file)
}

/**
 * The suites that paths name: files as they are, folders with every `*.apitest.yaml` below them, globs with all that they match.
 * Behind `!` stands what is left out again. Absolute, each once, in alphabetical order. A path that does not exist, or holds no
 * suite, is a problem, and so is a list of which nothing is left, unless it `isPart` of one that names other things as well.
 */
export async function findSuites(
  paths: readonly string[],
  workingFolder: string,
  isPart = false,
): Promise<FoundSuites> {
  return whenLoaded(() => search(paths, workingFolder, isPart))
}

/** The suites that paths name, and why some name none. */
export interface FoundSuites {
  readonly files: readonly string[]
  readonly problems: readonly Problem[]
}

/** The suites in a folder and below it, or a file as it is; none where nothing can be read. */
export function suitesBelow(place: string): readonly string[] {
  if (statusOf(place)?.isDirectory() !== true) return existsSync(place) ? [place] : []
  const found = suitesWithin(place)
  return found instanceof Error ? [] : found.filter(isSuite).sort()
}

/** Other tools' files are looked into only where no suite is found. */
const foreignFiles = lazyPart(() => import('./foreign-files.ts'))

function search(paths: readonly string[], workingFolder: string, isPart: boolean): FoundSuites {
  const { named, leavingOut, isLeftOut } = readPathList(paths, workingFolder)
  const found = named.map(given => findBelow(given, workingFolder))
  const files = [...new Set(found.flatMap(one => one.files))].sort()
  const problems = found.flatMap(one => one.problems)
  const kept = files.filter(file => !isLeftOut(file))
  const isEmpty = kept.length === 0 && leavingOut.length > 0 && problems.length === 0 && !isPart
  return { files: kept, problems: isEmpty ? [allLeftOut(paths)] : problems }
}

function findBelow(given: string, workingFolder: string): FoundSuites {
  const absolute = path.resolve(workingFolder, given)
  if (!existsSync(absolute))
    return rootOf(absolute) === absolute
      ? { files: [], problems: [missing(given, absolute)] }
      : matching(given, absolute, workingFolder)
  if (!statSync(absolute).isDirectory()) {
    if (isConfiguration(absolute)) return { files: [], problems: [configurationNamed(given)] }
    const foreign = isSuite(absolute) ? undefined : foreignFiles().foreignFile(given, absolute)
    return foreign === undefined ? { files: [absolute], problems: [] } : { files: [], problems: [foreign] }
  }
  const found = suitesWithin(absolute)
  if (found instanceof Error) return { files: [], problems: [unreadable(given, found)] }
  const files = found.filter(isSuite)
  const misnamed = found.filter(file => !isSuite(file))
  const problems = misnamed.map(file => misspelt(path.join(given, path.relative(absolute, file))))
  return { files, problems: found.length === 0 ? [withoutSuites(given, absolute)] : problems }
}

/** The suites that a glob matches. */
function matching(given: string, glob: string, workingFolder: string): FoundSuites {
  const root = rootOf(glob)
  const isMatch = matcherOf(glob)
  const found = existsSync(root) ? suitesWithin(root) : []
  if (found instanceof Error) return { files: [], problems: [unreadable(given, found)] }
  const files = found.filter(file => isSuite(file) && isMatch(file))
  if (files.length > 0) return { files, problems: [] }
  return { files, problems: [withoutSuites(given, root, path.relative(workingFolder, root))] }
}

/** The suites below a folder with what was probably meant for one, or why one of its folders cannot be looked into. */
function suitesWithin(folder: string): readonly string[] | Error {
  const found = filesBelow(folder, name => isSuite(name) || isMisspelt(name))
  return found instanceof Error ? found : found.map(name => path.join(folder, name))
}

/** True where the word in front of the extension is nearly the one that makes a suite. */
function isMisspelt(name: string): boolean {
  const [, word] = /\.([^.]+)\.ya?ml$/i.exec(name) ?? []
  return word !== undefined && editDistance(word.toLowerCase(), 'apitest') <= 2
}

function isConfiguration(file: string): boolean {
  return /^apitest\.config\.ya?ml$/.test(path.basename(file))
}

function configurationNamed(given: string): Problem {
  return errorProblem({
    code: 'no-suites',
    message: `${given} is a configuration, and no suite`,
    hint: 'It is read with every suite of its project, and checked with them: name a suite or a folder.',
  })
}

function misspelt(file: string): Problem {
  return errorProblem({
    code: 'no-suites',
    message: `${file} is no suite by its name, and its tests would not run`,
    hint: 'Suites are files named *.apitest.yaml.',
  })
}

function unreadable(given: string, error: Error): Problem {
  return errorProblem({
    code: 'file-unreadable',
    message: `${given} cannot be searched for suites: ${error.message}`,
    hint: 'Name the suites, or a folder that can be read whole.',
  })
}

function missing(given: string, absolute: string): Problem {
  const target = linkTarget(absolute)
  if (target !== undefined)
    return errorProblem({ code: 'path-missing', message: `${given} is a link to nothing (${target})` })
  const [, file = '', line = ''] = /^(.+?):([^/\\]*)$/.exec(given) ?? []
  const found = file === '' ? undefined : statusOf(absolute.slice(0, -line.length - 1))
  if (found !== undefined || isSuite(file))
    return errorProblem({ code: 'path-missing', ...wrongLine(file, line, found) })
  return errorProblem({
    code: 'path-missing',
    message: `there is no file or folder ${given}`,
    name: given,
    hint: neighbourOf(given, absolute) ?? `Looked for ${absolute}.`,
  })
}

/** The file or folder beside a path that was meant by a slip. */
function neighbourOf(given: string, absolute: string): string | undefined {
  const folder = path.dirname(absolute)
  if (!existsSync(folder) || !statSync(folder).isDirectory()) return undefined
  const meant = nearMiss(path.basename(absolute), readdirSync(folder))
  return meant === undefined ? undefined : `Did you mean ${path.join(path.dirname(given), meant)}?`
}

/** Which part of `FILE:LINE` is wrong. */
function wrongLine(file: string, line: string, found: Stats | undefined): Pick<Problem, 'message' | 'hint'> {
  if (found === undefined) return { message: `there is no file ${file}` }
  if (found.isDirectory())
    return {
      message: `${file} is a folder, and ":${line}" would be a line of a file`,
      hint: 'Write FILE:LINE.',
    }
  if (/^[1-9]\d*(?::\d*)?$/.test(line))
    return { message: `only a run takes a line, and ":${line}" is one`, hint: `Name ${file} alone.` }
  return {
    message: line === '' ? `no line stands behind "${file}:"` : `"${line}" is no line of ${file}`,
    hint: 'Lines are numbers from 1, as in orders.apitest.yaml:12.',
  }
}

/** Tells of a list of which nothing is left. */
export function allLeftOut(paths: readonly string[]): Problem {
  return errorProblem({
    code: 'no-suites',
    message: `nothing is left of the suites: ${paths.join(', ')}`,
    hint: 'What stands behind "!" is left out of what the other paths name.',
  })
}

function withoutSuites(given: string, absolute: string, folder = given): Problem {
  return (
    (existsSync(absolute) ? foreignFiles().foreignFileIn(given, absolute, folder) : undefined) ??
    errorProblem({
      code: 'no-suites',
      message: `there are no suites in ${given}`,
      hint: 'Suites are files named *.apitest.yaml.',
    })
  )
}
