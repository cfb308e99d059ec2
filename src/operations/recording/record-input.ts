import { scopeKeys } from '../input-keys.ts'
import { fileName, flag, list, object, optional, text, type ValueOf, whole } from '../schema.ts'

/** The session that is recorded, and where it goes. */
export const recordInput = object({
  to: text('URL of the server that is recorded, such as https://staging.example/api'),
  command: optional(
    list(text('A word'), 'Command whose requests are recorded, word by word; until interrupted without one'),
  ),
  environmentNames: optional(
    list(
      text('BASE_URL'),
      'Variables of the environment of the command that hold the URL of the recorder, beside APITEST_RECORD_URL',
    ),
  ),
  output: optional(
    fileName('write', 'Suite to write, recorded.apitest.yaml (default); it must not be there yet'),
  ),
  har: optional(
    fileName('write', 'HAR file to write as well, without credentials; it must not be there yet'),
  ),
  resetCommand: optional(
    text(
      'Command that puts the server back into its first state; runs before the session and before each replay',
    ),
  ),
  replay: optional(flag('False leaves out the replays; the suite expects statuses and types alone then')),
  ...scopeKeys,
})

export type RecordInput = ValueOf<typeof recordInput>

/** The outcome of a recording. */
export const recordAnswer = object({
  file: optional(text('The suite; absent where nothing was recorded')),
  har: optional(text('The HAR file')),
  steps: whole('Steps of the suite'),
  leftOut: list(
    object({ reason: text('Why'), count: whole('How many') }),
    'Exchanges that became no step, such as images and WebSockets',
  ),
  unreplayed: optional(
    text('Why the replays did not come to their end; the suite expects statuses alone then'),
  ),
  skipped: list(
    object({ step: text('Its name'), reason: text('Why') }),
    'Steps that did not pass in the replays, and are written with `skip`',
  ),
  losses: list(
    object({ step: text('Its name'), what: text('Which part'), why: text('Why') }),
    'Parts of requests that the suite cannot send',
  ),
  secrets: list(text('NAME'), 'Variables of the environment that have to give credentials to the suite'),
  notes: list(text('A sentence'), 'What went by the recorder and is in no file'),
  exitCode: optional(whole('How the command ended')),
})

export type RecordAnswer = ValueOf<typeof recordAnswer>
