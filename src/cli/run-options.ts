import { coverageKinds } from '../model/contract.ts'
import { type Problem, type Result, usageProblem, usageRefusal } from '../model/problem.ts'
import { placed } from '../operations/input-keys.ts'
import { mostRepeats, mostRetries, type RunInput, runInput } from '../operations/suites/run-input.ts'
import { defined } from '../util/defined.ts'
import { pick } from '../util/pick.ts'
import { type Given, type OptionTable, wholeNumber } from './command.ts'
import { hostOf } from './host.ts'
import { numberProblems } from './number-problems.ts'
import { reporterOption } from './reporters.ts'
import {
  allowOption,
  productionOption,
  setupOption,
  suiteOptions,
  type suitePaths,
  toSuiteInput,
} from './suite-options.ts'

const input = runInput.properties

/** Options of a run. The command line, its help and docs/command-line.md are made from this table. */
export const runOptions = {
  ...suiteOptions,
  data: {
    alias: 'd',
    describe: input.data.description,
  },
  rows: {
    number: true,
    describe: input.rows.description,
  },
  tags: {
    alias: 't',
    array: true,
    describe: 'Steps with one of these tags, a,b; !a leaves out',
  },
  grep: {
    alias: 'g',
    describe: input.grep.description,
  },
  'last-failed': { boolean: true, describe: input.lastFailed.description },
  shard: { describe: "This machine's part of the files, such as 1/4" },
  repeat: { ...wholeNumber(input.repeat), maximum: mostRepeats },
  retries: { ...wholeNumber(input.retries), maximum: mostRetries },
  shuffle: {
    ...wholeNumber(input.shuffle),
    alone: 0,
    describe: 'Files and their rows in another order, each time a new one, or that of a number',
  },
  'max-time': { describe: input.maxTime.description },
  workers: { ...wholeNumber(input.workers), alias: 'w' },
  bail: {
    ...wholeNumber(input.bail),
    alone: 1,
    describe: 'Stop after so many steps that did not pass (1 when no number is given)',
  },
  'stop-on-failure': {
    boolean: true,
    describe: 'Skip the rest of a file after a failed step; --no-stop-on-failure runs all',
  },
  seed: wholeNumber(input.seed),
  'save-dir': { describe: input.saveDir.description },
  'update-snapshots': { boolean: true, describe: input.updateSnapshots.description },
  'fail-on-flaky': {
    boolean: true,
    describe: input.failOnFlaky.description,
  },
  allow: allowOption,
  production: productionOption,
  'allow-many': { boolean: true, describe: input.allowMany.description },
  'allow-exec': { boolean: true, describe: input.allowExec.description },
  setup: setupOption,
  history: {
    boolean: true,
    describe: 'Keep calls and how steps ended in .tool, as is usual; --no-history does not',
  },
  spec: {
    describe: input.spec.description,
  },
  'coverage-threshold': {
    describe: 'Percent of the operations of --spec that must be called; also statuses=50,parameters=50',
  },
  reporter: reporterOption,
  verbose: { boolean: true, describe: 'Show request and response of every step' },
  list: { boolean: true, describe: 'List what would run, and run nothing' },
  'dry-run': { boolean: true, describe: 'Show the requests with placeholders filled in, and send nothing' },
  watch: { boolean: true, describe: 'Run again whenever a file changes' },
} as const satisfies OptionTable

/** The arguments of a run. */
export type RunArguments = Given<typeof runOptions & typeof suitePaths>

/** Translates the arguments of a run into the input for the parts of the program that run suites. */
export function toRunInput(given: RunArguments): Result<RunInput> {
  const suites = toSuiteInput(given)
  const shard = parseShard(given.shard)
  const thresholds = parseThresholds(given)
  const problems = [
    ...(suites.ok ? [] : suites.problems),
    ...(shard.ok ? [] : shard.problems),
    ...(thresholds.ok ? [] : thresholds.problems),
    ...numberProblems(runOptions, given),
    ...emptyOptions(given),
    ...updateOfNothing(given),
  ]
  if (!suites.ok || !shard.ok || !thresholds.ok || problems.length > 0) return { ok: false, problems }
  const tags = (given.tags ?? []).flatMap(tagsIn)
  const others = { coverageThresholds: thresholds.value, shard: shard.value }
  const told = { ...suites.value, tags, ...defined({ ...pick(given, asGiven), ...others }) }
  return { ok: true, value: placed(told, hostOf()) }
}

/** The options that the input of a run has under the same name, and in the same form. */
const asGiven = [
  'data',
  'rows',
  'grep',
  'lastFailed',
  'repeat',
  'retries',
  'shuffle',
  'maxTime',
  'workers',
  'bail',
  'stopOnFailure',
  'allowMany',
  'allowExec',
  'failOnFlaky',
  'updateSnapshots',
  'saveDir',
  'seed',
  'history',
  'setup',
  'spec',
] as const

/** Reads `1/4`. */
export function parseShard(written: string | undefined): Result<RunInput['shard']> {
  if (written === undefined) return { ok: true, value: undefined }
  const [, index = 0, count = 0] = /^(\d+)\/(\d+)$/.exec(written)?.map(Number) ?? []
  if (index >= 1 && index <= count) return { ok: true, value: { index, count } }
  return usageRefusal(
    `--shard ${written} is not a part of a whole`,
    'Write --shard 1/4 for the first of four.',
  )
}

/** `80` is of the operations; `operations=80,statuses=50` says it of each. */
function parseThresholds({
  coverageThreshold: written,
  spec,
}: RunArguments): Result<RunInput['coverageThresholds']> {
  if (written === undefined) return { ok: true, value: undefined }
  const hint = `Write --coverage-threshold 80, or ${coverageKinds.map(kind => `${kind}=80`).join(',')}.`
  if (spec === undefined) {
    const message = '--coverage-threshold asks how much of a description is exercised, and there is none'
    return usageRefusal(message, 'Name it with --spec openapi.yaml.')
  }
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

/** Refuses --update-snapshots where no request is sent, so that there are no answers to write. */
function updateOfNothing({ updateSnapshots, list, dryRun }: RunArguments): readonly Problem[] {
  if (updateSnapshots !== true || (list !== true && dryRun !== true)) return []
  return [
    usageProblem(
      `--update-snapshots writes what is answered, and ${list === true ? '--list' : '--dry-run'} sends nothing`,
    ),
  ]
}

/**
 * Refuses empty options, which mostly come from a variable of the shell that is not set, and would choose everything,
 * or the working folder.
 */
function emptyOptions({ tags = [], grep, saveDir }: RunArguments): readonly Problem[] {
  const hint = 'Is a variable not set? Leave the option out to run everything.'
  const emptyTags = tags.filter(written => tagsIn(written).length === 0 || tagsIn(written).includes('!'))
  return [
    ...emptyTags.map(written => usageProblem(`--tags "${written}" lacks a tag`, hint)),
    ...(grep?.trim() === '' ? [usageProblem(`--grep "${grep}" is an empty expression`, hint)] : []),
    ...(saveDir?.trim() === ''
      ? [
          usageProblem(
            '--save-dir "" names no folder',
            'Is a variable not set? Leave the option out to save in .tool/saved.',
          ),
        ]
      : []),
  ]
}
