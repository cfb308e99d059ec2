import path from 'node:path'
import type { Expectation, Extract, Target, Validation } from '../model/expectation.ts'
import type { JsonObject } from '../model/json.ts'
import type { Settings } from '../model/settings.ts'
import type { Step } from '../model/suite.ts'
import { renderText, renderValue } from '../template/render.ts'
import type { RenderProblem, RenderResult } from '../template/render-problem.ts'
import type { Scope } from '../template/scope.ts'

/** A step's input and the settings it runs under, placeholders filled in. */
export interface RenderedInput {
  readonly input: JsonObject
  readonly settings: Settings
}

/**
 * Fills in a step's input and the settings that apply to it. A setting that the step replaces is not looked at: the step
 * that logs in may come before the token exists.
 */
export function renderInput(step: Step, settings: Settings, scope: Scope): RenderResult<RenderedInput> {
  const applying = step.input['auth'] === undefined ? settings : withoutAuth(settings)
  const input = renderValue(step.input, scope)
  const { headers = {}, auth = 'none' } = applying
  const shared = renderValue({ headers, auth }, scope)
  if (!input.ok || !shared.ok) return { ok: false, problems: [...problemsOf(input), ...problemsOf(shared)] }
  return {
    ok: true,
    value: { input: input.value as JsonObject, settings: { ...applying, ...(shared.value as object) } },
  }
}

function withoutAuth({ auth: _, ...settings }: Settings): Settings {
  return settings
}

function problemsOf<Value>(rendered: RenderResult<Value>): readonly RenderProblem[] {
  return rendered.ok ? [] : rendered.problems
}

/** A validation with its placeholders filled in; a schema file's path becomes absolute. */
export function renderValidation(validation: Validation, scope: Scope, directory: string): Validation {
  if ('file' in validation)
    return { ...validation, file: path.resolve(directory, renderOr(validation.file, scope)) }
  const expectations = validation.expectations.map(expectation => renderExpectation(expectation, scope))
  return { ...validation, target: renderTarget(validation.target, scope), expectations }
}

/** An extract with the placeholders of its target filled in. */
export function renderExtract(extract: Extract, scope: Scope): Extract {
  return { ...extract, target: renderTarget(extract.target, scope) }
}

/** What is expected, filled in; with a name that has no value it stays as written and cannot hold. */
export function renderExpectation(expectation: Expectation, scope: Scope): Expectation {
  const expected = renderValue(expectation.expected, scope)
  return expected.ok && expected.value !== expectation.expected
    ? { ...expectation, expected: expected.value }
    : expectation
}

function renderTarget(target: Target, scope: Scope): Target {
  if (target.kind === 'json-path' && target.path.includes('{{'))
    return { ...target, path: renderOr(target.path, scope) }
  return target
}

function renderOr(text: string, scope: Scope): string {
  const rendered = renderText(text, scope)
  return rendered.ok ? rendered.value : text
}
