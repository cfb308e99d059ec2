import { existsSync } from 'node:fs'
import path from 'node:path'
import { type Problem, type Result, usageProblem } from '../model/problem.ts'
import type { RunRecord } from '../model/run-record.ts'
import type { RunEvent } from '../model/run-event.ts'
import {
  type FolderReporterName,
  isFolderReporter,
  isReporterName,
  loadFolderReporter,
  loadReporter,
  type ReporterName,
  reporterNames,
  usualFolder,
} from '../report/index.ts'
import type { ReporterOptions } from '../report/reporter.ts'
import { Channel } from '../util/channel.ts'
import { suggesting } from '../util/did-you-mean.ts'
import { makeToolFolder } from '../util/tool-folder.ts'
import { writeWhole } from '../util/whole-file.ts'
import { readText } from '../util/read-text.ts'
import { isSystemError } from '../util/is-system-error.ts'
import { type Option, texts } from './command.ts'
import { gatherOutput, fileOutput, type Output, standardError, standardOutput } from './output.ts'
import { withoutPasswords } from './print-problems.ts'
import { defined } from '../util/defined.ts'

/** Reports of a run. */
export const reporterOption = {
  ...texts,
  alias: 'r',
  describe: `A report, name or name=file; repeatable: ${reporterNames.join(', ')}`,
} as const satisfies Option

/** A reporter and the file or folder it writes; standard output when a text has none. */
export interface ReporterChoice {
  readonly name: ReporterName
  readonly file?: string
}

/** Reads `name` or `name=path`. */
export function parseReporters(written: readonly string[]): Result<readonly ReporterChoice[]> {
  const choices: ReporterChoice[] = []
  const problems: Problem[] = []
  for (const text of written) {
    const [name = '', ...rest] = text.split('=')
    const file = rest.join('=')
    if (!isReporterName(name)) problems.push(unknownReporter(name))
    else if (file === '' && rest.length > 0)
      problems.push(
        usageProblem(
          `--reporter ${text} names no file`,
          `Write --reporter ${name}=FILE, or ${name} alone for the terminal.`,
        ),
      )
    else choices.push(defined({ name, file: file === '' ? usualFolder(name) : file }))
  }
  const onTerminal = choices.filter(({ file }) => file === undefined)
  if (onTerminal.length > 1) problems.push(sharedOutput(onTerminal.map(({ name }) => name)))
  problems.push(...sharedFiles(choices))
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: choices }
}

/** The names of other tools for the reporter for the terminal. */
const terminalNames = ['cli', 'console', 'default', 'list', 'spec', 'text']

function unknownReporter(name: string): Problem {
  const [first, ...others] = name.split(',').map(one => (terminalNames.includes(one) ? 'pretty' : one))
  if (others.length > 0) {
    const hint = `Repeat the option: -r ${String(first)}${others.map(one => ` -r ${one}=FILE`).join('')}.`
    return usageProblem(`--reporter takes one name, and "${name}" is several`, hint)
  }
  if (terminalNames.includes(name))
    return usageProblem(`there is no reporter "${name}"`, 'That of the terminal is -r pretty.')
  return usageProblem(
    `there is no reporter "${name}"`,
    suggesting(name, reporterNames, `Reporters are ${reporterNames.join(', ')}.`),
  )
}

function sharedOutput(names: readonly string[]): Problem {
  return usageProblem(
    `${names.join(' and ')} would both write to the terminal`,
    `Send all but one to a file, as with --reporter ${String(names[1])}=report.txt.`,
  )
}

function sharedFiles(choices: readonly ReporterChoice[]): readonly Problem[] {
  const writers = new Map<string, string>()
  return choices.flatMap(({ name, file }) => {
    if (file === undefined) return []
    const first = writers.get(path.resolve(file))
    writers.set(path.resolve(file), name)
    return first === undefined ? [] : [usageProblem(`${first} and ${name} would both write to ${file}`)]
  })
}

/** Reporters at work. */
export interface ReportersAtWork {
  readonly emit: (event: RunEvent) => void
  /** True where any of them shows that a step begins, beside the first one of a row. */
  readonly showsBegins: boolean
  /** Waits until everything is written; answers with what could not be written. */
  finish(): Promise<readonly Problem[]>
}

/**
 * Sets reporters to work on the events of a run. Where all of them write files, what did not pass is printed on standard
 * error as well, unless the command shows it by itself.
 */
export function startReporters(
  choices: readonly ReporterChoice[],
  options: {
    readonly workingFolder: string
    readonly verbose: boolean
    readonly environment: NodeJS.ProcessEnv
    readonly isShown?: boolean
    /** The folder of the configuration, where the runs before this one are kept. */
    readonly historyFolder?: string | undefined
  },
): ReportersAtWork {
  const channel = new Channel<RunEvent>()
  const working = choices.map(choice => report(choice, channel.read(), options))
  if (options.isShown !== true && choices.every(({ file }) => file !== undefined))
    working.push(reportFailures(channel.read(), options))
  return {
    emit: event => {
      const shown = event.type === 'problem' ? { ...event, problem: withoutPasswords(event.problem) } : event
      channel.write(shown)
    },
    showsBegins: choices.some(choice => showsBegins(choice, options.environment)),
    finish: async () => {
      channel.end()
      return (await Promise.all(working)).flat()
    },
  }
}

/** The record of all events does, and the line that tells how far a run is. */
function showsBegins({ name, file }: ReporterChoice, environment: NodeJS.ProcessEnv): boolean {
  return (
    name === 'ndjson' || (name === 'pretty' && file === undefined && standardOutput(environment).interactive)
  )
}

/** Reports that are read as one document; the others are worth following line by line while they grow. */
const wholeReports: ReadonlySet<ReporterName> = new Set(['json', 'junit', 'html', 'har', 'markdown'])

async function reportFailures(
  events: ReturnType<Channel<RunEvent>['read']>,
  { workingFolder, verbose, environment }: Parameters<typeof startReporters>[1],
): Promise<readonly Problem[]> {
  const { brief } = await import('../report/brief.ts')
  const output = standardError(environment)
  const { color, interactive, columns } = output
  for await (const text of brief(events, { color, interactive, columns, verbose, workingFolder }))
    await output.write(text)
  return []
}

async function report(
  { name, file }: ReporterChoice,
  events: ReturnType<Channel<RunEvent>['read']>,
  { workingFolder, verbose, environment, historyFolder }: Parameters<typeof startReporters>[1],
): Promise<readonly Problem[]> {
  try {
    if (isFolderReporter(name)) {
      await writeFolder(name, path.resolve(workingFolder, file ?? ''), events, { workingFolder, verbose })
      return []
    }
    const reporter = await loadReporter(name)
    const output = gatherOutput(
      file === undefined
        ? standardOutput(environment, name === 'github')
        : await reportOutput(path.resolve(workingFolder, file), !wholeReports.has(name)),
    )
    const { color, interactive, columns } = output
    const repositoryFolder = environment['GITHUB_WORKSPACE']
    const place = defined({
      workingFolder,
      repositoryFolder,
      reportFolder: file === undefined ? undefined : path.dirname(path.resolve(workingFolder, file)),
      readRuns: historyFolder === undefined ? undefined : () => runsBefore(historyFolder, workingFolder),
    })
    for await (const text of reporter(events, { color, interactive, columns, verbose, ...place }))
      await output.write(text)
    await output.close()
    return []
  } catch (error) {
    // Events are not to pile up for a report that is not written any more.
    await events.return()
    if (!isSystemError(error)) throw error
    // A reader that has seen enough, as in `apitest | head`, has not lost anything.
    if (file === undefined && error.code === 'EPIPE') return []
    return [
      usageProblem(`the ${name} report cannot be written to ${file ?? 'standard output'}: ${error.message}`),
    ]
  }
}

async function reportOutput(file: string, grows: boolean): Promise<Output> {
  makeFolderInTool(file)
  return fileOutput(file, grows)
}

async function runsBefore(historyFolder: string, workingFolder: string): Promise<readonly RunRecord[]> {
  const { readRuns } = await import('../store/run-records.ts')
  return readRuns(historyFolder, workingFolder)
}

/** Writes the files of a report as they come; those that are there stay. */
async function writeFolder(
  name: FolderReporterName,
  folder: string,
  events: ReturnType<Channel<RunEvent>['read']>,
  options: Pick<ReporterOptions, 'workingFolder' | 'verbose'>,
): Promise<void> {
  const reporter = await loadFolderReporter(name)
  const files = reporter(events, { ...options, color: false, interactive: false, columns: 0 })
  for await (const { name: own, text, mayReplace } of files) {
    const file = path.join(folder, own)
    if (mayReplace !== undefined && existsSync(file)) {
      const before = readText(file)
      if (typeof before !== 'string' || !mayReplace(before)) continue
    }
    makeFolderInTool(file)
    await writeWhole(file, text)
  }
}

/** Reports may be written into `.tool`, which is kept from others and out of repositories. */
function makeFolderInTool(file: string): void {
  const folder = path.dirname(file)
  if (folder.split(path.sep).includes('.tool')) makeToolFolder(folder)
}
