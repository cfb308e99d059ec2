import type { JsonValue } from '../model/json.ts'
import { hasFunctions } from './functions/pipeline.ts'
import { builtInNames, generateBuiltIn } from './built-ins/index.ts'

/** The scope of a step while it runs: variables by name. */
export interface Scope {
  /** The variable under exactly this name, as it was written. */
  find(name: string): Variable | undefined
  /** Told every text of a secret that is filled in, so that no output shows it. Bound, to be handed on as it is. */
  readonly hide: (secret: string) => void
  /** The text without its secrets; where there are none to know of, absent. Bound. */
  readonly mask?: ((text: string) => string) | undefined
  /** Gives numbers from 0 to below 1 for all that is made by chance; by itself it is new each time. */
  readonly random?: (() => number) | undefined
  /** Every name that can be written, nearest first, to suggest from. */
  names(): readonly string[]
  /** The configuration's environment file, where it is not there. */
  readonly missingEnvironmentFile?: string | undefined
  /** Where only some steps run: one of the others that may leave such a variable. */
  readonly leftOut?: ((name: string) => string | undefined) | undefined
  /** Where only some of the process environment is to be seen: how another variable comes to be allowed. */
  readonly allowHint?: (entry: string) => string
}

/** A variable's value before its own placeholders are filled in. */
export interface Variable {
  readonly value: JsonValue
  /** The value is data: braces in it mean nothing. */
  readonly literal: boolean
  /** No output may show the value. */
  readonly secret: boolean
}

/** Variables that came from one place. Only own properties count, so `constructor` is no variable by itself. */
export interface ScopeLayer {
  readonly name:
    | 'round'
    | 'extracted'
    | 'given'
    | '--var'
    | 'row'
    | 'environment'
    | 'suite'
    | 'configuration'
    | 'mocks'
  readonly values: Readonly<Record<string, JsonValue>>
  /**
   * The values are data whose braces mean nothing. Always so for `extracted`: a server that answers
   * `{{env.TOKEN}}` must not be sent the token with the next request.
   */
  readonly literal?: boolean
  /** No output may show these values. */
  readonly secret?: boolean
}

/** The variables of a step with rows or rounds for the one it is at, counted from 0 and from 1. */
export const roundNames = ['$index', '$round'] as const

/** The same with values. */
export function roundValues(index: number): Readonly<Record<(typeof roundNames)[number], number>> {
  return { $index: index, $round: index + 1 }
}

/** The process environment, as a value. */
export type ProcessEnvironment = Readonly<Record<string, string | undefined>>

const environmentPrefix = 'env.'

/**
 * A scope of layers, innermost first: the first layer that has a name wins. Behind them come `env.NAME`, read from
 * `environment` and secret, and the built-in `$` names, whose every look-up makes a new value.
 */
export function createScope(
  layers: readonly ScopeLayer[],
  environment: ProcessEnvironment = {},
  hide: Scope['hide'] = () => undefined,
  more: Pick<Scope, 'mask' | 'random' | 'missingEnvironmentFile' | 'leftOut'> = {},
): Scope {
  return {
    ...more,
    hide,
    find: name => {
      // Nearly every name is that of a variable, and every request of a run asks for some.
      for (let index = 0; index < layers.length; index++) {
        const layer = layers[index] as ScopeLayer
        const value = Object.hasOwn(layer.values, name) ? layer.values[name] : undefined
        if (value !== undefined) {
          const literal = layer.literal === true || layer.name === 'extracted'
          return { value, literal, secret: layer.secret === true }
        }
      }
      return findInEnvironment(environment, name) ?? findBuiltIn(name, more.random)
    },
    names: () => [...new Set(layers.flatMap(layer => Object.keys(layer.values))), ...builtInNames()],
  }
}

/** The variable of the process environment that `env.NAME` names, or `undefined` for any other name. */
export function environmentVariable(name: string): string | undefined {
  return name.startsWith(environmentPrefix) && !hasFunctions(name)
    ? name.slice(environmentPrefix.length)
    : undefined
}

function findInEnvironment(environment: ProcessEnvironment, name: string): Variable | undefined {
  const key = environmentVariable(name)
  const value = key !== undefined && Object.hasOwn(environment, key) ? environment[key] : undefined
  return value === undefined ? undefined : { value, literal: true, secret: true }
}

function findBuiltIn(name: string, random?: () => number): Variable | undefined {
  const value = name.startsWith('$') ? generateBuiltIn(name, random) : undefined
  return value === undefined ? undefined : { value, literal: true, secret: false }
}
