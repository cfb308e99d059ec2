import type { Options } from 'yargs'
import { rowLimit } from '../parse/data-rows/row-limit.ts'
import { reporterNames } from '../report/index.ts'

/** Options of every command that reads suites. */
export const suiteOptions = {
  env: {
    alias: 'e',
    string: true,
    requiresArg: true,
    describe: 'Environment to use: of apitest.config.yaml, or a saved one',
  },
  var: {
    alias: 'v',
    string: true,
    array: true,
    requiresArg: true,
    nargs: 1,
    describe: 'A variable, name=value; repeatable',
  },
  'env-file': { string: true, requiresArg: true, describe: 'File of NAME=value lines for {{env.NAME}}' },
  config: {
    alias: 'c',
    string: true,
    requiresArg: true,
    describe: 'Configuration file, instead of the nearest apitest.config.yaml',
  },
} as const satisfies Readonly<Record<string, Options>>

/** Options of `apitest check`. */
export const checkOptions = {
  ...suiteOptions,
  verbose: { boolean: true, describe: 'Show every problem, however many there are' },
} as const satisfies Readonly<Record<string, Options>>

/** What imported collections may read, for this run only. */
export const allowOption = {
  string: true,
  array: true,
  nargs: 1,
  requiresArg: true,
  describe: 'Something an imported collection may read: env.TOKEN, ../logo.png; repeatable',
} as const satisfies Options

/** Options of a run. The command line, its help and docs/command-line.md are made from this table. */
export const runOptions = {
  ...suiteOptions,
  data: {
    alias: 'd',
    string: true,
    requiresArg: true,
    describe: 'CSV or JSON file: every suite runs once per row',
  },
  rows: {
    number: true,
    requiresArg: true,
    describe: `Rows to run at most, up to ${rowLimit.maximum} (${rowLimit.usual} unless said)`,
  },
  tags: {
    alias: 't',
    string: true,
    array: true,
    nargs: 1,
    requiresArg: true,
    describe: 'Steps with one of these tags, a,b; !a leaves out',
  },
  grep: {
    alias: 'g',
    string: true,
    requiresArg: true,
    describe: 'Steps whose "suite > step", id or file matches a regular expression',
  },
  'last-failed': { boolean: true, describe: 'Only the files and rows that did not pass last time' },
  shard: { string: true, requiresArg: true, describe: "This machine's part of the files, such as 1/4" },
  workers: {
    alias: 'w',
    number: true,
    requiresArg: true,
    describe: 'Files that run at the same time (4 unless said)',
  },
  bail: { number: true, describe: 'Stop after so many steps that did not pass (1 when no number is given)' },
  'stop-on-failure': {
    boolean: true,
    describe: 'Skip the rest of a file after a failed step; --no-stop-on-failure runs all',
  },
  'fail-on-flaky': {
    boolean: true,
    describe: 'A step that passed only on a later attempt makes the run fail',
  },
  allow: allowOption,
  'allow-exec': { boolean: true, describe: 'Let `exec` steps run commands' },
  history: {
    boolean: true,
    describe: 'Keep the calls in the call history, as is usual; --no-history does not',
  },
  spec: {
    string: true,
    requiresArg: true,
    describe: 'OpenAPI or Swagger document (file or URL): every exchange is held against it',
  },
  'coverage-threshold': {
    string: true,
    requiresArg: true,
    describe: 'Percent of the operations of --spec that must be called; also statuses=50,parameters=50',
  },
  reporter: {
    alias: 'r',
    string: true,
    array: true,
    nargs: 1,
    requiresArg: true,
    describe: `A report, name or name=file; repeatable: ${reporterNames.join(', ')}`,
  },
  verbose: { boolean: true, describe: 'Show request and response of every step' },
  list: { boolean: true, describe: 'List what would run, and run nothing' },
  'dry-run': { boolean: true, describe: 'Show the requests with placeholders filled in, and send nothing' },
  watch: { boolean: true, describe: 'Run again whenever a file changes' },
} as const satisfies Readonly<Record<string, Options>>
