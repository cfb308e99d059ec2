import { failed } from '../failure.ts'
import type { Action, ActionAnswer, ActionContext, InputOf } from '../action.ts'
import { readGrpcRequest } from './grpc-request.ts'
import { performGrpc } from './perform-grpc.ts'

/** Makes one gRPC call of any kind: `grpc: package.Service/Method` with `target` and `message`. */
export const action: Action<InputOf<'grpc'>> = { name: 'grpc', perform }

async function perform(input: InputOf<'grpc'>, context: ActionContext): Promise<ActionAnswer> {
  const request = readGrpcRequest(input, context)
  if (!request.ok) return request
  if (context.rehearses === true)
    return {
      ok: false,
      failure: { ...failed('not-sent', {}).failure, request: request.value.record },
    }
  return performGrpc(request.value, context)
}
