import type { ActionContext } from '../../action.ts'
import { prepared } from '../../failure.ts'
import { engineOf } from '../engine/engine.ts'
import type { PreparedRequest } from '../prepare-request.ts'
import type { Sending } from './sent.ts'

/** Sends one message, with the cookies that belong to it, and keeps those that come back. */
export async function sendOnce(request: PreparedRequest, context: ActionContext): Sending {
  return prepared({ request, answer: await engineOf(context.resources).send(request.wire) })
}
