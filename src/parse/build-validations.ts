import { operatorNames } from '../generated/language.ts'
import {
  type Condition,
  type Expectation,
  type Extract,
  type OperatorName,
  type Validation,
} from '../model/expectation.ts'
import type { JsonValue } from '../model/json.ts'
import type { DocumentPath, Span } from '../model/span.ts'
import { list, mapping, text } from './read-values.ts'
import { parseTarget } from './target.ts'
import type { YamlSource } from './yaml-source.ts'
import { isObject } from '../util/is-json.ts'

/** The validations of a list, malformed ones left out (the schema check reports them). */
export function buildValidations(
  value: unknown,
  source: YamlSource,
  path: DocumentPath,
): readonly Validation[] {
  const validations: Validation[] = []
  list(value).forEach((item, index) => {
    for (const [key, expected] of Object.entries(mapping(item))) {
      const validation = buildValidation(key, expected, source, [...path, index, key])
      if (validation !== undefined) validations.push(validation)
    }
  })
  return validations
}

function buildValidation(
  key: string,
  expected: JsonValue,
  source: YamlSource,
  path: DocumentPath,
): Validation | undefined {
  const span = source.keySpanOf(path)
  if (key === 'schema')
    return typeof expected === 'string' ? { target: { kind: 'schema' }, file: expected, span } : undefined
  const target = parseTarget(key)
  return target === undefined
    ? undefined
    : { target, expectations: buildExpectations(expected, source, path, span), span }
}

/** What is expected of one value: a bare value means `equals`, a mapping names operators. `span` is that of its key. */
export function buildExpectations(
  value: JsonValue,
  source: YamlSource,
  path: DocumentPath,
  span: Span,
): readonly Expectation[] {
  if (!isObject(value)) return [{ operator: 'equals', expected: value, span }]
  return Object.entries(value).flatMap(([operator, expected]) =>
    isOperator(operator) ? [{ operator, expected, span: source.keySpanOf([...path, operator]) }] : [],
  )
}

const operators = new Set<string>(operatorNames)

function isOperator(name: string): name is OperatorName {
  return operators.has(name)
}

/** The extracts of a step, in the order they are written. */
export function buildExtracts(value: unknown, source: YamlSource, path: DocumentPath): readonly Extract[] {
  return Object.entries(mapping(value)).flatMap(([variable, from]) => {
    const target = parseTarget(text(from) ?? text(mapping(from)['from']) ?? '')
    const regex = text(mapping(from)['regex'])
    if (target === undefined) return []
    return [
      {
        variable,
        target,
        span: source.keySpanOf([...path, variable]),
        ...(regex === undefined ? {} : { regex }),
      },
    ]
  })
}

/** The conditions of a step's `when`. */
export function buildConditions(
  value: unknown,
  source: YamlSource,
  path: DocumentPath,
): readonly Condition[] {
  return Object.entries(mapping(value)).map(([variable, expected]) => {
    const place = [...path, variable]
    const span = source.keySpanOf(place)
    return { variable, expectations: buildExpectations(expected, source, place, span), span }
  })
}
