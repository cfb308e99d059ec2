import { saveStep } from '../../operations/calls/save-step.ts'
import { readEvents } from '../../operations/calls/call-operations.ts'
import { sendStep } from '../call/send-step.ts'
import { sseOptions, streamPlace } from '../call/stream-options.ts'
import { streamStepOf } from '../call/stream-step-of.ts'
import { defineCommand } from '../command.ts'

/** `apitest sse`: a stream of events that is in no suite. */
export const command = defineCommand({
  operations: [readEvents, saveStep],
  positionals: streamPlace,
  options: sseOptions,
  usage: ['sse URL [options]'],
  run: async given => sendStep(await streamStepOf('sse', given), given, readEvents),
})
