import { createSchemaLibrary, judgeExchange } from '../../../../validations/index.ts'
import { takeExtract } from '../../../../extracts/index.ts'
import { exchangeWith, span, type AnswerForTest } from '../../../../extracts/testing/exchange.ts'
import type { JsonObject, JsonValue } from '../../../../model/json.ts'
import { pathObstacle } from '../../../../json-path/index.ts'
import { buildExtracts, buildValidations } from '../../../../parse/build-validations.ts'
import { appliesTo } from '../../../../validations/conditions.ts'
import { renderValidation } from '../../../../run/render.ts'
import { renderExtract } from '../../../../validations/render-targets.ts'
import { createScope } from '../../../../template/scope.ts'
import { renderText } from '../../../../template/render.ts'
import { partsOf } from '../validation-name.ts'
import type { OfficialRun, OfficialSandbox } from './official-sandbox.ts'
import { whenLoaded } from '../../../../util/lazy-part.ts'

/** The parts of a step that judge a response. */
export interface StepForTest {
  readonly validations?: readonly JsonObject[]
  readonly extracts?: Readonly<Record<string, JsonValue>>
  readonly rest?: string
}

/** Result of a step: each name's verdict, and whether anything without a name failed. */
export interface StepRun {
  readonly tests: ReadonlyMap<string, boolean>
  /** Names that validations bear which were skipped. */
  readonly skipped: ReadonlySet<string>
  readonly passed: boolean
  readonly variables: Readonly<Record<string, JsonValue>>
}

/** Judges an answer as a run does: extracts, then the script, then the validations. The default rule for the status is left out. */
export async function runTranslated(
  { validations = [], extracts = {}, rest = '' }: StepForTest,
  answer: AnswerForTest,
  given: Readonly<Record<string, JsonValue>>,
  sandbox: OfficialSandbox,
): Promise<StepRun> {
  const extracted = await runExtracts(extracts, answer, given)
  const before = { ...given, ...extracted.variables }
  const script: OfficialRun =
    rest.trim() === ''
      ? { tests: new Map(), variables: before }
      : await sandbox.run(rest, 'after', answer, before)
  const judged = await runValidations(validations, answer, { ...before, ...script.variables })
  const tests = new Map(script.tests)
  for (const { name, passed, isSkipped } of judged)
    if (name !== undefined && !isSkipped) tests.set(name, passed && tests.get(name) !== false)
  const skipped = new Set(judged.flatMap(({ name, isSkipped }) => (isSkipped ? (name ?? []) : [])))
  const passed =
    extracted.passed &&
    script.error === undefined &&
    [...script.tests.values()].every(Boolean) &&
    judged.every(one => one.passed)
  return { tests, skipped, passed, variables: script.variables }
}

/**
 * The names of validations that something stands in the way of: a name that is looked for in a list or a text is undefined in
 * JavaScript, and fails `missing: true`, which is a difference that is accepted (docs/postman-scripts.md).
 */
export function inTheWay(
  validations: readonly JsonObject[],
  { json, text }: AnswerForTest,
): ReadonlySet<string> {
  const body = text === undefined ? json : parsed(text)
  if (body === undefined) return new Set()
  return new Set(
    validations.flatMap(({ name, ...validation }) => {
      const { target, operators } = partsOf(validation)
      const isAbsence = operators.some(([operator, wanted]) => operator === 'missing' && wanted === true)
      const isBlocked = isAbsence && target.startsWith('$') && pathObstacle(target, body) !== undefined
      return isBlocked && typeof name === 'string' ? [name] : []
    }),
  )
}

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return undefined
  }
}

const keySpans = { keySpanOf: () => span }
const schemas = createSchemaLibrary()

async function runExtracts(
  extracts: Readonly<Record<string, JsonValue>>,
  answer: AnswerForTest,
  given: Readonly<Record<string, JsonValue>>,
): Promise<{ readonly passed: boolean; readonly variables: Readonly<Record<string, JsonValue>> }> {
  const variables: Record<string, JsonValue> = {}
  let passed = true
  for (const extract of buildExtracts(extracts, keySpans, [])) {
    const scope = createScope([{ name: 'extracted', values: { ...given, ...variables }, literal: true }])
    const applies = await whenLoaded(() => appliesTo(extract, exchangeWith(answer), scope))
    if ('reason' in applies) continue
    const rendered = renderExtract(extract, scope)
    const result = rendered.ok
      ? await whenLoaded(() => takeExtract(rendered.value, exchangeWith(answer)))
      : undefined
    if (result?.value !== undefined) variables[extract.variable] = result.value
    passed &&= result !== undefined && (result.found || result.optional === true)
  }
  return { passed, variables }
}

async function runValidations(
  validations: readonly JsonObject[],
  answer: AnswerForTest,
  variables: Readonly<Record<string, JsonValue>>,
): Promise<
  readonly { readonly name: string | undefined; readonly passed: boolean; readonly isSkipped: boolean }[]
> {
  const scope = createScope([{ name: 'extracted', values: variables, literal: true }])
  const built = buildValidations(validations, keySpans, [])
  return Promise.all(
    built.map(async validation => {
      const name = validation.name === undefined ? undefined : nameText(validation.name)
      const applies = await whenLoaded(() => appliesTo(validation, exchangeWith(answer), scope))
      if ('reason' in applies) return { name, passed: true, isSkipped: true }
      const rendered = renderValidation(validation, scope, process.cwd())
      const results = rendered.ok
        ? await whenLoaded(() => judgeExchange(rendered.value, exchangeWith(answer), schemas))
        : undefined
      return { name, passed: results?.every(result => result.passed) === true, isSkipped: false }
    }),
  )
}

function nameText(name: string): string {
  const rendered = renderText(name, createScope([]))
  return rendered.ok ? rendered.value : name
}
