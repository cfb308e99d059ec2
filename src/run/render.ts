import path from 'node:path'
import { actionNames, factsOf } from '../actions/index.ts'
import {
  type Expectation,
  isSchemaValidation,
  type SchemaValidation,
  type Validation,
} from '../model/expectation.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import { type PreparedTarget, prepareTarget } from '../extracts/prepare-target.ts'
import type { Settings } from '../model/settings.ts'
import { isConditional } from '../model/targets-of.ts'
import { joinExemptions } from '../model/exemption.ts'
import type { Step } from '../model/suite.ts'
import { holdsBraces } from '../template/holds-braces.ts'
import { templatesIn } from '../template/placeholders-in.ts'
import { renderText, renderValue, renderVariable } from '../template/render.ts'
import type { RenderProblem, RenderResult } from '../template/render-problem.ts'
import type { Scope } from '../template/scope.ts'
import { isList, isObject } from '../util/is-json.ts'
import { cutText } from '../util/cut-text.ts'
import { defined } from '../util/defined.ts'
import { areConstant, isConstantTarget, renderTargetValidation } from '../validations/render-targets.ts'
import { fitUrl, isUsualUrl, movedHosts } from './fit-url.ts'
import { urlCredentials } from '../secrets/index.ts'
import { sourceFrom } from '../util/is-url.ts'
import { hideCredentials, hideUrlPasswords } from './secret-variables.ts'
import { writeJson } from '../util/exact-number.ts'

/** A step's input and the settings it runs under, placeholders filled in. */
export interface RenderedInput {
  readonly input: JsonObject
  readonly settings: Settings
}

/**
 * Fills in a step's input and the settings that apply to it. A setting that the step replaces is not looked at: the step
 * that logs in may come before the token exists. The credentials in both are hidden before anybody sees them.
 */
export function renderInput(
  step: Pick<Step, 'action' | 'input' | 'transport'>,
  settings: Settings,
  scope: Scope,
): RenderResult<RenderedInput> {
  return renderUnder(settingsUnder(step, settings), step, scope)
}

/** The settings that apply to a step, as they are written: with its own words on how requests travel, without what it replaces. */
export function settingsUnder(
  { input, transport: own, contract }: Pick<Step, 'input' | 'transport' | 'contract'>,
  settings: Settings,
): Settings {
  const others = input['auth'] === undefined ? settings : withoutAuth(settings)
  const exempting =
    contract === undefined
      ? others
      : { ...others, ...defined({ contract: joinExemptions(others.contract, contract) }) }
  return own === undefined ? exempting : { ...exempting, transport: { ...exempting.transport, ...own } }
}

/** As `renderInput`, with the settings that apply to the step. */
export function renderUnder(
  settings: Settings,
  { action, input: written }: Pick<Step, 'action' | 'input'>,
  scope: Scope,
): RenderResult<RenderedInput> {
  const rendered = renderValue(written, scope)
  const shared = renderSettings(settings, scope)
  if (!rendered.ok || !shared.ok)
    return { ok: false, problems: [...problemsOf(rendered), ...problemsOf(shared)] }
  const filled = rendered.value as JsonObject
  const address = filled === written ? undefined : fitAddress(action, written, filled, scope)
  if (address?.ok === false) return address
  const input = address?.value ?? filled
  const { value: filledIn } = shared
  const unset = nullCredentials(input['auth'] === undefined ? settings.auth : written['auth'], scope)
  if (unset.length > 0) return { ok: false, problems: unset }
  hideCredentials(input['auth'] ?? filledIn.auth, scope.hide)
  hideCredentials(filledIn.transport, scope.hide)
  hideUrlPasswords(input[action] ?? null, scope.hide)
  return { ok: true, value: { input, settings: filledIn } }
}

/** The settings that may hold placeholders; without any, the same settings come of them each time. */
interface WrittenSettings {
  readonly written: JsonObject
  readonly constant?: RenderResult<Settings>
}

/** Most steps of a run have the same settings, which are taken apart once for all of them. */
const known = new WeakMap<Settings, WrittenSettings>()

function renderSettings(settings: Settings, scope: Scope): RenderResult<Settings> {
  let shared = known.get(settings)
  if (shared === undefined) known.set(settings, (shared = writtenSettings(settings)))
  if (shared.constant !== undefined) return shared.constant
  const filled = renderValue(shared.written, scope)
  return filled.ok ? { ok: true, value: { ...settings, ...(filled.value as object) } } : filled
}

function writtenSettings(settings: Settings): WrittenSettings {
  const { headers = {}, auth = 'none', transport } = settings
  const written: JsonObject = defined({ headers, auth, transport })
  return holdsBraces(written)
    ? { written }
    : { written, constant: { ok: true, value: { ...settings, ...written } } }
}

/** Parts of a request where null alone leaves something out, and in a longer text would be sent as the word. */
const addressed: ReadonlySet<string> = new Set(actionNames.flatMap(name => factsOf(name).addressed ?? []))

/**
 * The input with its address made fit to be sent, or what has made another one of it; undefined where it is fit. Asked for every
 * step of a run: nearly all are.
 */
function fitAddress(
  action: string,
  written: JsonObject,
  input: JsonObject,
  scope: Scope,
): RenderResult<JsonObject> | undefined {
  const given = input[action] ?? null
  if (factsOf(action).setsVariables === true) {
    const moved = movedHosts(written[action] ?? null, given, [action], scope)
    return moved.length === 0 ? undefined : { ok: false, problems: moved }
  }
  const nulls = nullsInTexts(written, input, scope)
  const isFit = !addressed.has(action) || (typeof given === 'string' && isUsualUrl(given, written))
  if (isFit) return nulls.length === 0 ? undefined : { ok: false, problems: nulls }
  return withFitUrls(action, written, input, { scope, nulls })
}

function withFitUrls(
  action: string,
  written: JsonObject,
  input: JsonObject,
  { scope, nulls }: { readonly scope: Scope; readonly nulls: readonly RenderProblem[] },
): RenderResult<JsonObject> | undefined {
  const given = input[action] ?? null
  const problems = [...nulls]
  const fitted = fitUrls(written[action] ?? null, given, (template, text, more) => {
    const fit = fitUrl(template, text, { step: written, path: [action, ...more] }, scope)
    problems.push(...fit.problems)
    return fit.url
  })
  if (problems.length > 0) return { ok: false, problems }
  return fitted === given ? undefined : { ok: true, value: { ...input, [action]: fitted } }
}

/** An address, or a list of them, each filled in one made fit; the same value where nothing changes. */
function fitUrls(
  written: JsonValue,
  filled: JsonValue,
  fit: (template: string, text: string, path: RenderProblem['path']) => string,
): JsonValue {
  if (typeof written === 'string' && typeof filled === 'string') return fit(written, filled, [])
  if (!isList(written) || !isList(filled)) return filled
  const urls = filled.map((url, index) =>
    fitUrls(written[index] ?? null, url, (template, text) => fit(template, text, [index])),
  )
  return urls.every((url, index) => url === filled[index]) ? filled : urls
}

/** Finds variables that are null in a longer text of an address. Nearly no text has the word in it, so that most look no further. */
function nullsInTexts(written: JsonObject, rendered: JsonObject, scope: Scope): readonly RenderProblem[] {
  let problems = noProblems
  for (const key in written)
    if (addressed.has(key) && holdsBraces(written[key] ?? null) && mayHoldNull(rendered[key]))
      problems = [...problems, ...nullsIn(key, written[key] ?? null, scope)]
  return problems
}

const noProblems: readonly RenderProblem[] = []

function mayHoldNull(value: JsonValue | undefined): boolean {
  const text = typeof value === 'string' ? value : (writeJson(value) as string | undefined)
  return text?.includes('null') === true
}

function nullsIn(key: string, template: JsonValue, scope: Scope): readonly RenderProblem[] {
  return templatesIn(template).flatMap(({ only, parts, path: place }) =>
    parts.flatMap((part): readonly RenderProblem[] => {
      if (typeof part === 'string' || only !== undefined) return []
      const { name, offset } = part
      const value = renderVariable(name, scope)
      if (!value.ok || value.value !== null) return []
      const message = `{{${name}}} is null, which "${key}" would send as the word`
      const hint = 'A value that is nothing but the placeholder is left out with it.'
      return [{ name, kind: 'null', path: [key, ...place], offset, message, hint }]
    }),
  )
}

/** Parts of credentials that may be missing. */
const optionalCredentials: ReadonlySet<string | number> = new Set([
  'password',
  'scope',
  'session-token',
  'parameters',
])

/** Finds variables that are null where credentials need a value. */
function nullCredentials(auth: JsonValue | undefined, scope: Scope): readonly RenderProblem[] {
  if (!isObject(auth) || !holdsBraces(auth)) return noProblems
  return templatesIn(auth).flatMap(({ parts, path: place }) =>
    parts.flatMap((part): readonly RenderProblem[] => {
      if (typeof part === 'string' || place.some(key => optionalCredentials.has(key))) return []
      const { name, offset } = part
      const value = renderVariable(name, scope)
      if (!value.ok || value.value !== null) return []
      const message = `{{${name}}} is null, and "auth" needs a value`
      return [{ name, kind: 'null', path: ['auth', ...place], offset, message }]
    }),
  )
}

function withoutAuth({ auth: _, ...settings }: Settings): Settings {
  return settings
}

function problemsOf<Value>(rendered: RenderResult<Value>): readonly RenderProblem[] {
  return rendered.ok ? [] : rendered.problems
}

/** Fills in the placeholders of the name of a step or a validation; it stays as written when one has no value. */
export function renderName(name: string, scope: Scope): string {
  const rendered = renderText(name, scope)
  return rendered.ok ? cutText(rendered.value, longestName) : name
}

/** Characters of a name that a variable has filled in; a longer one would bury everything else. */
const longestName = 500

/** Fills in the placeholders of a validation; a schema file's path becomes absolute. */
export function renderValidation(
  validation: Validation,
  scope: Scope,
  directory: string,
): RenderResult<Validation> {
  return isSchemaValidation(validation)
    ? renderSchema(validation, scope, directory)
    : renderTargetValidation(validation, scope)
}

/** A validation of which no condition and no variable changes what it looks at. */
export interface PlainValidation {
  readonly target: PreparedTarget
  readonly expectations: readonly Expectation[]
  /** True where no variable changes what it expects, either. */
  readonly isConstant: boolean
}

/** A validation that needs no more than its expectations filled in; undefined for others. */
export function plainValidation(validation: Validation): PlainValidation | undefined {
  if (isConditional(validation) || isSchemaValidation(validation)) return undefined
  const { target, expectations } = validation
  if (target.kind === 'snapshot' || !isConstantTarget(target)) return undefined
  return { target: prepareTarget(target), expectations, isConstant: areConstant(expectations) }
}

function renderSchema(
  validation: SchemaValidation,
  scope: Scope,
  directory: string,
): RenderResult<Validation> {
  if ('schema' in validation) return { ok: true, value: validation }
  if ('file' in validation) {
    const file = renderText(validation.file, scope)
    return file.ok ? { ok: true, value: { ...validation, file: path.resolve(directory, file.value) } } : file
  }
  const spec = renderText(validation.spec, scope)
  const operation = renderText(validation.operation, scope)
  if (!spec.ok || !operation.ok)
    return { ok: false, problems: [...problemsOf(spec), ...problemsOf(operation)] }
  for (const credential of urlCredentials(spec.value)) scope.hide(credential)
  const source = sourceFrom(directory, spec.value)
  return { ok: true, value: { ...validation, spec: source, operation: operation.value } }
}
