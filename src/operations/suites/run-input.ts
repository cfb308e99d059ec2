import type { CoverageThresholds } from '../../model/contract.ts'
import { mostRounds } from '../../model/suite.ts'
import { rowLimit } from '../../parse/data-rows/row-limit.ts'
import { type Placed, suiteKeys } from '../input-keys.ts'
import { byHand, flag, list, object, optional, published, text, type ValueOf, whole } from '../schema.ts'

/** What a run can be told. */
export const runInput = object({
  ...suiteKeys,
  paths: list(text('A path'), 'Suites, FILE:LINE for one step, folders of suites, or names of what is saved'),
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
  allowMany: byHand(
    optional(
      flag(`More than ${mostRounds.usual} rows, items or rounds of a step, up to ${mostRounds.maximum}`),
    ),
  ),
  allowExec: byHand(optional(flag('Let `exec` steps run commands'))),
  seed: optional(
    whole(
      'What generated values and `pick` follow from, to have the same once more; a failing run tells its own',
      0,
    ),
  ),
  updateSnapshots: byHand(
    optional(flag('Write snapshots that are missing or differ, of steps that are right otherwise')),
  ),
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

/** The same, with where it runs. */
export type RunInput = Placed<ValueOf<typeof runInput>>
