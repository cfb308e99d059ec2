import type { JsonObject, JsonValue } from '../../model/json.ts'
import { createScope, type Scope, type Variable } from '../../template/scope.ts'

/** The sources of a value. */
export interface Origin {
  /** Something was taken out of an answer for it. */
  readonly isOfAnswer: boolean
  /** The suite has written it under `variables`. */
  readonly isConstant: boolean
  /** A step of the suite has given it. */
  readonly isSet: boolean
  /** A row or a round has given it. */
  readonly isOfRow: boolean
  /** It is made anew each time. */
  readonly isMade: boolean
  /** Nobody knows it before the suite runs. */
  readonly isUnknown: boolean
}

type Layer = 'round' | 'row'

interface Held {
  /** Undefined where it has none, for a reason. */
  readonly value: JsonValue | undefined
  readonly origin: Origin
}

/** The origin of a value that takes no variable. */
export const noOrigin: Origin = {
  isOfAnswer: false,
  isConstant: false,
  isSet: false,
  isOfRow: false,
  isMade: false,
  isUnknown: false,
}

/** The origin of a value that a step gives. */
export const bySuite: Origin = { ...noOrigin, isSet: true }

const byRow: Origin = { ...noOrigin, isOfRow: true }

/** The origin of a value that nobody knows. */
export const unknownOrigin: Origin = { ...noOrigin, isUnknown: true }

/** The origin of a value that is made of several. */
export function joined(...origins: readonly Origin[]): Origin {
  return {
    isOfAnswer: origins.some(({ isOfAnswer }) => isOfAnswer),
    isConstant: origins.some(({ isConstant }) => isConstant),
    isSet: origins.some(({ isSet }) => isSet),
    isOfRow: origins.some(({ isOfRow }) => isOfRow),
    isMade: origins.some(({ isMade }) => isMade),
    isUnknown: origins.some(({ isUnknown }) => isUnknown),
  }
}

/** The variables of a suite in one world, with what each comes of. */
export class WorldScope {
  readonly #constants: JsonObject
  readonly #isOuter: (name: string) => boolean
  readonly #left = new Map<string, Held>()
  readonly #layers: Readonly<Record<Layer, JsonObject[]>> = { round: [], row: [] }
  readonly #touched = new Map<string, Origin>()
  readonly #builtIns = createScope([])
  #read: Origin = noOrigin

  /** The variables as templates see them. */
  readonly scope: Scope

  constructor(constants: JsonObject, isOuter: (name: string) => boolean) {
    this.#constants = constants
    this.#isOuter = isOuter
    this.scope = { ...createScope([]), find: name => this.#find(name), names: () => [] }
  }

  /** The result of some work, and the origin of the variables that it read. */
  watch<Result>(work: () => Result): readonly [Result, Origin] {
    const before = this.#read
    this.#read = noOrigin
    const result = work()
    const read = this.#read
    this.#read = joined(before, read)
    return [result, read]
  }

  /** Gives a variable a value, as a step does. */
  leave(name: string, value: JsonValue | undefined, origin: Origin): void {
    this.#left.set(name, { value, origin })
  }

  /** Adds to what a variable comes of: something has kept it from getting another value. */
  touch(name: string, origin: Origin): void {
    const held = this.#left.get(name)
    if (held !== undefined) this.leave(name, held.value, joined(held.origin, origin))
    else this.#touched.set(name, joined(this.#touched.get(name) ?? noOrigin, origin))
  }

  /** Does something while these have a value: as items and counts of rounds, before all others, or as rows. */
  during<Result>(layer: Layer, values: JsonObject, work: () => Result): Result {
    this.#layers[layer].unshift(values)
    try {
      return work()
    } finally {
      this.#layers[layer].shift()
    }
  }

  #find(name: string): Variable | undefined {
    const inRound = this.#in('round', name)
    if (inRound !== undefined) return inRound
    const held = this.#left.get(name)
    if (held !== undefined) return this.#given(held.value, true, held.origin)
    const touched = this.#touched.get(name)
    if (touched !== undefined) this.#read = joined(this.#read, touched)
    if (this.#isOuter(name)) return this.#given(undefined, true, unknownOrigin)
    const inRow = this.#in('row', name)
    if (inRow !== undefined) return inRow
    if (Object.hasOwn(this.#constants, name))
      return this.#given(this.#constants[name] ?? null, false, { ...noOrigin, isConstant: true })
    this.#read = joined(this.#read, { ...noOrigin, isMade: true })
    return this.#builtIns.find(name)
  }

  #in(layer: Layer, name: string): Variable | undefined {
    const values = this.#layers[layer].find(one => Object.hasOwn(one, name))
    return values === undefined ? undefined : this.#given(values[name] ?? null, false, byRow)
  }

  #given(value: JsonValue | undefined, literal: boolean, origin: Origin): Variable | undefined {
    this.#read = joined(this.#read, origin)
    return value === undefined || origin.isUnknown ? undefined : { value, literal, secret: false }
  }
}
