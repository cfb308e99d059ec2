import { saveStep } from '../../operations/calls/save-step.ts'
import { pollRequest, rehearseRequest } from '../../operations/calls/call-operations.ts'
import type { AttemptReport, Host } from '../../operations/operation.ts'
import { palette } from '../../report/terminal/palette.ts'
import { oneLine } from '../../report/text/printable.ts'
import { formatDuration } from '../../util/quantity.ts'
import { printAside } from '../print.ts'
import { isTerminal, wantsColor } from '../terminal.ts'
import { optionGroups, requestWords, retryOptions, sendOptions } from '../call/call-options.ts'
import { idleOptions } from '../call/curl-compat.ts'
import { sendStep } from '../call/send-step.ts'
import { stepOf } from '../call/step-of.ts'
import { defineCommand } from '../command.ts'

/** `apitest poll`: one request that is in no suite, sent until the answer is right. */
export const command = defineCommand({
  operations: [pollRequest, rehearseRequest, saveStep],
  positionals: requestWords,
  options: { ...sendOptions, ...retryOptions },
  idle: idleOptions,
  usage: ['poll [METHOD] URL [options]'],
  groups: optionGroups,
  run: async given =>
    sendStep(await stepOf(given, true), given, pollRequest, given.curl === true ? undefined : progress),
})

/** Attempts of a poll are shown beside the answer, so that a pipe gets the answer alone. */
const progress: NonNullable<Host['progress']> = event => {
  if (event.type === 'attempt') showAttempt(event)
}

function showAttempt({ number, status, duration, passed, messages }: AttemptReport): void {
  const colors = palette(wantsColor(isTerminal(process.stderr), process.env))
  const facts = [
    `attempt ${number}`,
    ...(status === undefined ? [] : [String(status)]),
    ...(duration === undefined ? [] : [formatDuration(duration)]),
    ...(passed ? ['right'] : messages.slice(0, 1).map(oneLine)),
  ]
  printAside(`${colors.dim(facts.join('  '))}\n`)
}
