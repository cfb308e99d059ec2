import type { operatorNames } from '../generated/language.ts'
import type { JsonObject, JsonValue } from './json.ts'
import type { Span } from './span.ts'

/** The name of an operator of the suite language. */
export type OperatorName = Exclude<(typeof operatorNames)[number], FileOperator>

/** Operators that name a file, and those that compare with its contents. */
export const fileOperators = { 'equals-file': 'equals', 'matches-file': 'matches' } as const

export type FileOperator = keyof typeof fileOperators

/** One comparison of a validation or condition: an operator and what is expected. May still hold `{{name}}`. */
export interface Expectation {
  readonly operator: OperatorName
  readonly expected: JsonValue
  /**
   * The expectations that `each`, `any` or `none` have of an item, or `has-length` of the length. `expected` is the
   * same as written.
   */
  readonly inner?: readonly Expectation[]
  /** The operand as it was before its placeholders were filled in; absent when there are none. */
  readonly written?: JsonValue
  readonly span: Span
}

/** The operators that look at the items of a list, and whose operand is an expectation. */
export const quantifiers = ['each', 'any', 'none'] as const satisfies readonly OperatorName[]

export type QuantifierName = (typeof quantifiers)[number]

/** True where an operator looks at the items of a list. */
export function isQuantifier(operator: OperatorName): operator is QuantifierName {
  return operator === 'each' || operator === 'any' || operator === 'none'
}

/** Names of the values that some protocols give of a response or a message, each a target of that name. */
export const fieldNames = [
  'close-code',
  'close-reason',
  'details',
  'event',
  'id',
  'key',
  'offset',
  'partition',
  'routing-key',
  'status-message',
] as const

export type FieldName = (typeof fieldNames)[number]

/** The parts that a cookie that is set can have beside its value. */
export const cookieParts = [
  'domain',
  'path',
  'expires',
  'max-age',
  'secure',
  'http-only',
  'same-site',
  'partitioned',
] as const

export type CookiePart = (typeof cookieParts)[number]

/** The parts of the server's certificate that can be looked at. */
export const certificateParts = [
  'subject',
  'issuer',
  'names',
  'starts',
  'expires',
  'serial-number',
  'fingerprint',
] as const

export type CertificatePart = (typeof certificateParts)[number]

/** The part of an exchange that a validation or an extract looks at, or that of a message for an expectation. */
export type Target =
  | { readonly kind: 'status' }
  | { readonly kind: 'header'; readonly name: string }
  | { readonly kind: 'trailer'; readonly name: string }
  | { readonly kind: 'field'; readonly name: FieldName }
  | VariableTarget
  | ParameterTarget
  | { readonly kind: 'json-path'; readonly path: string }
  | { readonly kind: 'text' }
  | { readonly kind: 'time' }
  | { readonly kind: 'size' | 'sha256' | 'file' }
  | { readonly kind: 'url' | 'snapshot' }
  | CookieTarget
  | { readonly kind: 'xpath'; readonly expression: string }
  | { readonly kind: 'certificate'; readonly part: CertificatePart }

/** A cookie that the answer sets: its value, or a part of it. */
export interface CookieTarget {
  readonly kind: 'cookie'
  readonly name: string
  readonly part?: CookiePart
}

/** A parameter of a request that a mock received: of its query, or of the path of its route. */
export interface ParameterTarget {
  readonly kind: 'query' | 'path'
  readonly name: string
}

/** A variable of the run. */
export interface VariableTarget {
  readonly kind: 'variable'
  readonly name: string
  /** Value of the variable; only there when placeholders are filled in, and not if there is no such variable. */
  readonly value?: JsonValue
}

/** A target with everything expected of it, or a schema. */
export type Validation = TargetValidation | SchemaValidation

/** A target with everything expected of it. */
export type TargetValidation = NamedPlace & {
  readonly target: Target
  readonly expectations: readonly Expectation[]
}

/**
 * That the body satisfies a schema: a JSON Schema file, one that stands in the suite, or what an API description says of
 * an operation's answer.
 */
export type SchemaValidation = NamedPlace & { readonly target: { readonly kind: 'schema' } } & (
    | { readonly file: string }
    | { readonly schema: JsonObject }
    | { readonly spec: string; readonly operation: string }
  )

/** True where a validation holds the body against a schema. */
export function isSchemaValidation(validation: Validation): validation is SchemaValidation {
  return validation.target.kind === 'schema'
}

/** The texts that name a schema, in which there may be placeholders; none where it stands in the suite. */
export function schemaTexts(validation: SchemaValidation): readonly string[] {
  if ('schema' in validation) return []
  return 'file' in validation ? [validation.file] : [validation.spec, validation.operation]
}

interface NamedPlace extends Conditional {
  /** Name of the validation in reports; several of a step may share a name. May still hold `{{name}}`. */
  readonly name?: string
  readonly span: Span
}

/** When a validation or an extract counts: where every one of `when` holds, and none of `unless`. */
export interface Conditional {
  readonly when?: readonly AnswerCondition[]
  readonly unless?: readonly AnswerCondition[]
}

/** Condition on a response: it holds when everything that is expected of its targets does. */
export interface AnswerCondition {
  readonly targets: readonly TargetValidation[]
}

/** A variable and its value, or where in the answer that is. */
export type Extract = FoundExtract | GivenExtract

interface NamedExtract extends Conditional {
  readonly variable: string
  /** No output shows what the variable holds. */
  readonly secret?: true
  readonly span: Span
}

/** A value out of the answer. */
export interface FoundExtract extends NamedExtract {
  readonly target: Target
  /** Takes its first group out of the value's text. */
  readonly regex?: string
  /** Without such a value the variable stays as it is, and the step does not fail. */
  readonly optional?: boolean
  /** Value of the variable where no such value is found; may still hold `{{name}}`. */
  readonly default?: JsonValue
  /** Puts what is found behind the list that the variable holds. */
  readonly append?: true
  /** The variable is meant to be one that an earlier step has extracted. */
  readonly overwrite?: true
}

/** A value that is said; may still hold `{{name}}`. */
export interface GivenExtract extends NamedExtract {
  readonly value: JsonValue
}

/** A variable with everything expected of it: what a step's `when` and `unless` list. */
export interface Condition {
  readonly variable: string
  /** It stands under `unless`: where all such hold, the step does not run. */
  readonly isDenied?: true
  readonly expectations: readonly Expectation[]
  readonly span: Span
}
