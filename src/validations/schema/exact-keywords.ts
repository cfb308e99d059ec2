import type { FuncKeywordDefinition } from 'ajv'
import type { DataValidateFunction, DataValidationCxt } from 'ajv/dist/types/index.js'
import type { JsonValue } from '../../model/json.ts'
import { compareNumbers, isMultipleOf, isNumber, type Numeric, numberText } from '../../util/exact-number.ts'
import { isCollection, isList, isObject } from '../../util/is-json.ts'
import { jsonEqual } from '../../util/json-equal.ts'
import type { Originals } from './exact-values.ts'
import { uniqueItemsOf } from './unique-items.ts'

/** The value that is being judged, before its numbers became doubles. ajv judges at once, so there is one at a time. */
export interface Judging {
  readonly root: JsonValue
  /** The same in doubles, which ajv sees. */
  readonly inDoubles: JsonValue
  readonly originals?: Originals | undefined
}

/**
 * The keywords that compare numbers, for values and schemas with numbers that no double is. `schemas` are the originals of the
 * schemas, and `judging` tells what is judged.
 */
export function exactKeywords(schemas: Originals, judging: () => Judging): readonly FuncKeywordDefinition[] {
  const written = (keyword: string, schema: JsonValue, parent: object): JsonValue => {
    const original = schemas.get(parent)
    return original !== undefined && isObject(original) ? (original[keyword] ?? schema) : schema
  }
  const actual = (data: JsonValue, context?: DataValidationCxt): JsonValue =>
    originalOf(data, context, judging())
  const numeric = (
    keyword: string,
    judge: (limit: Numeric, parent: Readonly<Record<string, unknown>>) => Judge | undefined,
  ): FuncKeywordDefinition => ({
    keyword,
    type: 'number',
    errors: true,
    compile(schema: JsonValue, parent: object) {
      const limit = written(keyword, schema, parent)
      const made = isNumber(limit) ? judge(limit, parent as Readonly<Record<string, unknown>>) : undefined
      if (made === undefined) return () => true
      return failing(keyword, made.params, made.message, (data, context) => {
        const number = actual(data, context)
        return !isNumber(number) || made.holds(number)
      })
    },
  })
  const constant = (
    keyword: string,
    allowed: (value: JsonValue) => readonly JsonValue[],
  ): FuncKeywordDefinition => ({
    keyword,
    errors: true,
    compile(schema: JsonValue, parent: object) {
      const value = written(keyword, schema, parent)
      const all = allowed(value)
      const params = keyword === 'const' ? { allowedValue: value } : { allowedValues: value }
      const message =
        keyword === 'const' ? 'must be equal to constant' : 'must be equal to one of the allowed values'
      return failing(keyword, params, message, (data, context) => {
        const found = actual(data, context)
        return all.some(one => jsonEqual(found, one))
      })
    },
  })
  return [
    numeric('maximum', (limit, { exclusiveMaximum }) => below(limit, exclusiveMaximum === true)),
    numeric('exclusiveMaximum', limit => below(limit, true)),
    numeric('minimum', (limit, { exclusiveMinimum }) => above(limit, exclusiveMinimum === true)),
    numeric('exclusiveMinimum', limit => above(limit, true)),
    numeric('multipleOf', limit => ({
      holds: number => isMultipleOf(number, limit),
      params: { multipleOf: Number(limit) },
      message: `must be multiple of ${numberText(limit)}`,
    })),
    constant('const', value => [value]),
    constant('enum', value => (isList(value) ? value : [])),
    uniqueItemsOf(actual),
  ]
}

interface Judge {
  holds(number: Numeric): boolean
  readonly params: object
  readonly message: string
}

function below(limit: Numeric, isExclusive: boolean): Judge {
  return compared(isExclusive ? '<' : '<=', limit, order => (isExclusive ? order < 0 : order <= 0))
}

function above(limit: Numeric, isExclusive: boolean): Judge {
  return compared(isExclusive ? '>' : '>=', limit, order => (isExclusive ? order > 0 : order >= 0))
}

function compared(comparison: string, limit: Numeric, holds: (order: number) => boolean): Judge {
  return {
    holds: number => holds(compareNumbers(number, limit)),
    params: { comparison, limit: Number(limit) },
    message: `must be ${comparison} ${numberText(limit)}`,
  }
}

/** A judge of ajv that says what is wrong in the words of ajv. */
function failing(
  keyword: string,
  params: object,
  message: string,
  holds: (data: JsonValue, context?: DataValidationCxt) => boolean,
): DataValidateFunction {
  const judge: DataValidateFunction = (data: JsonValue, context) => {
    if (holds(data, context)) return true
    judge.errors = [{ keyword, params, message }]
    return false
  }
  return judge
}

/** The original of a part of the value in doubles. */
function originalOf(data: JsonValue, context: DataValidationCxt | undefined, judging: Judging): JsonValue {
  const { originals, root, inDoubles } = judging
  if (originals === undefined) return data
  if (isCollection(data)) return originals.get(data) ?? data
  // Under `propertyNames` the context is that of the member, and what is judged its name.
  if (typeof data !== 'number') return data
  if (context === undefined || context.instancePath === '') return data === inDoubles ? root : data
  const parent = originals.get(context.parentData)
  if (parent === undefined || !isCollection(parent)) return data
  return (parent as Readonly<Record<string, JsonValue>>)[String(context.parentDataProperty)] ?? data
}
