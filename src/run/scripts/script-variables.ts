import { type VariableScopeName, variableScopes } from '../../actions/script/sandbox/execution.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import type { ScopeLayer } from '../../template/scope.ts'
import { jsonEqual } from '../../util/json-equal.ts'
import { passedOn } from './passed-on.ts'
import { holdsExactNumber } from '../../util/plain-numbers.ts'

/** Variables by Postman's scopes. */
export type ScopedVariables = Readonly<Record<VariableScopeName, JsonObject>>

/** The layer of values of each of Postman's scopes; `pm.variables` alone has none. */
const layerOf: Readonly<Partial<Record<VariableScopeName, ScopeLayer['name']>>> = {
  environment: 'environment',
  collectionVariables: 'suite',
  globals: 'configuration',
}

/** A value as scripts are given it: a number that JavaScript does not hold is the text of its digits there. */
export function inScripts(value: JsonValue): JsonValue {
  return holdsExactNumber(value) ? (JSON.parse(JSON.stringify(value)) as JsonValue) : value
}

/** The variables that a script changes. */
interface Pool {
  /** The innermost values, which steps extract and set. */
  readonly extracted: Record<string, JsonValue>
  /** The layers outside of them; the values are this iteration's own and may change. */
  readonly layers: readonly OwnLayer[]
  leave(name: string, value: JsonValue): void
}

/** A layer whose values belong to one iteration. */
export interface OwnLayer extends ScopeLayer {
  readonly values: Record<string, JsonValue>
}

/**
 * Variables as scripts see them: in scopes that a suite has no word for. What a script sets is an innermost value from
 * then on, as if it were extracted, and is found again in the scope where it was set.
 */
export class ScriptVariables {
  readonly #pool: Pool
  readonly #set = new Map<VariableScopeName, Map<string, JsonValue>>()

  constructor(pool: Pool) {
    this.#pool = pool
  }

  /**
   * The variables of each scope. Of those that have no scope of Postman's, `outer` are the farthest and `inner` the nearest;
   * `valueOf` fills in the value of a name that a layer has.
   */
  given(
    { outer, inner }: { readonly outer: JsonObject; readonly inner: JsonObject },
    valueOf: (name: string, written: JsonValue) => JsonValue,
  ): ScopedVariables {
    const shared = this.#sharedNames()
    const entries = variableScopes.map(scope => {
      const layers = this.#pool.layers.filter(({ name }) => name === layerOf[scope]).toReversed()
      const written = Object.assign({}, ...layers.map(({ values }) => values)) as JsonObject
      const values = {
        ...Object.fromEntries(Object.entries(written).map(([name, value]) => [name, valueOf(name, value)])),
        ...(scope === '_variables' ? outer : {}),
        ...shared,
        ...Object.fromEntries(this.#set.get(scope) ?? []),
        ...(scope === '_variables' ? inner : {}),
      }
      return [scope, values] as const
    })
    return Object.fromEntries(entries) as ScopedVariables
  }

  /**
   * Takes over what a script has changed, and what it has `assigned` without a change where nothing nearer (`data` is the row)
   * has the name: the value is that of the script from then on, and no longer that of the suite. `answer` is what it may have it from.
   */
  apply(
    before: ScopedVariables,
    after: ScopedVariables,
    assigned?: Readonly<Record<VariableScopeName, ReadonlySet<string>>>,
    data: JsonObject = {},
    answer: () => JsonValue | undefined = () => undefined,
  ): void {
    for (const scope of variableScopes.toReversed()) {
      for (const [name, value] of Object.entries(after[scope])) {
        const was = Object.hasOwn(before[scope], name) ? before[scope][name] : undefined
        const isTaken =
          assigned?.[scope].has(name) === true &&
          !Object.hasOwn(before._variables, name) &&
          !Object.hasOwn(data, name)
        const isSame = was !== undefined && jsonEqual(inScripts(was), value)
        // A value that comes back as it was given keeps the digits that JavaScript has not.
        if (!isSame || isTaken) this.#setIn(scope, name, isSame ? was : passedOn(value, answer))
      }
      for (const name of Object.keys(before[scope]))
        if (!Object.hasOwn(after[scope], name)) this.#unsetIn(scope, name)
    }
  }

  /** A step has given the variable another value: no scope has one of its own any more. */
  forget(name: string): void {
    if (this.#set.size > 0) for (const set of this.#set.values()) set.delete(name)
  }

  /** Values that steps have extracted are seen in every scope. */
  #sharedNames(): JsonObject {
    const own = new Set([...this.#set.values()].flatMap(set => [...set.keys()]))
    return Object.fromEntries(Object.entries(this.#pool.extracted).filter(([name]) => !own.has(name)))
  }

  #setIn(scope: VariableScopeName, name: string, value: JsonValue): void {
    const set = this.#set.get(scope) ?? new Map<string, JsonValue>()
    this.#set.set(scope, set.set(name, value))
    this.#settle(name)
  }

  #unsetIn(scope: VariableScopeName, name: string): void {
    this.#set.get(scope)?.delete(name)
    for (const { name: layer, values } of this.#pool.layers)
      if (layer === layerOf[scope]) Reflect.deleteProperty(values, name)
    Reflect.deleteProperty(this.#pool.extracted, name)
    this.#settle(name)
  }

  /** The nearest scope that has the name wins, whichever of them was set last. */
  #settle(name: string): void {
    for (const scope of variableScopes) {
      const value = this.#set.get(scope)?.get(name)
      if (value !== undefined) {
        this.#pool.leave(name, value)
        return
      }
      if (
        this.#pool.layers.some(layer => layer.name === layerOf[scope] && Object.hasOwn(layer.values, name))
      ) {
        Reflect.deleteProperty(this.#pool.extracted, name)
        return
      }
    }
  }
}
