import type { SavedRequest } from '../../model/collection.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { mapping } from '../../util/read-values.ts'

/** A way from a step to another one than the next, once it has passed. */
export interface Jump {
  readonly from: number
  /** The number of steps, where it ends the workflow. */
  readonly to: number
  /** The validations that must hold; none where it is always taken. */
  readonly when: readonly JsonObject[]
  /** The variable that says that it is taken. */
  readonly variable: string
  readonly why: string
}

/** The requests of each step. */
type Steps = readonly (readonly SavedRequest[])[]

/**
 * Makes the steps go where jumps lead. What is jumped over is left out, where each jump leads forward and none has to do with another;
 * else scripts say which step is next.
 */
export function withJumps(steps: Steps, jumps: readonly Jump[]): Steps {
  const isApart = areApart(jumps)
  return steps.map((requests, index) => {
    const own = jumps.filter(({ from }) => from === index)
    const flagged = changeLast(requests, step => own.reduce(withFlag, step))
    if (!isApart)
      return own.length === 0
        ? flagged
        : changeLast(flagged, step => withAfterScript(step, scriptOf(own, steps)))
    const over = jumps.find(({ from, to }) => from < index && index < to)
    return over === undefined
      ? flagged
      : flagged.map(request => ({ ...request, step: leftOut(request.step, over) }))
  })
}

function areApart(jumps: readonly Jump[]): boolean {
  return jumps.every(
    (jump, index) =>
      jump.to > jump.from &&
      jumps.every((other, at) => at === index || jump.to <= other.from || other.to <= jump.from),
  )
}

function changeLast(
  requests: readonly SavedRequest[],
  change: (step: JsonObject) => JsonObject,
): readonly SavedRequest[] {
  return requests.map((request, index) =>
    index === requests.length - 1 ? { ...request, step: change(request.step) } : request,
  )
}

/** The step says in a variable that its jump is taken. */
function withFlag(step: JsonObject, { when, variable }: Jump): JsonObject {
  if (when.length === 0) return step
  const [only, ...others] = when
  const condition: JsonValue = others.length === 0 && only !== undefined ? only : when
  return {
    ...step,
    variables: { ...mapping(step['variables']), [variable]: null },
    extracts: { ...mapping(step['extracts']), [variable]: { from: 'status', when: condition } },
  }
}

/** A step of a workflow that is used may be left out by that one, too. */
function leftOut(step: JsonObject, { when, variable, why }: Jump): JsonObject {
  if (when.length === 0) return { ...step, skip: why }
  return isObject(step['unless'])
    ? { ...step, when: { ...mapping(step['when']), [variable]: { exists: false } } }
    : { ...step, unless: { [variable]: { exists: true } } }
}

function scriptOf(jumps: readonly Jump[], steps: Steps): string {
  const lines = jumps.map(({ when, variable, to }) => {
    const next = steps.slice(to).find(requests => requests.length > 0)?.[0]?.step['name'] ?? null
    const go = `pm.execution.setNextRequest(${JSON.stringify(next)})`
    return when.length === 0 ? go : `if (pm.variables.get(${JSON.stringify(variable)}) !== null) ${go}`
  })
  return lines.join('\nelse ')
}

/** The step with a script behind those that it has. */
export function withAfterScript(step: JsonObject, script: string): JsonObject {
  const scripts = mapping(step['scripts'])
  const { after } = scripts
  const before = after === undefined ? [] : isList(after) ? after : [after]
  return { ...step, scripts: { ...scripts, after: before.length === 0 ? script : [...before, script] } }
}
