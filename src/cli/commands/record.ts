import type { Progress } from '../../operations/operation.ts'
import { recordSession, recordVariable } from '../../operations/recording/record-session.ts'
import type { RecordAnswer } from '../../operations/recording/record-input.ts'
import { jsonText, oneLine } from '../../report/text/printable.ts'
import { withScheme } from '../../util/with-scheme.ts'
import { plural } from '../../util/quantity.ts'
import { defineCommand, type Given, type OptionTable, yes } from '../command.ts'
import { hostOf } from '../host.ts'
import { Interrupts } from '../interrupts.ts'
import { optionsOf } from '../options-of.ts'
import { print, printAside } from '../print.ts'
import { refuse } from '../print-result.ts'

const { positionals, inputOf, ...derived } = optionsOf(recordSession.input, {
  positionals: [],
  keys: {
    // A word alone is a slip more often than the name of a host.
    to: {
      read: ([url = '']) => ({
        ok: true,
        value: /^(?!localhost$)[\w-]*$/.test(url) ? url : withScheme(url),
      }),
    },
    command: false,
    environmentNames: { name: 'env-name' },
    output: { name: 'out', alias: 'o' },
    resetCommand: { name: 'reset' },
    replay: {
      default: true,
      describe: 'Send what was recorded again to see what stays the same; --no-replay expects statuses alone',
    },
  },
})

const options = {
  ...derived.options,
  json: { ...yes, describe: 'Print the answer as JSON' },
} as const satisfies OptionTable

/** `apitest record --to URL -- COMMAND`: makes a suite of what a command sends. */
export const command = defineCommand({
  operations: [recordSession],
  positionals,
  options,
  hasCommandBehind: true,
  usage: ['record --to URL [options] [-- COMMAND]'],
  examples: [
    ['record --to http://127.0.0.1:4010 -- npm test', `The requests of tests that ask ${recordVariable}`],
    ['record --to :8080 --env-name BASE_URL --reset ./reset.sh -- pytest', 'By the variable that they have'],
    ['record --to https://staging.example', 'Whatever is sent to its address, until Ctrl-C'],
  ],
  run: (given, { behind }) => record(given, behind),
})

type RecordArguments = Given<typeof positionals> & Given<typeof options>

async function record(given: RecordArguments, words: readonly string[] | undefined): Promise<number> {
  const told = inputOf(given)
  if (!told.ok) return refuse(told.problems)
  const interrupts = new Interrupts()
  try {
    const input = { ...told.value, ...(words === undefined ? {} : { command: words }) }
    const host = hostOf(interrupts, {
      progress: showing(words !== undefined),
      printsAnswerAlone: given.json === true,
    })
    const answer = await recordSession.run(input, host)
    // Without a command the first Ctrl-C is the end of the recording.
    const interrupt = words === undefined ? interrupts.insist : interrupts.interrupt
    if (!answer.ok) return refuse(answer.problems, interrupt)
    show(answer.value, given.json === true)
    return exitCodeOf(answer.value, interrupt.aborted)
  } finally {
    interrupts.release()
  }
}

function showing(hasCommand: boolean): (event: Progress) => void {
  return event => {
    if (event.type === 'recording')
      printAside(
        `Recording ${event.url}, which hands on to ${event.to}${hasCommand ? '' : '; Ctrl-C ends it'}\n`,
      )
    if (event.type === 'replaying') printAside(`Replay ${event.number} of ${event.count} …\n`)
  }
}

function show(answer: RecordAnswer, isJson: boolean): void {
  if (isJson) {
    print(`${jsonText(answer, 2)}\n`)
    return
  }
  const { file, har, steps, unreplayed, leftOut, skipped, losses, secrets, notes } = answer
  const lines = [
    file === undefined ? 'Nothing was recorded.' : `${file}: ${plural(steps, 'step')}`,
    ...(har === undefined ? [] : [har]),
    ...(unreplayed === undefined ? [] : [`not replayed, so that statuses alone are expected: ${unreplayed}`]),
    ...skipped.map(({ step, reason }) => `skipped: ${step}: ${reason}`),
    ...losses.map(({ step, what, why }) => `lost: ${step}: ${what}: ${why}`),
    ...leftOut.map(({ reason, count }) => `left out: ${count} ${reason}`),
    ...(secrets.length === 0 ? [] : [`The environment has to give ${secrets.join(', ')}.`]),
    ...notes.map(note => `note: ${note}`),
  ]
  print(lines.map(line => `${oneLine(line)}\n`).join(''))
}

/** The exit code of the command; without a step, and without the replays, there is nothing to be content with. */
function exitCodeOf({ exitCode = 0, steps, unreplayed }: RecordAnswer, isInterrupted: boolean): number {
  if (isInterrupted) return 130
  if (exitCode !== 0) return exitCode
  return steps === 0 || unreplayed !== undefined ? 3 : 0
}
