import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isObject } from '../../util/is-json.ts'
import type { ActionContext, InputOf } from '../action.ts'
import { prepared, type Prepared, unfit } from '../failure.ts'
import { readAwaited, type Awaited } from '../messages/awaited.ts'
import { scalarTexts } from '../scalars.ts'
import { plainInterpreter, type Interpreter } from './interpreter.ts'
import { readOutgoing, type Outgoing } from './outgoing.ts'
import { readOperation, Subscription, subscriptionProtocol } from './subscription.ts'

/** The messages that a step sends and awaits over its WebSocket. */
export interface Script {
  readonly subprotocols: readonly string[]
  readonly outgoing: readonly Outgoing[]
  readonly interpreter: Interpreter
  readonly awaited: Awaited
  readonly awaitsClosing: boolean
}

/** Reads what is special to a `websocket` step. */
export async function readScript(
  input: InputOf<'websocket'>,
  context: ActionContext,
): Promise<Prepared<Script>> {
  const subprotocols = readSubprotocols(input.subprotocol)
  if (!subprotocols.ok) return subprotocols
  const awaited = readAwaited(input, context)
  if (!awaited.ok) return awaited
  const { expect, graphql, messages } = input
  const awaitsClosing = [expect ?? []]
    .flat()
    .some(one => isObject(one) && ('close-code' in one || 'close-reason' in one))
  if (graphql !== undefined)
    return subscriptionScript(input, subprotocols.value, awaited.value, awaitsClosing)
  const outgoing = await readOutgoing(messages, context)
  if (!outgoing.ok) return outgoing
  return prepared({
    subprotocols: subprotocols.value,
    outgoing: outgoing.value,
    interpreter: plainInterpreter,
    awaited: awaited.value,
    awaitsClosing,
  })
}

/** An operation is there for its answer: the first one is awaited unless the step says otherwise. */
function subscriptionScript(
  { graphql = null, messages }: JsonObject,
  subprotocols: readonly string[],
  awaited: Awaited,
  awaitsClosing: boolean,
): Prepared<Script> {
  if (messages !== undefined)
    return unfit(
      'the step has both messages and graphql',
      'Keep one: graphql says by itself what its protocol needs.',
    )
  const operation = readOperation(graphql)
  if (!operation.ok) return operation
  const subscription = new Subscription(operation.value, subprotocols[0])
  return prepared({
    subprotocols: subprotocols.length === 0 ? [subscriptionProtocol] : subprotocols,
    outgoing: [{ content: { kind: 'text', text: subscription.greeting }, delay: 0 }],
    interpreter: subscription,
    awaited: { ...awaited, isStated: true },
    awaitsClosing,
  })
}

/** RFC 6455 section 4.1: names of protocols are tokens, and no two are the same. */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

function readSubprotocols(given: JsonValue | undefined): Prepared<readonly string[]> {
  const names = given === undefined ? [] : scalarTexts(given)
  const bad = names?.find((name, index) => !token.test(name) || names.indexOf(name) !== index)
  if (names !== undefined && bad === undefined) return prepared(names)
  return unfit(
    bad === undefined
      ? 'subprotocol must be a name or a list of names'
      : `subprotocol "${bad}" is not a name, or is there twice`,
  )
}
