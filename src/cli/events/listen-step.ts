import type { JsonObject } from '../../model/json.ts'
import type { Result } from '../../model/problem.ts'
import { argument, nothing, part, type Part, together } from '../../parse/argument-part.ts'
import { readAwaited } from '../call/read-awaited.ts'
import { readExpectations } from '../call/read-expectations.ts'
import type { GivenStep } from '../call/step-of.ts'
import { brokerPart, type Place } from './broker-part.ts'
import { readFields } from './read-fields.ts'
import type { EventArguments } from './event-options.ts'

/** The steps that `apitest listen` makes of its arguments: one opens the listener, one collects from it. */
export async function listenStep(place: Place, given: EventArguments): Promise<Result<GivenStep>> {
  const broker = brokerPart('listen', place, given)
  const source = await readFields('--argument', 'arguments', given.argument)
  const opening = together([broker, readBeginning(given), source])
  const { timeout } = broker.keys
  const collecting = together([
    part({ collect: place.subject }, argument(`listen ${place.kind}`, undefined)),
    await readAwaited(given),
    timeout === undefined ? nothing : part({ timeout }, argument('--max-time', given.maxTime, 'timeout')),
    await readExpectations(given),
  ])
  const problems = [...opening.problems, ...collecting.problems]
  if (problems.length > 0) return { ok: false, problems }
  const step: JsonObject =
    given.name === undefined ? collecting.keys : { name: given.name, ...collecting.keys }
  return {
    ok: true,
    value: { before: { step: opening.keys, given: opening.given }, step, given: collecting.given },
  }
}

function readBeginning({ from, routingKey }: EventArguments): Part {
  return together([
    from === undefined ? nothing : part({ from }, argument('--from', from, 'from')),
    routingKey === undefined
      ? nothing
      : part({ 'routing-key': routingKey }, argument('--routing-key', routingKey, 'routing-key')),
  ])
}
