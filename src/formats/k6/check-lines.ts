import { checkCode, type Subject } from '../../compile/javascript/check-code.ts'
import type { CodeScope } from '../../compile/javascript/code-scope.ts'
import { pathCode } from '../../compile/javascript/path-code.ts'
import { printText } from '../../compile/javascript/print-text.ts'
import {
  type AnswerConditions,
  type Comparison,
  conditionsCode,
  type WrittenCheck,
} from '../../compile/written-checks.ts'
import type { Target } from '../../model/expectation.ts'

/** A check that k6 can make, and what it must hold; or the part of it that k6 cannot look at. */
export type CheckLine = MadeCheck | { readonly name: string; readonly why: string }

/** A check as an expression, and the one that is true for the answers it counts for. */
export interface MadeCheck {
  readonly name: string
  readonly code: string
  readonly condition?: string
}

/** Checks as functions of the answer, which is called `answer` in them. */
export function checkLines(checks: readonly WrittenCheck[], scope: CodeScope): readonly CheckLine[] {
  return checks.map(({ name, comparisons, conditions }): CheckLine => {
    const codes = comparisons.map(comparison => comparisonCode(comparison, scope))
    const lost = codes.find(code => code.startsWith('!!'))
    if (lost !== undefined) return { name, why: lost.slice(2) }
    if (conditions === undefined) return { name, code: codes.join(' && ') }
    const condition = conditionCode(conditions, 'answer', scope)
    return condition === undefined
      ? { name, why: 'k6 cannot look at its condition' }
      : { name, code: codes.join(' && '), condition }
  })
}

/** What is true for the answers that something counts for. */
export function conditionCode(
  conditions: AnswerConditions,
  answer: string,
  scope: CodeScope,
): string | undefined {
  return conditionsCode(conditions, comparison => {
    const code = comparisonCode(comparison, scope, answer)
    return code.startsWith('!!') ? undefined : code
  })
}

/**
 * `'status equals 200': answer => answer.status === 200`. One with a condition is left out where that is not so, or holds
 * there where the answer is yet to come.
 */
export function checkMember({ name, code, condition }: MadeCheck, isAnswered: boolean): string {
  if (condition === undefined) return `${printText(name)}: answer => ${code}`
  return isAnswered
    ? `...((answer => ${condition})(response) && { ${printText(name)}: answer => ${code} })`
    : `${printText(name)}: answer => !(${condition}) || (${code})`
}

/** The expression, or after `!!` why there is none. */
function comparisonCode({ target, expectation }: Comparison, scope: CodeScope, answer = 'answer'): string {
  if (target.kind === 'schema' || expectation === undefined) return '!!k6 has no JSON Schema'
  const subject = subjectOf(target, answer, scope)
  if (subject === undefined) return '!!k6 cannot look at it'
  return checkCode(subject, expectation, scope) ?? '!!the pattern is none of JavaScript'
}

/** What a target looks at in an answer of k6. */
export function subjectOf(target: Target, answer: string, scope: CodeScope): Subject | undefined {
  switch (target.kind) {
    case 'status':
      return { code: `${answer}.status`, textual: false, numeric: true }
    case 'time':
      return { code: `${answer}.timings.duration`, textual: false, numeric: true }
    case 'text':
      return { code: `String(${answer}.body ?? '')`, textual: true }
    case 'header':
      return { code: `${answer}.headers[${printText(canonical(target.name))}]`, textual: true }
    case 'json-path': {
      const path = pathCode(target.path, `jsonOf(${answer})`)
      if (path !== undefined && !target.path.includes('{{')) {
        scope.helper('jsonOf')
        return { code: path.code, textual: false, several: path.isList, path }
      }
      return undefined
    }
    case 'variable':
      return { code: scope.reference(target.name), textual: false }
    default:
      return undefined
  }
}

/** Header names as k6 has them: `X-Api-Version`. */
function canonical(name: string): string {
  return name.toLowerCase().replace(/(^|-)[a-z]/g, letter => letter.toUpperCase())
}
