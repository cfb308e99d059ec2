import { coverageKinds } from '../model/contract.ts'
import { type Problem, type Result, usageProblem, usageRefusal } from '../model/problem.ts'
import { placed } from '../operations/input-keys.ts'
import { mostRepeats, mostRetries, type RunInput, runInput } from '../operations/suites/run-input.ts'
import type { Given, OptionTable } from './command.ts'
import { hostOf } from './host.ts'
import { optionsOf } from './options-of.ts'
import { reporterOption } from './reporters.ts'
import { suiteOptions, type suitePaths } from './suite-options.ts'

/** Changes of the options that choose what runs: of a run, and of a load test. */
export const selectionChanges = {
  data: { alias: 'd' },
  rows: { minimum: undefined },
  tags: { alias: 't', array: true, describe: 'Steps with one of these tags, a,b; !a leaves out' },
  grep: { alias: 'g' },
} as const

const run = optionsOf(runInput, {
  positionals: ['paths'],
  keys: {
    ...selectionChanges,
    tags: { ...selectionChanges.tags, read: readTags },
    grep: { ...selectionChanges.grep, read: readExpression },
    shard: { describe: "This machine's part of the files, such as 1/4", read: parseShard },
    repeat: { maximum: mostRepeats },
    retries: { maximum: mostRetries },
    shuffle: {
      alone: 0,
      describe: 'Files and their rows in another order, each time a new one, or that of a number',
    },
    workers: { alias: 'w' },
    bail: {
      alone: 1,
      describe: 'Stop after so many steps that did not pass (1 when no number is given)',
    },
    stopOnFailure: {
      describe: 'Skip the rest of a file after a failed step; --no-stop-on-failure runs all',
    },
    saveDir: { read: readFolder },
    history: { describe: 'Record calls and results in .tool (default); --no-history does not' },
    ignoreFile: { name: 'ignore' },
    coverageThresholds: {
      name: 'coverage-threshold',
      describe: 'Percent of the operations of --spec that must be called; also statuses=50,parameters=50',
      read: parseThresholds,
    },
  },
})

const { allow, production, ...ownOptions } = run.options

/** Options of a run. The command line, its help and docs/command-line.md are made from this table. */
export const runOptions = {
  ...suiteOptions,
  ...ownOptions,
  allow,
  production,
  reporter: reporterOption,
  verbose: { boolean: true, describe: 'Show request and response of every step' },
  list: { boolean: true, describe: 'List what would run, and run nothing' },
  'dry-run': { boolean: true, describe: 'Show the requests with placeholders filled in, and send nothing' },
  watch: { boolean: true, describe: 'Run again whenever a file changes' },
} as const satisfies OptionTable

/** The options of a run under headings. */
export const runGroups = {
  'What runs:': ['data', 'rows', 'tags', 'grep', 'last-failed', 'shard', 'list', 'dry-run', 'watch'],
  'How often, and when it ends:': [
    ...['repeat', 'retries', 'shuffle', 'seed', 'workers'],
    ...['bail', 'stop-on-failure', 'max-time', 'fail-on-flaky'],
  ],
  'Description of the API:': ['spec', 'ignore', 'coverage-threshold'],
  'Reports and files:': ['reporter', 'verbose', 'history', 'save-dir', 'update-snapshots'],
  'Project:': ['env', 'var', 'env-file', 'config', 'setup'],
  'What is allowed:': ['production', 'allow-exec', 'allow-many', 'allow', 'allow-losses'],
} as const

/** The arguments of a run. */
export type RunArguments = Given<typeof runOptions & typeof suitePaths>

/** Translates the arguments of a run into the input for the parts of the program that run suites. */
export function toRunInput(given: RunArguments): Result<RunInput> {
  const told = run.inputOf(given)
  const problems = [
    ...(told.ok ? [] : told.problems),
    ...thresholdOfNothing(given),
    ...ignoringOfNothing(given),
    ...updateOfNothing(given),
  ]
  if (!told.ok || problems.length > 0) return { ok: false, problems }
  return { ok: true, value: placed(told.value, hostOf()) }
}

/** Reads `1/4`. */
export function parseShard([written = '']: readonly string[]): Result<NonNullable<RunInput['shard']>> {
  const [, index = 0, count = 0] = /^(\d+)\/(\d+)$/.exec(written)?.map(Number) ?? []
  if (index >= 1 && index <= count) return { ok: true, value: { index, count } }
  return usageRefusal(
    `--shard ${written} is not a part of a whole`,
    'Write --shard 1/4 for the first of four.',
  )
}

/** `80` is of the operations; `operations=80,statuses=50` says it of each. */
function parseThresholds([written = '']: readonly string[]): Result<
  NonNullable<RunInput['coverageThresholds']>
> {
  const hint = `Write --coverage-threshold 80, or ${coverageKinds.map(kind => `${kind}=80`).join(',')}.`
  const parts = written.split(',').map(part => /^(?:(\w+)=)?(\d+(?:\.\d+)?)%?$/.exec(part.trim()))
  const entries = parts.flatMap(part => {
    const kind = coverageKinds.find(one => one === (part?.[1] ?? 'operations'))
    const percent = Number(part?.[2])
    return kind === undefined || !(percent <= 100) ? [] : [[kind, percent] as const]
  })
  if (entries.length < parts.length)
    return usageRefusal(`--coverage-threshold ${written} is no share from 0 to 100`, hint)
  const idle = entries.find(
    ([, percent], index) => percent < 1 && !(percent > 0 && parts[index]?.[0].endsWith('%') === true),
  )
  if (idle !== undefined) {
    const [, percent] = idle
    const message = `--coverage-threshold ${written} asks for ${percent} %, which hardly anything misses`
    return usageRefusal(
      message,
      percent === 0
        ? hint
        : `Write ${percent * 100} for ${percent * 100} %, or ${percent}% if that is meant.`,
    )
  }
  return { ok: true, value: Object.fromEntries(entries) }
}

/** The tags that a word of the command line names: `a,b`. */
export function tagsIn(written: string): readonly string[] {
  return written
    .split(',')
    .map(tag => tag.trim())
    .filter(tag => tag !== '')
}

/** Refuses a share of a description that is not named. */
function thresholdOfNothing({ coverageThreshold, spec }: RunArguments): readonly Problem[] {
  if (coverageThreshold === undefined || spec !== undefined) return []
  const message = '--coverage-threshold asks how much of a description is exercised, and there is none'
  return [usageProblem(message, 'Name it with --spec openapi.yaml.')]
}

/** Refuses a file of what need not be as described, where nothing is held against a description. */
function ignoringOfNothing({ ignore, spec }: RunArguments): readonly Problem[] {
  if (ignore === undefined || spec !== undefined) return []
  const message = '--ignore says what need not be as a description says, and there is none'
  return [usageProblem(message, 'Name it with --spec openapi.yaml.')]
}

/** Refuses --update-snapshots where no request is sent, so that there are no answers to write. */
function updateOfNothing({ updateSnapshots, list, dryRun }: RunArguments): readonly Problem[] {
  if (updateSnapshots !== true || (list !== true && dryRun !== true)) return []
  return [
    usageProblem(
      `--update-snapshots writes what is answered, and ${list === true ? '--list' : '--dry-run'} sends nothing`,
    ),
  ]
}

/** An empty option mostly comes from a variable of the shell that is not set, and would choose everything. */
const unsetHint = 'Is a variable not set? Leave the option out to run everything.'

function readTags(written: readonly string[]): Result<readonly string[]> {
  const empty = written.filter(one => tagsIn(one).length === 0 || tagsIn(one).includes('!'))
  const problems = empty.map(one => usageProblem(`--tags "${one}" lacks a tag`, unsetHint))
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: written.flatMap(tagsIn) }
}

function readExpression([grep = '']: readonly string[]): Result<string> {
  return grep.trim() === ''
    ? usageRefusal(`--grep "${grep}" is an empty expression`, unsetHint)
    : { ok: true, value: grep }
}

function readFolder([folder = '']: readonly string[]): Result<string> {
  const hint = 'Is a variable not set? Leave the option out to save in .tool/saved.'
  return folder.trim() === ''
    ? usageRefusal('--save-dir "" names no folder', hint)
    : { ok: true, value: folder }
}
