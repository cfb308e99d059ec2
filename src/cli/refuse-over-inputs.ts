import { closeSync, openSync, readSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import { type Problem, usageProblem } from '../model/problem.ts'
import { isFolderReporter } from '../report/index.ts'
import { realPath } from '../util/is-within.ts'
import { statusOf } from '../util/status-of.ts'

/** A file that a command is to write, and how that was said: `-r html=report.html`. */
export interface Destination {
  readonly option: string
  /** Relative to the working folder, or absolute. */
  readonly file: string
  /** Files are added to it. */
  readonly isFolder?: boolean
}

/** The files that reports go to. */
export function reportFiles(
  choices: readonly { readonly name: string; readonly file?: string }[],
): readonly Destination[] {
  return choices.flatMap(({ name, file }) =>
    file === undefined
      ? []
      : [{ option: `--reporter ${name}=${file}`, file, isFolder: isFolderReporter(name) }],
  )
}

/** Files that are not to be written over, whether the command reads them or not. */
const ownFiles = /(?:\.apitest|^apitest\.config)\.ya?ml$/

/** The files that the program keeps for itself beside the reports that may be put there; there or not. */
const keptInTool =
  /[\\/]\.tool[\\/](?:\.gitignore|(?:api-collections|last-run)\.json(?:\.lock)?|(?:contracts|mocks|runs|saved|services|specs|uploads)(?:[\\/].*)?)$/

const ownKeeping = 'what apitest keeps for itself'

/**
 * Refuses to write over what a command reads, under whatever spelling and through whatever link. `inputs` are asked for
 * only when a file is there that would be written over; `isKept` says whether a file that need not be there yet is one that
 * the command writes itself, `openName` what may lead to a file that is there once placeholders are filled in.
 */
export async function refuseOverInputs(
  destinations: readonly Destination[],
  workingFolder: string,
  inputs: () => readonly string[] | Promise<readonly string[]>,
  isKept: (file: string) => Promise<boolean> = () => Promise.resolve(false),
  openName: (file: string) => Promise<string | undefined> = () => Promise.resolve(undefined),
): Promise<readonly Problem[]> {
  const problems: Problem[] = []
  let known: Set<string> | undefined
  for (const { option, file, isFolder = false } of destinations) {
    const absolute = path.resolve(workingFolder, file)
    if (keptInTool.test(realPath(absolute))) {
      problems.push(refused(option, ownKeeping))
      continue
    }
    if (isFolder) {
      const isThere = statusOf(absolute)?.isDirectory() === false
      if (isThere)
        problems.push(usageProblem(`${option}: ${file} is no folder`, 'Name a folder for its files.'))
      continue
    }
    const identity = identityOf(absolute)
    const content = identity === undefined ? undefined : contentOf(absolute)
    if (statusOf(absolute)?.isDirectory() === true)
      problems.push(usageProblem(`${option}: ${file} is a folder`, 'Name a file in it.'))
    else if (ownFiles.test(path.basename(identity === undefined ? absolute : realpathSync(absolute))))
      problems.push(refused(option, 'a suite or a configuration'))
    else if (content !== undefined) problems.push(refused(option, content))
    else if (await isKept(absolute)) problems.push(refused(option, 'snapshots or saved bodies'))
    else if (identity !== undefined) {
      known ??= new Set(
        (await inputs()).flatMap(input => identityOf(path.resolve(workingFolder, input)) ?? []),
      )
      const isKnown = known.has(identity)
      // A former report may be written over, even if a name of placeholders alone could lead to it.
      const written = isKnown || !isReport(absolute) ? await openName(absolute) : undefined
      if (written !== undefined) problems.push(refused(option, `what ${written} may lead to`))
      else if (isKnown) problems.push(refused(option, 'a file that it is made from'))
    }
  }
  return problems
}

/** How files begin that are no report: the first key of JSON, or a key at the left of YAML. */
const contents: readonly (readonly [beginning: RegExp, what: string])[] = [
  [/^\s*\{\s*"(?:openapi|swagger|asyncapi|paths|servers|components)"\s*:/, 'a description of an API'],
  [/^(?:#.*\n|---.*\n|[ \t]*\n)*["']?(?:openapi|swagger|asyncapi)["']?:/, 'a description of an API'],
  [/^\s*\{\s*"info"\s*:/, 'a description of an API or a collection'],
  [/^\s*\{\s*"(?:_postman_\w+|item|collection|collections)"\s*:/, 'a collection'],
  [/^\s*\{\s*"log"\s*:(?!\{"version":"1\.2","creator":\{"name":"apitest")/, 'a recording'],
  [/^(?:#.*\n|---.*\n|[ \t]*\n)*suite:/, 'a suite'],
  [/^\s*\{\s*"suite"\s*:/, 'a suite'],
  [/^\s*\{\s*"(?:consumer|provider|interactions)"\s*:/, 'a pact'],
]

/** Describes the content of a file, where that is plainly no report of an earlier run. */
function contentOf(file: string): string | undefined {
  const text = startOf(file)
  return text === undefined ? undefined : contents.find(([beginning]) => beginning.test(text))?.[1]
}

/** How reports begin; those without a form tell of a suite. */
const reports = [
  /^\{"version":1,"suites":|^\{"type":"run-started",|^\{"log":|^TAP version 14\n|^## \S+ API tests/,
  /^\{\s*"scenarios":|^\{\s*"metrics":\s*\{\s*"http_|^\{"type":"Metric",/,
  /^<\?xml.*\?>\s*<testsuites name="apitest"|^<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n/,
  /\.apitest\.ya?ml\b/,
]

/** True where a file is plainly a report of an earlier run, or is to become one. */
function isReport(file: string): boolean {
  const text = startOf(file) ?? ''
  return text.trim() === '' || reports.some(beginning => beginning.test(text))
}

function startOf(file: string): string | undefined {
  try {
    const descriptor = openSync(file, 'r')
    try {
      const start = Buffer.alloc(4096)
      return start.toString('utf8', 0, readSync(descriptor, start)).replace(/^\uFEFF/, '')
    } finally {
      closeSync(descriptor)
    }
  } catch {
    return undefined
  }
}

/** Refuses to write an answer over a suite or a configuration that is there, over what the program keeps, and over `inputs`. */
export async function refuseOverRead(
  option: string,
  file: string,
  inputs: () => Promise<readonly string[]>,
): Promise<readonly Problem[]> {
  const identity = identityOf(path.resolve(file))
  if (identity === undefined) return []
  if (keptInTool.test(realPath(path.resolve(file)))) return [refused(option, ownKeeping)]
  if (ownFiles.test(path.basename(file))) return [refused(option, 'a suite or a configuration')]
  const isRead = (await inputs()).some(input => identityOf(input) === identity)
  return isRead ? [refused(option, 'a file that it is made from')] : []
}

function refused(option: string, what: string): Problem {
  return usageProblem(`${option} would write over ${what}`, 'Name another file.')
}

/** Which file a path leads to; undefined when it leads to none, or to what can be written to and stays, as a terminal. */
function identityOf(file: string): string | undefined {
  try {
    const status = statSync(file, { bigint: true })
    return status.isFile() ? `${status.dev} ${status.ino}` : undefined
  } catch {
    return undefined
  }
}
