import { saveStep } from '../../operations/calls/save-step.ts'
import { openWebSocket } from '../../operations/calls/call-operations.ts'
import { sendStep } from '../call/send-step.ts'
import { wsOptions, streamPlace } from '../call/stream-options.ts'
import { streamStepOf } from '../call/stream-step-of.ts'
import { defineCommand } from '../command.ts'

/** `apitest ws`: a WebSocket that is in no suite. */
export const command = defineCommand({
  operations: [openWebSocket, saveStep],
  positionals: streamPlace,
  options: wsOptions,
  usage: ['ws URL [options]'],
  run: async given => sendStep(await streamStepOf('websocket', given), given, openWebSocket),
})
