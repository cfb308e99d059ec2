import { anyStatus } from '../../compile/written-checks.ts'
import { literalText } from '../../compile/literal-text.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isObject } from '../../util/is-json.ts'
import { list, mapping, text } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import type { Tell } from '../told.ts'
import { referenced } from './arazzo-document.ts'
import { checksOf } from './criteria.ts'
import { actionsOf, type Frame } from './frame.ts'
import { withAfterScript } from './jumps.ts'
import { retryOf } from './next-step.ts'
import type { CalledOperation } from './operation.ts'
import { targetOfOutput } from './output.ts'
import { bodyOf, type GivenParameter, requestOfCall } from './request-of-call.ts'

/** A step of a workflow that is being made. */
export interface StepReading {
  readonly step: JsonObject
  readonly id: string
  readonly frame: Frame
  readonly tell: Tell
}

/** The step of a suite that calls an operation; `base` is where its API is. */
export function stepOfCall(call: CalledOperation, base: string, reading: StepReading): JsonObject {
  const { step, id, frame, tell } = reading
  const parameters = parametersOf(reading)
  const body = bodyOf(mapping(step['requestBody']), call, value => frame.valueOf(value, tell), tell)
  frame.request = { method: call.method, parameters, body: body['json'] ?? body['form'] ?? body['text'] }
  tellSecurity(call, parameters, tell)
  const extracts = extractsOf(reading)
  const { timeout: wait } = step
  const description = text(step['description'])
  const { validations, scripts } = checksOf(list(step['successCriteria']), one => frame.find(one), tell)
  const isJudged = validations.length + scripts.length > 0
  const takesAny = isJudged && !validations.some(one => Object.hasOwn(one, 'status'))
  const all = [...(takesAny ? [anyStatus] : []), ...validations]
  const made: JsonObject = {
    name: literalText(id),
    ...(description === undefined ? {} : { description }),
    ...requestOfCall(call, parameters, body, base, tell),
    ...(wait === undefined ? {} : { timeout: `${valueText(wait)}ms`.replace(/000ms$/, 's') }),
    ...retryOf(actionsOf(step, frame.workflow, 'Failure', tell), one => frame.find(one), tell),
    ...(all.length === 0 ? {} : { validations: all }),
    ...(Object.keys(extracts).length === 0 ? {} : { extracts }),
  }
  return scripts.reduce(withAfterScript, made)
}

function tellSecurity(
  { operation }: CalledOperation,
  parameters: readonly GivenParameter[],
  tell: Tell,
): void {
  const security = operation?.security ?? []
  const schemes = [...new Set(security.flatMap(one => [...one.keys()]))]
  const isGiven = parameters.some(({ name }) => /authorization|cookie|key|token/i.test(name))
  if (schemes.length > 0 && security.every(one => one.size > 0) && !isGiven)
    tell.note(
      `security ${schemes.join(', ')}`,
      'the workflow sends no credentials: set `auth` where they are needed',
    )
}

/** The values of parameters: those of the workflow, unless the step says otherwise. */
export function parametersOf({ step, frame, tell }: StepReading): readonly GivenParameter[] {
  const { value, document } = frame.workflow
  const shared = step['workflowId'] === undefined ? list(value['parameters']) : []
  const all = new Map<string, GivenParameter>()
  for (const one of [...shared, ...list(step['parameters'])]) {
    const found = referenced(document, one)
    if (found === undefined) {
      tell.lose(`parameter ${valueText(mapping(one)['reference'] ?? one)}`, 'there is no such component')
      continue
    }
    const name = text(found['name']) ?? ''
    const place = text(found['in']) ?? ''
    all.set(`${place} ${name}`, { name, in: place, value: frame.valueOf(found['value'] ?? null, tell) })
  }
  return [...all.values()]
}

/** The extracts of a step; what is known without the answer is known from here on. */
function extractsOf({ step, id, frame, tell }: StepReading): JsonObject {
  const extracts: Record<string, JsonValue> = {}
  for (const [name, written] of Object.entries(mapping(step['outputs']))) {
    const from = targetOfOutput(written)
    if (from !== undefined) {
      const placeholder = valueText(frame.outputOf(id, name) ?? '')
      const [, variable = name] = /^\{\{(.*?)(?:\[0\])?\}\}$/.exec(placeholder) ?? []
      extracts[variable] = from
    } else if (isObject(written)) tell.lose(`output ${name}`, 'suites have no such extract')
    else frame.setOutput(id, name, frame.valueOf(written, tell))
  }
  return extracts
}
