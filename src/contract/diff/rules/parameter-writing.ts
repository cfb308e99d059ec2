import type { Parameter } from '../../../api-description/api-description.ts'
import type { JsonObject } from '../../../model/json.ts'
import { mapping, property } from '../../../util/read-values.ts'
import type { OperationPair } from '../pairs/operation-pair.ts'
import { changed } from './parameters.ts'
import type { OperationRule } from './rule.ts'
import { show } from './keyword-locations.ts'
import { cameUp, isOther, type Wanted, wentAway } from './value-change.ts'

/** How the values of parameters are written, and what else is said of them. */
export const parameterWritingRules: readonly OperationRule[] = [
  {
    id: 'request-parameter-style-changed',
    level: 'breaking',
    description: 'The value of a parameter is written in another style',
    find: pair =>
      changed(pair, (old, fresh) =>
        bothStyled(old, fresh) && old.style !== fresh.style
          ? `the style went from ${old.style} to ${fresh.style}`
          : undefined,
      ),
  },
  {
    id: 'request-parameter-explode-changed',
    level: 'breaking',
    description: 'The items of a parameter are written together, or no longer',
    find: pair =>
      changed(pair, (old, fresh) =>
        bothStyled(old, fresh) &&
        old.explode !== fresh.explode &&
        (isMany(pair, 'before', old) || isMany(pair, 'after', fresh))
          ? `explode went from ${old.explode} to ${fresh.explode}`
          : undefined,
      ),
  },
  {
    id: 'request-parameter-content-type-changed',
    level: 'breaking',
    description: 'The value of a parameter is written in another media type',
    find: pair =>
      changed(pair, (old, fresh) =>
        old.mediaType?.toLowerCase() === fresh.mediaType?.toLowerCase()
          ? undefined
          : `it was written ${written(old)}, and is written ${written(fresh)}`,
      ),
  },
  {
    id: 'request-parameter-allow-reserved-removed',
    level: 'breaking',
    description: 'Reserved characters must be encoded in a parameter',
    find: pair => flagChanged(pair, 'allowReserved', true, 'reserved characters must be encoded now'),
  },
  {
    id: 'request-parameter-allow-reserved-added',
    level: 'safe',
    description: 'Reserved characters may stand in a parameter',
    find: pair => flagChanged(pair, 'allowReserved', false, 'reserved characters may stand there now'),
  },
  {
    id: 'request-parameter-allow-empty-value-removed',
    level: 'breaking',
    description: 'A parameter must have a value',
    find: pair => flagChanged(pair, 'allowEmptyValue', true, 'it must have a value now'),
  },
  {
    id: 'request-parameter-allow-empty-value-added',
    level: 'safe',
    description: 'A parameter may stand without a value',
    find: pair => flagChanged(pair, 'allowEmptyValue', false, 'it may stand without a value now'),
  },
  {
    id: 'request-parameter-deprecated',
    level: 'safe',
    description: 'A parameter is deprecated',
    find: pair => flagChanged(pair, 'deprecated', false, 'it is deprecated now'),
  },
  {
    id: 'request-parameter-reactivated',
    level: 'safe',
    description: 'A parameter is no longer deprecated',
    find: pair => flagChanged(pair, 'deprecated', true, 'it is no longer deprecated'),
  },
  {
    id: 'request-parameter-default-value-added',
    level: 'breaking',
    description: 'Leaving a parameter out means something now',
    find: pair => defaultChanged(pair, cameUp),
  },
  {
    id: 'request-parameter-default-value-removed',
    level: 'breaking',
    description: 'Leaving a parameter out does not mean the default any more',
    find: pair => defaultChanged(pair, wentAway),
  },
  {
    id: 'request-parameter-default-value-changed',
    level: 'breaking',
    description: 'Leaving a parameter out means something else',
    find: pair => defaultChanged(pair, isOther),
  },
]

function bothStyled({ mediaType }: Parameter, fresh: Parameter): boolean {
  return mediaType === undefined && fresh.mediaType === undefined
}

function written({ mediaType }: Parameter): string {
  return mediaType === undefined ? 'as text' : `in ${mediaType}`
}

/** True where a value is made of others, which only then are written in one way or another. */
function isMany(pair: OperationPair, side: 'before' | 'after', parameter: Parameter): boolean {
  const schema = schemaOf(pair, side, parameter)
  const types = [property(schema, 'type') ?? []].flat()
  return (
    types.includes('array') ||
    types.includes('object') ||
    ['properties', 'items', 'additionalProperties', 'allOf', 'oneOf', 'anyOf'].some(key =>
      Object.hasOwn(schema, key),
    )
  )
}

function schemaOf(pair: OperationPair, side: 'before' | 'after', { schema }: Parameter): JsonObject {
  if (schema === undefined) return {}
  const resolved = pair[side].description.documents.resolve(schema)
  return resolved.ok ? mapping(resolved.value.value) : {}
}

function flagChanged(
  pair: OperationPair,
  key: string,
  from: boolean,
  reason: string,
): ReturnType<typeof changed> {
  return changed(pair, (_, __, { old, fresh }) =>
    (property(old, key) === true) === from && (property(fresh, key) === true) !== from ? reason : undefined,
  )
}

function defaultChanged(pair: OperationPair, wanted: Wanted<string>): ReturnType<typeof changed> {
  return changed(pair, (old, fresh) => {
    if (fresh.required) return undefined
    const before = defaultOf(schemaOf(pair, 'before', old))
    const after = defaultOf(schemaOf(pair, 'after', fresh))
    return wanted(before, after)
      ? `the default went from ${before ?? 'none'} to ${after ?? 'none'}`
      : undefined
  })
}

function defaultOf(schema: JsonObject): string | undefined {
  const value = property(schema, 'default')
  return value === undefined ? undefined : show(value)
}
