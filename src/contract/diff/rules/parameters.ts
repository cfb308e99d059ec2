import type { Parameter } from '../../../api-description/api-description.ts'
import type { JsonObject } from '../../../model/json.ts'
import { mapping, property } from '../../../util/read-values.ts'
import type { OperationPair } from '../pairs/operation-pair.ts'
import { parameterPart } from '../pairs/part-names.ts'
import type { Finding, OperationRule } from './rule.ts'

type Found = readonly (Finding & { readonly part: string })[]

/** Parameters that came, went, and are needed or not. */
export const parameterExistenceRules: readonly OperationRule[] = [
  {
    id: 'new-required-request-parameter',
    level: 'breaking',
    description: 'There is a new parameter that is required',
    find: pair => added(pair, one => one.required && one.in !== 'path' && !hasDefault(one)),
  },
  {
    id: 'new-required-request-default-parameter-to-existing-path',
    level: 'breaking',
    description: 'There is a new parameter that is required, with a default',
    find: pair => added(pair, one => one.required && one.in !== 'path' && hasDefault(one)),
  },
  {
    id: 'new-request-path-parameter',
    level: 'breaking',
    description: 'There is a new parameter of the path',
    find: pair => added(pair, one => one.in === 'path'),
  },
  {
    id: 'new-optional-request-parameter',
    level: 'safe',
    description: 'There is a new parameter that may be left out',
    find: pair => added(pair, one => !one.required && !hasDefault(one)),
  },
  {
    id: 'new-optional-request-default-parameter-to-existing-path',
    level: 'safe',
    description: 'There is a new parameter that may be left out, with a default',
    find: pair => added(pair, one => !one.required && hasDefault(one)),
  },
  {
    id: 'request-parameter-removed',
    level: 'warning',
    description: 'A parameter is gone',
    find: pair => removed(pair, false),
  },
  {
    id: 'request-parameter-removed-with-deprecation',
    level: 'safe',
    description: 'A deprecated parameter is gone',
    find: pair => removed(pair, true),
  },
  {
    id: 'request-parameter-became-required',
    level: 'breaking',
    description: 'A parameter is required that could be left out',
    find: pair =>
      changed(pair, ({ required }, fresh) =>
        !required && fresh.required ? 'it is required now' : undefined,
      ),
  },
  {
    id: 'request-parameter-became-optional',
    level: 'safe',
    description: 'A parameter may be left out that was required',
    find: pair =>
      changed(pair, (old, { required }) =>
        old.required && !required ? 'it may be left out now' : undefined,
      ),
  },
]

function added({ parameters, after }: OperationPair, wanted: (parameter: Parameter) => boolean): Found {
  return parameters.added.filter(wanted).map(parameter => ({
    part: parameterPart(parameter),
    reason: parameter.required ? 'this parameter is new and required' : 'this parameter is new',
    after: after.locations.parameter(parameter.in, parameter.name),
  }))
}

function removed({ parameters, before }: OperationPair, deprecated: boolean): Found {
  return parameters.removed.flatMap(parameter => {
    const location = before.locations.parameter(parameter.in, parameter.name)
    const isDeprecated = property(mapping(location?.value), 'deprecated') === true
    if (isDeprecated !== deprecated) return []
    const reason = isDeprecated ? 'this parameter, which was deprecated, is gone' : 'this parameter is gone'
    return [{ part: parameterPart(parameter), reason, before: location }]
  })
}

/** The parameters of both sides for which `reasonOf` gives a reason; it also gets the parameters as written. */
export function changed(
  { parameters, before, after }: OperationPair,
  reasonOf: (
    old: Parameter,
    fresh: Parameter,
    written: { old: JsonObject; fresh: JsonObject },
  ) => string | undefined,
): Found {
  return parameters.both.flatMap(pair => {
    const old = before.locations.parameter(pair.before.in, pair.before.name)
    const fresh = after.locations.parameter(pair.after.in, pair.after.name)
    const reason = reasonOf(pair.before, pair.after, {
      old: mapping(old?.value),
      fresh: mapping(fresh?.value),
    })
    return reason === undefined
      ? []
      : [{ part: parameterPart(pair.after), reason, before: old, after: fresh }]
  })
}

function hasDefault({ schema }: Parameter): boolean {
  return property(mapping(schema?.value), 'default') !== undefined
}
