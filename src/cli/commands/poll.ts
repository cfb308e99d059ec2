import { optionGroups, requestWords, retryOptions, sendOptions } from '../call/call-options.ts'
import { idleOptions } from '../call/curl-compat.ts'
import { sendStep } from '../call/send-step.ts'
import { stepOf } from '../call/step-of.ts'
import { defineCommand } from '../command.ts'

/** `apitest poll`: one request that is in no suite, sent until the answer is right. */
export const command = defineCommand({
  positionals: requestWords,
  options: { ...sendOptions, ...retryOptions },
  idle: idleOptions,
  usage: ['poll [METHOD] URL [options]'],
  groups: optionGroups,
  run: async given => sendStep(await stepOf(given, true), given, 'poll'),
})
