import type { CheckedNegative, CheckedOperation, NegativeSummary } from '../../model/contract-check.ts'
import { plural } from '../../util/quantity.ts'
import { inOutcomeColor, type Palette, symbols } from '../terminal/palette.ts'
import { oneLine } from '../text/printable.ts'
import { curlLines } from '../terminal/curl-lines.ts'

/** Every request that breaks a rule and was not refused as it has to be. */
export function negativeFailures(
  operations: readonly CheckedOperation[],
  colors: Palette,
): readonly (readonly string[])[] {
  const cases = operations.flatMap(({ negative = [] }) => negative)
  return cases
    .filter(({ outcome }) => outcome === 'failed' || outcome === 'errored')
    .map(one => negativeLines(one, colors))
}

/** `12 of 14 refused`, for the line of an operation. */
export function refusedNote({ negative = [] }: CheckedOperation): readonly string[] {
  const sent = negative.filter(({ outcome }) => outcome !== 'skipped')
  const refused = sent.filter(({ outcome }) => outcome === 'passed')
  return sent.length === 0 ? [] : [`${refused.length} of ${sent.length} refused`]
}

function negativeLines(
  { outcome, name, place, sent, reason, curl }: CheckedNegative,
  colors: Palette,
): readonly string[] {
  return [
    `${inOutcomeColor(outcome, symbols[outcome], colors)} ${colors.bold(oneLine(name))}`,
    ...(reason === undefined ? [] : [`  ${oneLine(reason)}`]),
    ...(sent === undefined ? [] : [`  sent as ${oneLine(place)}: ${oneLine(sent)}`]),
    ...curlLines(curl, colors, '  '),
  ]
}

/** Requests that break a rule and were not sent, or whose answers prove nothing, by the reason. */
export function notSentLines(operations: readonly CheckedOperation[], colors: Palette): readonly string[] {
  const left = operations.flatMap(({ operation, negative = [] }) =>
    negative
      .filter(({ outcome }) => outcome === 'skipped')
      .map(({ reason = '', status }) => ({
        operation,
        words: (count: string) => `${status === undefined ? 'not sent' : 'not judged'}: ${count}, ${reason}`,
      })),
  )
  const groups = [...new Set(left.map(({ words }) => words('')))]
  return groups.flatMap(group => {
    const own = left.filter(({ words }) => words('') === group)
    const names = new Set(own.map(({ operation }) => operation))
    const text = own[0]?.words(plural(own.length, 'negative case')) ?? ''
    return [
      `${colors.dim(symbols.skipped)} ${oneLine(text)}`,
      ...[...names].map(name => `    ${colors.dim(oneLine(name))}`),
    ]
  })
}

/** `87 negative cases: 3 failed, 80 refused, 4 not judged`. */
export function negativeInWords({ cases, passed, failed, errored, skipped }: NegativeSummary): string {
  const parts = [
    ...(errored > 0 ? [`${errored} errored`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
    `${passed} refused`,
    ...(skipped > 0 ? [`${skipped} not judged`] : []),
  ]
  return `${plural(cases, 'negative case')}: ${parts.join(', ')}`
}
