import type { JsonValue } from '../../model/json.ts'
import { isMade } from '../../template/built-ins/index.ts'
import { hasFunctions } from '../../template/functions/pipeline.ts'
import { placeholdersIn } from '../../template/placeholders-in.ts'
import { parseTemplate } from '../../template/template.ts'
import { isNumber } from '../../util/exact-number.ts'
import { environmentName, whyWithoutValue } from '../environment-names.ts'
import { valuesOf } from './answer-parts.ts'
import type { ProgramScope } from './program-scope.ts'
import type { ProgramVariable, Value, ValueType } from './test-program.ts'

/** The variables of a program as it declares them. */
export class ProgramVariables {
  readonly #scope: ProgramScope
  /** The names of variables in the environment of the process, each another. */
  readonly #environmentNames = new Map<string, string>()

  constructor(scope: ProgramScope) {
    this.#scope = scope
  }

  /** The declarations of those variables that are used, each after those that its value is made of. */
  declared(names: readonly string[], isUsed: (name: string) => boolean): readonly ProgramVariable[] {
    const done = new Map<string, ProgramVariable | undefined>()
    const visit = (name: string): void => {
      if (done.has(name)) return
      done.set(name, undefined)
      const variable = this.#declaration(name)
      for (const other of namesIn(variable.value)) visit(other)
      done.delete(name)
      done.set(name, variable)
    }
    for (const name of names) if (isUsed(name)) visit(name)
    return [...done.values()].filter(variable => variable !== undefined)
  }

  #declaration(name: string): ProgramVariable {
    const own = this.#scope.values[name]
    const isSecret = this.#scope.secrets.has(name)
    const isLeft =
      own === undefined || (isSecret && isInClear(own)) || this.#leansOnUnset(own, new Set([name]))
    const value = isLeft ? undefined : this.#scope.first(name, own)
    const changes = this.#scope.changing.has(name)
    // A value that is nothing but a variable of the process is read from that one.
    const source = value?.kind === 'environment' ? value.name : undefined
    const { isOpen = false } = this.#scope.target
    const environment = source ?? this.#freeEnvironmentName(name)
    const isWhole = value === undefined || !readsEnvironment(value, environment)
    const mayBeGiven =
      this.#scope.given.has(name) ||
      (isOpen && own !== undefined && ['text', 'number'].includes(literalType(own)))
    const isGiven = (mayBeGiven && isWhole) || (value === undefined && !changes)
    if (isGiven && source === undefined) this.#environmentNames.set(environment, name)
    return {
      name,
      type: this.#scope.typeOf(name),
      ...(value === undefined || source !== undefined ? {} : { value }),
      ...(isGiven || source !== undefined ? { environment } : {}),
      changes,
    }
  }

  /** Names may differ by no more than their capitals and punctuation. */
  #freeEnvironmentName(name: string): string {
    const { nameInEnvironment = environmentName } = this.#scope.target
    const usual = nameInEnvironment(name)
    let free = usual
    for (let number = 2; (this.#environmentNames.get(free) ?? name) !== name; number++)
      free = `${usual}_${number}`
    return free
  }

  /** Why a variable that has no value at the beginning has none. */
  whyUnset({ name, environment = '' }: ProgramVariable): string {
    const given = `give it in the environment as ${environment}`
    if (this.#scope.secrets.has(name)) return `a secret is not written down; ${given}`
    return Object.hasOwn(this.#scope.values, name)
      ? `it comes from outside; ${given}`
      : `${whyWithoutValue(name)}; ${given}`
  }

  /** True where a value is made of one that nothing sets: then it is to be given as a whole. */
  #leansOnUnset(value: JsonValue, seen: ReadonlySet<string>): boolean {
    return placeholdersIn(value).some(({ name: placeholder, hasDefault }) => {
      if (hasDefault === true || (hasFunctions(placeholder) && !this.#scope.isKnown(placeholder)))
        return false
      if (placeholder.startsWith('env.') || isMade(placeholder)) return false
      const name = this.#scope.isKnown(placeholder) ? placeholder : (placeholder.split(/[.[]/, 1)[0] ?? '')
      if (seen.has(name)) return false
      if (!this.#scope.isKnown(name)) return true
      const inner = this.#scope.values[name]
      return inner !== undefined && this.#leansOnUnset(inner, new Set([...seen, name]))
    })
  }
}

/** True where a secret has more in clear than placeholders and the scheme of an authorization: then it is never written down. */
function isInClear(secret: JsonValue): boolean {
  if (typeof secret !== 'string') return true
  const { parts } = parseTemplate(secret)
  return (
    parts.length === 0 ||
    parts.some(part => typeof part === 'string' && !/^(?:basic|bearer|token)?\s*$/i.test(part))
  )
}

function namesIn(value: Value | undefined): readonly string[] {
  const values = value === undefined ? [] : valuesOf({ kind: 'assign', variable: '', value })
  return values.flatMap(one => (one.kind === 'variable' ? [one.name] : []))
}

/** True where a value is made with this variable of the process, which then cannot stand for the whole of it. */
function readsEnvironment(value: Value, name: string): boolean {
  if (value.kind !== 'template') return false
  return value.parts.some(
    part => typeof part !== 'string' && part.kind === 'environment' && part.name === name,
  )
}

/** The type of a value as it is written: of one with a placeholder nobody knows it. */
export function literalType(value: JsonValue): ValueType {
  if (isNumber(value)) return 'number'
  if (typeof value === 'boolean') return 'boolean'
  if (typeof value !== 'string') return 'json'
  const { only } = parseTemplate(value)
  return only === undefined || only.name.startsWith('env.') ? 'text' : 'json'
}
