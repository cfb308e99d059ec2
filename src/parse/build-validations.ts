import { operatorNames } from '../generated/language.ts'
import {
  type AnswerCondition,
  type Condition,
  type Conditional,
  type Expectation,
  type FileOperator,
  fileOperators,
  type Extract,
  isQuantifier,
  isSchemaValidation,
  type OperatorName,
  type Validation,
} from '../model/expectation.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import { type DocumentPath, pathTo, type Span } from '../model/span.ts'
import { list, mapping, text } from '../util/read-values.ts'
import { parseTarget } from './target.ts'
import type { YamlSource } from '../document/index.ts'
import { isList, isObject } from '../util/is-json.ts'
import { defined } from '../util/defined.ts'

/** The validations of a list, malformed ones left out (the schema check reports them). */
export function buildValidations(
  value: unknown,
  source: KeySpans,
  path: DocumentPath,
): readonly Validation[] {
  const validations: Validation[] = []
  const items = list(value)
  for (let index = 0; index < items.length; index++) {
    const written = mapping(items[index])
    const place = pathTo(path, index)
    const { name, when, unless } = written
    if (name === undefined && when === undefined && unless === undefined)
      addTargets(validations, written, source, place)
    else {
      const common = defined({ name: text(name), ...buildConditional(written, source, place) })
      for (const target of buildTargets(written, source, place)) validations.push({ ...common, ...target })
    }
  }
  return validations
}

/** The validations of a mapping from targets to what is expected of each. */
export function buildTargets(value: unknown, source: KeySpans, path: DocumentPath): readonly Validation[] {
  const validations: Validation[] = []
  addTargets(validations, mapping(value), source, path)
  return validations
}

function addTargets(to: Validation[], written: JsonObject, source: KeySpans, path: DocumentPath): void {
  for (const key in written) {
    const validation = buildValidation(key, written[key] ?? null, source, pathTo(path, key))
    if (validation !== undefined) to.push(validation)
  }
}

/** Says where a key of a document stands. */
export type KeySpans = Pick<YamlSource, 'keySpanOf'>

function buildValidation(
  key: string,
  expected: JsonValue,
  source: KeySpans,
  path: DocumentPath,
): Validation | undefined {
  const span = source.keySpanOf(path)
  if (key === 'schema') return buildSchema(expected, span)
  if (key === 'snapshot')
    return { target: { kind: 'snapshot' }, expectations: [{ operator: 'equals', expected, span }], span }
  const target = parseTarget(key)
  return target === undefined
    ? undefined
    : { target, expectations: buildExpectations(expected, source, path, span), span }
}

/** A text names a file; a mapping names an operation of an API description, or is a schema itself. */
function buildSchema(expected: JsonValue, span: Span): Validation | undefined {
  const target = { kind: 'schema' } as const
  if (typeof expected === 'string') return { target, file: expected, span }
  const names = isObject(expected) && ['spec', 'operation'].some(key => Object.hasOwn(expected, key))
  if (isObject(expected) && !names) return { target, schema: expected, span }
  const spec = text(mapping(expected)['spec'])
  const operation = text(mapping(expected)['operation'])
  return spec === undefined || operation === undefined ? undefined : { target, spec, operation, span }
}

/**
 * Builds the expectations of one value: a bare value means `equals`, a mapping names operators. `span` is that of its
 * key.
 */
export function buildExpectations(
  value: JsonValue,
  source: KeySpans,
  path: DocumentPath,
  span: Span,
): readonly Expectation[] {
  if (!isObject(value)) return [{ operator: 'equals', expected: value, span }]
  const expectations: Expectation[] = []
  for (const operator in value) {
    // A value with `within` so much of another is one comparison.
    const expected = value[operator] ?? null
    if (isFileOperator(operator)) {
      // Its file could not be read in, which is told: nothing is judged.
      const span = source.keySpanOf(pathTo(path, operator))
      expectations.push({ operator: fileOperators[operator], expected, span })
      continue
    }
    if (!isOperator(operator) || operator === 'within') continue
    if (operator === 'equals' && value['within'] !== undefined) {
      const { within } = value
      const at = source.keySpanOf(pathTo(path, 'within'))
      expectations.push({ operator: 'within', expected: { equals: expected, within }, span: at })
      continue
    }
    const place = pathTo(path, operator)
    const own = { operator, expected, span: source.keySpanOf(place) }
    const hasInner = isQuantifier(operator) || (operator === 'has-length' && isObject(expected))
    expectations.push(
      hasInner ? { ...own, inner: buildExpectations(expected, source, place, own.span) } : own,
    )
  }
  return expectations
}

const operators = new Set<string>(operatorNames)

function isOperator(name: string): name is OperatorName {
  return operators.has(name)
}

function isFileOperator(name: string): name is FileOperator {
  return Object.hasOwn(fileOperators, name)
}

/** The extracts of a step, in the order they are written. */
export function buildExtracts(value: unknown, source: KeySpans, path: DocumentPath): readonly Extract[] {
  const extracts: Extract[] = []
  const all = mapping(value)
  for (const variable in all) {
    const extract = buildExtract(variable, all[variable] ?? null, source, pathTo(path, variable))
    if (extract !== undefined) extracts.push(extract)
  }
  return extracts
}

function buildExtract(
  variable: string,
  written: JsonValue,
  source: KeySpans,
  path: DocumentPath,
): Extract | undefined {
  const span = source.keySpanOf(path)
  if (typeof written === 'string') {
    const target = parseTarget(written)
    return target === undefined ? undefined : { variable, target, span }
  }
  const all = mapping(written)
  const { from, regex, optional: isOptional, default: instead, append, value: given } = all
  const isSecret = all['secret'] === true
  const common = {
    ...(isSecret ? { secret: true as const } : {}),
    ...buildConditional(all, source, path),
  }
  if (given !== undefined) return { variable, value: given, span, ...common }
  const target = parseTarget(text(from) ?? '')
  if (target === undefined) return undefined
  return defined({
    variable,
    target,
    span,
    regex: text(regex),
    ...(isOptional === true ? { optional: true } : {}),
    default: instead,
    ...(append === true ? { append: true as const } : {}),
    ...(all['overwrite'] === true ? { overwrite: true as const } : {}),
    ...common,
  })
}

/** When a validation or an extract counts, or the route of a mock answers. */
export function buildConditional(written: JsonObject, source: KeySpans, path: DocumentPath): Conditional {
  const { when, unless } = written
  if (when === undefined && unless === undefined) return unconditional
  return defined({
    when: buildAnswerConditions(when, source, [...path, 'when']),
    unless: buildAnswerConditions(unless, source, [...path, 'unless']),
  })
}

const unconditional: Conditional = {}

/** One condition, or a list of them. */
export function buildAnswerConditions(
  value: JsonValue | undefined,
  source: KeySpans,
  path: DocumentPath,
): readonly AnswerCondition[] | undefined {
  if (value === undefined) return undefined
  const conditions = isList(value)
    ? value.map((item, index) => buildTargets(item, source, [...path, index]))
    : [buildTargets(value, source, path)]
  return conditions.map(targets => ({
    targets: targets.flatMap(target => (isSchemaValidation(target) ? [] : [target])),
  }))
}

/** The conditions of a step, which stands at `path`: those of its `when`, and of its `unless`. */
export function buildConditions(
  { when, unless }: JsonObject,
  source: KeySpans,
  path: DocumentPath,
): readonly Condition[] {
  if (when === undefined && unless === undefined) return none
  const denied = conditionsOf(unless, source, [...path, 'unless'])
  return [
    ...conditionsOf(when, source, [...path, 'when']),
    ...denied.map(condition => ({ ...condition, isDenied: true as const })),
  ]
}

const none: readonly never[] = []

function conditionsOf(
  value: JsonValue | undefined,
  source: KeySpans,
  path: DocumentPath,
): readonly Condition[] {
  return Object.entries(mapping(value)).map(([variable, expected]) => {
    const place = [...path, variable]
    const span = source.keySpanOf(place)
    return { variable, expectations: buildExpectations(expected, source, place, span), span }
  })
}
