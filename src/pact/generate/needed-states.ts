import type { StepResult } from '../../model/result.ts'
import { isObject } from '../../util/is-json.ts'
import {
  answersAlike,
  type Call,
  callOf,
  covers,
  givesLists,
  hasState,
  isAction,
  isReading,
  isWithin,
  looksLikeId,
  outerLists,
  parsed,
  pathKey,
  quoted,
  type RecordedStep,
  requestKey,
  subjectOf,
} from './recorded-call.ts'

/** Why an interaction does not hold by itself, and the state that the provider would have to be in. */
interface NeededState {
  readonly why: string
  readonly state: string
}

/**
 * Looks for interactions without a state that another request of the recording makes possible or impossible. A provider
 * answers each by itself and in any order; what a request has changed is then not changed yet, or changed too early.
 */
export class NeededStates {
  readonly #nameStep: (step: StepResult) => string
  readonly #sameRequests = new Map<string, Call[]>()
  /** Requests that were refused for what is there already, by their paths. */
  readonly #conflicts = new Map<string, Call[]>()
  /** Requests that change something, by the paths that they stand at or below. */
  readonly #changes = new Map<string, Call[]>()
  /** The changing requests by the paths that they have. */
  readonly #changesAt = new Map<string, Call[]>()
  readonly #firstChange: number
  readonly #calls: ReadonlyMap<StepResult, Call>

  /** `steps` are those of one provider in the order in which they were sent; `nameStep` is how one of them is called in a text. */
  constructor(steps: readonly RecordedStep[], nameStep: (step: StepResult) => string) {
    this.#nameStep = nameStep
    const calls = steps.flatMap(callOf)
    this.#calls = new Map(calls.map(call => [call.step, call]))
    for (const call of calls) {
      keep(this.#sameRequests, requestKey(call), call)
      if (call.status === 409) keep(this.#conflicts, call.key, call)
    }
    const changes = calls.filter(changesSomething)
    this.#firstChange = changes[0]?.time ?? Infinity
    for (const call of changes) {
      keep(this.#changesAt, call.key, call)
      for (let length = 1; length <= call.path.length; length += 1)
        keep(this.#changes, pathKey(call.path.slice(0, length)), call)
    }
  }

  /** Why the interaction of a step needs a state that it does not name, and which; the first reason only. */
  of(step: StepResult): readonly string[] {
    const call = this.#calls.get(step)
    const needed = call === undefined || hasState(call) ? undefined : this.#stateFor(call)
    return needed === undefined
      ? []
      : [
          `${needed.why}; write \`provider-state: ${needed.state}\` at the step, or what the provider calls it`,
        ]
  }

  #stateFor(call: Call): NeededState | undefined {
    const others = this.#around(call)
    const earlier = others.filter(({ time }) => time < call.time)
    const later = others.filter(({ time }) => time > call.time)
    return (
      this.#otherAnswer(call) ??
      (this.#heldBefore(call, earlier) ? undefined : this.#neededChange(call, earlier)) ??
      this.#harmfulChange(call, later) ??
      this.#conflict(call) ??
      changeOfItself(call)
    )
  }

  /** Steps that change the provider, or come after one that does, so that it is unknown whether what they promise holds by itself. */
  isUnsure(step: StepResult): boolean {
    const call = this.#calls.get(step)
    return call !== undefined && !hasState(call) && call.time >= this.#firstChange
  }

  /** A request that makes something of which there can be only one. */
  #conflict(call: Call): NeededState | undefined {
    const refused = (this.#conflicts.get(call.key) ?? []).find(({ time }) => time > call.time)
    if (refused === undefined || call.method !== 'POST' || call.status >= 300) return undefined
    return {
      why: `it holds only once, as ${this.#nameStep(refused.step)} shows, which is refused behind it`,
      state: `${subjectOf(call)} has no such entry`,
    }
  }

  /** Changes at the path, above it and below it, in their order; of an action also those beside it. */
  #around(call: Call): readonly Call[] {
    const above = call.path
      .slice(0, -1)
      .flatMap((_, index) =>
        (this.#changesAt.get(pathKey(call.path.slice(0, index + 1))) ?? []).filter(
          change => change.method !== 'POST' || hasMade(change, call),
        ),
      )
    const below = this.#changes.get(call.key) ?? []
    const beside = isAction(call) ? (this.#changes.get(pathKey(call.path.slice(0, -1))) ?? []) : below
    return [...above, ...beside].filter(change => change !== call)
  }

  #otherAnswer(call: Call): NeededState | undefined {
    const same = (this.#sameRequests.get(requestKey(call)) ?? []).filter(
      other => other !== call && !hasState(other) && !answersAlike(call, other),
    )
    // The first answer to a question is that of the provider as it is. What changes something has been answered differently behind it.
    const other = same.find(({ time }) => time < call.time || !isReading(call.method))
    if (other === undefined) return undefined
    const answer = other.status === call.status ? 'otherwise' : `with ${other.status}`
    return {
      why: `the same request is answered ${answer} in ${this.#nameStep(other.step)}`,
      state: `${subjectOf(call)} is as ${quoted(call)} finds it`,
    }
  }

  /** True where the same was answered before anything was changed. */
  #heldBefore(call: Call, earlier: readonly Call[]): boolean {
    const firstChange = earlier.reduce((first, { time }) => Math.min(first, time), Infinity)
    return (this.#sameRequests.get(requestKey(call)) ?? []).some(
      other => other.time < firstChange && other !== call && answersAlike(call, other),
    )
  }

  /** An earlier request that has made what this one needs, or has taken away what it must not find. */
  #neededChange(call: Call, earlier: readonly Call[]): NeededState | undefined {
    const subject = subjectOf(call)
    const needs = (change: Call | undefined, did: string, state: string): NeededState | undefined =>
      change && { why: `${this.#nameStep(change.step)} ${did}`, state }
    if (call.status >= 400)
      return needs(
        earlier.findLast(change => causesRefusal(change, call)),
        `comes before it, and without that ${subject} is not refused with ${call.status}`,
        `${subject} is as ${quoted(call)} finds it`,
      )
    return (
      needs(
        earlier.findLast(change => hasMade(change, call)),
        `makes what it asks for`,
        `${subject} exists`,
      ) ??
      needs(
        earlier.findLast(change => hasChanged(change, call)),
        `has changed what it asks for`,
        `${subject} is as ${quoted(call)} finds it`,
      ) ??
      needs(
        isFilledBy(call, earlier.filter(change => addsTo(change, call)).length)
          ? earlier.findLast(change => addsTo(change, call))
          : undefined,
        'may have filled the list that it gets',
        `${subject} is not empty`,
      )
    )
  }

  /** A later request that takes away what this one needs, or makes what it must not find. */
  #harmfulChange(call: Call, later: readonly Call[]): NeededState | undefined {
    const subject = subjectOf(call)
    const neededBy = (change: Call, did: string, state: string): NeededState => ({
      why: `${this.#nameStep(change.step)} ${did}`,
      state: `${subject} ${state}`,
    })
    const removals = later.filter(({ method }) => method === 'DELETE')
    const removal = removals.find(change => covers(change, call))
    const making = later.find(change => hasMade(change, call))
    if (call.status === 404 || call.status === 410)
      return making && neededBy(making, 'makes what it must not find', 'does not exist')
    if (call.status >= 400 || hasNewlyMade(call)) return undefined
    if (removal !== undefined) return neededBy(removal, 'takes away what it asks for', 'exists')
    const [first] = removals.filter(change => isWithin(change, call))
    return first !== undefined && isFilledBy(call, removals.length)
      ? neededBy(first, 'may take away the last of the list that it gets', 'is not empty')
      : undefined
  }
}

function keep(map: Map<string, Call[]>, key: string, call: Call): void {
  const there = map.get(key)
  if (there === undefined) map.set(key, [call])
  else there.push(call)
}

/** Describes the effect of a request that cannot be done twice. */
function changeOfItself(call: Call): NeededState | undefined {
  const subject = subjectOf(call)
  if (call.status >= 400) return undefined
  if (call.method === 'DELETE')
    return { why: 'it takes away what it needs, and holds only once', state: `${subject} exists` }
  if (call.method === 'PUT' && call.status === 201)
    return { why: 'it makes what must not be there, and holds only once', state: `${subject} does not exist` }
  if (call.step.attempts > 1)
    return {
      why: `it was right only at attempt ${call.step.attempts}, and a verification asks once`,
      state: `${subject} is as ${quoted(call)} finds it`,
    }
  return undefined
}

function changesSomething({ method, status, path }: Call): boolean {
  return !isReading(method) && status < 400 && !(method === 'POST' && askingWords.test(path.at(-1) ?? ''))
}

/** Last words of addresses that are asked by POST and change nothing of their parent. */
const askingWords =
  /^(search|query|filter|find|lookup|validate|check|preview|graphql|login|signin|token|refresh)$/i

function isCreating({ method, status }: Call): boolean {
  return (method === 'POST' && status < 300) || (method === 'PUT' && status < 300)
}

function hasNewlyMade({ method, status }: Call): boolean {
  return method === 'PUT' && status === 201
}

/** True where a change brought about the thing that a call asks for, or what that is a part of. */
function hasMade(change: Call, call: Call): boolean {
  if (!isCreating(change)) return false
  if (change.method === 'PUT') return hasNewlyMade(change) && covers(change, call)
  return isWithin(call, change) && change.values.has(call.path[change.path.length] ?? '')
}

/** True where a change was one of the same thing, so that the answer may be another one without it. */
function hasChanged(change: Call, call: Call): boolean {
  const isSame = change.key === call.key
  if (isReading(call.method)) {
    const isOfIt = isWithin(change, call) && change.path.length === call.path.length + 1
    const isPart = isOfIt && !plainRoots.test(call.path.at(-1) ?? '') && !givesLists(call)
    return (isSame && change.method !== 'POST' && change.method !== 'DELETE') || isPart
  }
  if (isSame && change.method === 'PATCH' && call.method === 'PATCH') return sharesKeys(change, call)
  if (isSame) return change.method === 'PUT' && call.method !== 'PUT'
  return isAction(call) && isAction(change) && change.path.length === call.path.length
}

/** Constant beginnings of addresses. */
const plainRoots = /^(api|rest|v\d+)$/i

function sharesKeys(change: Call, call: Call): boolean {
  const [before, after] = [change, call].map(({ interaction }) => interaction?.request.body?.content)
  return isObject(before) && isObject(after) && Object.keys(after).some(key => Object.hasOwn(before, key))
}

/** True where a refusal may be the consequence of a change: nothing is there any more, or it is in another state. */
function causesRefusal(change: Call, call: Call): boolean {
  if (call.status === 404 || call.status === 410)
    return (
      (change.method === 'DELETE' && covers(change, call)) ||
      (isWithin(change, call) && looksLikeId(call.path.at(-1) ?? ''))
    )
  const isConflict = [409, 412, 423].includes(call.status)
  const isRefusedAction = [400, 403, 422].includes(call.status) && isAction(call) && isAction(change)
  return isConflict || (isRefusedAction && call.interaction?.request.body === undefined)
}

/** True where a change puts something into the list that a call gets. */
function addsTo(change: Call, call: Call): boolean {
  const isThere = change.key === call.key || isWithin(change, call)
  return isReading(call.method) && isCreating(change) && isThere
}

/** True where so many changes can have made a list of an answer that is promised not to be empty. */
function isFilledBy({ interaction, step }: Call, changes: number): boolean {
  if (changes === 0 || interaction === undefined) return false
  const lengths = outerLists(parsed(step.exchange?.response?.body?.text)).map(list => list.length)
  return lengths.some(length => length > 0 && length <= changes)
}
