import type { Expectation, Extract, Target, TargetValidation } from '../model/expectation.ts'
import { holdsBraces } from '../template/holds-braces.ts'
import { renderText, renderValue, renderVariable } from '../template/render.ts'
import type { RenderProblem, RenderResult } from '../template/render-problem.ts'
import type { Scope } from '../template/scope.ts'
import { hasBraces } from '../template/template.ts'
import { withoutGivenMarkers } from './given-markers.ts'

/** True where what is expected has no placeholders. */
export function areConstant(expectations: readonly Expectation[]): boolean {
  for (let index = 0; index < expectations.length; index++)
    if (holdsBraces(expectations[index]?.expected ?? null)) return false
  return true
}

/** True where a target has a name that is filled in. */
function isNamed(target: Target): target is Target & { kind: 'header' | 'trailer' | 'cookie' } {
  return target.kind === 'header' || target.kind === 'trailer' || target.kind === 'cookie'
}

/** True where a target has no placeholders. */
export function isConstantTarget(target: Target): boolean {
  if (target.kind === 'json-path') return !hasBraces(target.path)
  if (target.kind === 'xpath') return !hasBraces(target.expression)
  if (isNamed(target)) return !hasBraces(target.name)
  return target.kind !== 'variable'
}

/** Fills in the placeholders of a validation of a target. */
export function renderTargetValidation(
  validation: TargetValidation,
  scope: Scope,
): RenderResult<TargetValidation> {
  const target = renderTarget(validation.target, scope)
  const expectations = renderExpectations(validation.expectations, scope)
  if (!target.ok || !expectations.ok)
    return { ok: false, problems: [...problemsOf(target), ...problemsOf(expectations)] }
  return { ok: true, value: { ...validation, target: target.value, expectations: expectations.value } }
}

/**
 * Operators and what they compare with, with their placeholders filled in; the same list where there are none. What comes of
 * a placeholder is no operator.
 */
export function renderExpectations(
  expectations: readonly Expectation[],
  scope: Scope,
): RenderResult<readonly Expectation[]> {
  if (areConstant(expectations)) return { ok: true, value: expectations }
  const filled = new Array<Expectation>(expectations.length)
  const problems: RenderProblem[] = []
  for (let index = 0; index < expectations.length; index++) {
    const rendered = renderExpectation(expectations[index] as Expectation, scope)
    if (rendered.ok) filled[index] = rendered.value
    else problems.push(...rendered.problems)
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: filled }
}

function renderExpectation(expectation: Expectation, scope: Scope): RenderResult<Expectation> {
  const { operator, expected: written, inner, span } = expectation
  const expected = renderValue(written, scope)
  if (!expected.ok || expected.value === written)
    return expected.ok ? { ok: true, value: expectation } : expected
  const filled = operator === 'matches' ? withoutGivenMarkers(written, expected.value, scope) : expected.value
  const value: Expectation = { operator, expected: filled, written, span }
  if (inner === undefined) return { ok: true, value }
  const items = renderExpectations(inner, scope)
  return items.ok ? { ok: true, value: { ...value, inner: items.value } } : items
}

/** Fills in the placeholders of the target of an extract, or of its value; the same extract where there are none. */
export function renderExtract(extract: Extract, scope: Scope): RenderResult<Extract> {
  if ('value' in extract) {
    const given = renderValue(extract.value, scope)
    return given.ok ? { ok: true, value: { ...extract, value: given.value } } : given
  }
  const { default: written } = extract
  const isPlain = written === undefined || !holdsBraces(written)
  if (isPlain && isConstantTarget(extract.target)) return { ok: true, value: extract }
  const target = renderTarget(extract.target, scope)
  const instead = isPlain ? undefined : renderValue(written, scope)
  if (!target.ok) return target
  if (instead === undefined) return { ok: true, value: { ...extract, target: target.value } }
  return instead.ok
    ? { ok: true, value: { ...extract, target: target.value, default: instead.value } }
    : instead
}

function renderTarget(target: Target, scope: Scope): RenderResult<Target> {
  if (target.kind === 'json-path') {
    const path = renderText(target.path, scope)
    return path.ok ? { ok: true, value: { ...target, path: path.value } } : path
  }
  if (target.kind === 'variable') {
    const held = renderVariable(target.name, scope)
    return { ok: true, value: held.ok ? { ...target, value: held.value } : target }
  }
  if (target.kind === 'xpath') {
    const expression = renderText(target.expression, scope)
    return expression.ok ? { ok: true, value: { ...target, expression: expression.value } } : expression
  }
  if (isNamed(target)) {
    const name = renderText(target.name, scope)
    if (!name.ok) return name
    if (name.value !== '') return { ok: true, value: { ...target, name: name.value } }
    const message = `${target.name} is empty, and no ${target.kind} has no name`
    return { ok: false, problems: [{ name: '', kind: 'syntax', path: [], offset: 0, message }] }
  }
  return { ok: true, value: target }
}

function problemsOf<Value>(rendered: RenderResult<Value>): readonly RenderProblem[] {
  return rendered.ok ? [] : rendered.problems
}
