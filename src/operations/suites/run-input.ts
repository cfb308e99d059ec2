import type { CoverageThresholds } from '../../model/contract.ts'
import { mostRounds } from '../../model/suite.ts'
import { rowLimit } from '../../parse/data-rows/row-limit.ts'
import { ignoreFileKey, type Placed, setupKey, suiteKeys } from '../input-keys.ts'
import {
  byHand,
  fileName,
  flag,
  list,
  object,
  optional,
  published,
  text,
  type ValueOf,
  whole,
} from '../schema.ts'

/** The most runs of a file, and the most that follow one that did not pass. */
export const [mostRepeats, mostRetries] = [1000, 100] as const

/** The input of a run. */
export const runInput = object({
  ...suiteKeys,
  paths: list(
    fileName('read', 'A path'),
    'Suites, FILE:LINE for one step, folders of suites, or names of what is saved',
  ),
  data: optional(fileName('read', 'CSV or JSON file: every suite runs once per row')),
  rows: optional(whole(`Rows to run at most, up to ${rowLimit.maximum} (${rowLimit.usual} by default)`, 1)),
  tags: optional(list(text('A tag, or !tag'), 'Steps with one of these tags; !a leaves out')),
  grep: optional(text('Steps whose "suite > step", id or file matches a regular expression')),
  lastFailed: optional(flag('Only the files and rows that did not pass last time')),
  shard: optional(
    object(
      { index: whole('Which part, from 1', 1), count: whole('How many parts there are', 1) },
      'A part of the files, for one of several machines',
    ),
  ),
  repeat: optional(whole(`How often each file runs, up to ${mostRepeats}; any failure counts`, 1)),
  retries: byHand(
    optional(
      whole(`How often a file that did not pass runs again, up to ${mostRetries}; then it is flaky`, 0),
    ),
  ),
  shuffle: byHand(
    optional(
      whole('Files and their rows in an order by chance, which follows from this number; 0 for a new one', 0),
    ),
  ),
  maxTime: byHand(optional(text('Time after which nothing begins any more, such as 10m'))),
  workers: optional(whole('Files that run at the same time (4 by default)', 1)),
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
  saveDir: optional(fileName('write', 'Folder for the bodies that `save-to` saves, instead of .tool/saved')),
  updateSnapshots: byHand(
    optional(flag('Write snapshots that are missing or differ, of steps that are right otherwise')),
  ),
  failOnFlaky: optional(
    flag('A flaky step, or a file that passed only when it ran again, makes the run fail'),
  ),
  setup: setupKey,
  history: optional(flag('Keep calls and how steps ended in .tool; as the configuration says when absent')),
  spec: optional(
    fileName('read', 'OpenAPI or Swagger document (file or URL): every exchange is held against it'),
  ),
  ignoreFile: byHand(ignoreFileKey),
  coverageThresholds: optional(
    published<CoverageThresholds>(
      'report.schema.json#/definitions/coverage/properties/thresholds',
      'Percent of the description that the run must exercise: operations, statuses, parameters',
    ),
  ),
})

/** The same, with where it runs. */
export type RunInput = Placed<ValueOf<typeof runInput>>
