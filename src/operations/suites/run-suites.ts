import type { CoverageThresholds } from '../../model/contract.ts'
import type { RunSummary } from '../../model/result.ts'
import { rowLimit } from '../../parse/data-rows/row-limit.ts'
import { type Host, operation } from '../operation.ts'
import { flag, list, object, optional, published, text, type ValueOf, whole } from '../schema.ts'
import { prepareRun, type RunInput } from './prepare-run.ts'
import { runPrepared } from './run-prepared.ts'
import { suiteInput, suiteKeys } from './suite-keys.ts'

const runInputSchema = object({
  ...suiteKeys,
  data: optional(text('CSV or JSON file: every suite runs once per row')),
  rows: optional(whole(`Rows to run at most, up to ${rowLimit.maximum} (${rowLimit.usual} unless said)`, 1)),
  tags: optional(list(text('A tag, or !tag'), 'Steps with one of these tags; !a leaves out')),
  grep: optional(text('Steps whose "suite > step", id or file matches a regular expression')),
  lastFailed: optional(flag('Only the files and rows that did not pass last time')),
  shard: optional(
    object(
      { index: whole('Which part, from 1', 1), count: whole('How many parts there are', 1) },
      'A part of the files, for one of several machines',
    ),
  ),
  workers: optional(whole('Files that run at the same time (4 unless said)', 1)),
  bail: optional(whole('Stop after so many steps that did not pass', 1)),
  stopOnFailure: optional(flag('Skip the rest of a file after a failed step; as the suite says when absent')),
  allowExec: optional(flag('Let `exec` steps run commands')),
  failOnFlaky: optional(flag('A step that passed only on a later attempt makes the run fail')),
  history: optional(flag('Keep the calls in the call history; as the configuration says when absent')),
  spec: optional(text('OpenAPI or Swagger document (file or URL): every exchange is held against it')),
  coverageThresholds: optional(
    published<CoverageThresholds>(
      'report.schema.json#/definitions/coverage/properties/thresholds',
      'Percent of the description that the run must exercise: operations, statuses, parameters',
    ),
  ),
})

/**
 * Runs suites, saved requests, folders of them, once or for each row of a data file. The command line asks for the two halves
 * one after the other, because the configuration that the first one reads names the reports of the second.
 */
export const runSuites = operation({
  name: 'run-suites',
  permission: 'traffic',
  summary: 'Runs suites, or saved requests and folders, once or for each row of a data file.',
  input: runInputSchema,
  answer: published<RunSummary>('report.schema.json#/definitions/summary', 'How the run ended'),
  async run(given, host) {
    const input = runInput(given, host)
    const emit = host.emit ?? (() => undefined)
    return { ok: true, value: await runPrepared(await prepareRun(input), input, { ...host, emit }) }
  },
})

/** What the parts of the program that run suites are told. */
export function runInput(given: ValueOf<typeof runInputSchema>, host: Host): RunInput {
  const { tags = [], lastFailed = false, allowExec = false, failOnFlaky = false } = given
  return { ...given, ...suiteInput(given, host), tags, lastFailed, allowExec, failOnFlaky }
}
