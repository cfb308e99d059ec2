import { rehearseRequest, sendRequest } from '../../operations/calls/call-operations.ts'
import { saveStep } from '../../operations/calls/save-step.ts'
import { optionGroups, requestWords, sendOptions } from '../call/call-options.ts'
import { idleOptions } from '../call/curl-compat.ts'
import { sendStep } from '../call/send-step.ts'
import { stepOf } from '../call/step-of.ts'
import { defineCommand } from '../command.ts'

/** `apitest send`: one request that is in no suite. */
export const command = defineCommand({
  operations: [sendRequest, rehearseRequest, saveStep],
  positionals: requestWords,
  options: sendOptions,
  idle: idleOptions,
  usage: ['send [METHOD] URL [options]'],
  groups: optionGroups,
  run: async given => sendStep(await stepOf(given, false), given, sendRequest),
})
