import type { StepResult } from '../../model/result.ts'
import type { Explanation } from '../explain/explain.ts'
import { oneLine } from '../text/printable.ts'
import type { Palette } from './palette.ts'

/**
 * Shows the meaning of a response, why and what to do, each in a line: of a plain success the meaning alone, and of one
 * that is not as expected only the cause. Words of failures and their hints are not said again.
 */
export function explanationLines(
  explanation: Explanation | undefined,
  result: StepResult,
  colors: Palette,
): string[] {
  if (explanation === undefined) return []
  const meaning = isSuccess(result) && result.outcome !== 'passed' ? [] : [explanation.meaning]
  return [...meaning, ...untold(explanation, result)].map(text => colors.dim(oneLine(text)))
}

/** Says what the answer of a step means; most runs need no such words, and the terminal loads them for the first failure. */
export type Explain = (result: StepResult) => Explanation | undefined

/** The cause of a failure and what to do, where its messages and hints say nothing of them; made when somebody looks. */
export function reasonsBeyondHints(result: StepResult, explain: Explain): readonly string[] {
  const { outcome, exchange } = result
  // Where no answer came, the failure and its hint say it.
  if (outcome === 'passed' || outcome === 'skipped' || exchange?.response === undefined) return []
  const explanation = explain(result)
  return explanation === undefined ? [] : untold(explanation, result)
}

function untold({ cause, next }: Explanation, { failures }: StepResult): readonly string[] {
  const told = failures.flatMap(({ message, hint }) => [message, hint ?? []].flat()).map(oneLine)
  return [cause, next].flatMap(text => {
    if (text === undefined) return []
    // A hint may have been gone on with, and a message has no full stop.
    const rest = told.reduce((left, one) => (one === '' ? left : left.replace(one, '').trim()), text)
    const isTold = told.some(one => one.includes(rest.replace(/\.$/, '')))
    return rest === '' || isTold ? [] : [rest]
  })
}

/** True for a status without trouble: its meaning is no news. */
function isSuccess({ outcome, exchange }: StepResult): boolean {
  const { status } = exchange?.response ?? {}
  return typeof status === 'number'
    ? status < 300
    : status === undefined
      ? outcome === 'passed'
      : status === 'OK'
}
