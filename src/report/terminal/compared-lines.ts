import { plural } from '../../util/quantity.ts'
import { oneLine } from '../text/printable.ts'
import type { Palette } from './palette.ts'

/** A test beside the step that it was made of. */
export interface Compared {
  readonly case: string
  readonly here: string
  readonly there: string
  readonly verdict: keyof typeof verdicts
  readonly reason?: string
}

const verdicts = {
  same: '',
  flaky: 'another run ended otherwise: the API is unsteady, or the tests disturb each other',
  environment: 'something is missing here',
  lost: 'the step has more than its test: see what was lost',
  unset: 'the step could not begin without what an earlier one leaves',
  stopped: 'not run: this framework stops at the first failure of a file',
  different: 'ends otherwise every time',
} as const

/** A table of tests and their steps, and what to make of it. */
export function comparedLines(cases: readonly Compared[], colors: Palette): readonly string[] {
  const width = Math.min(70, Math.max(4, ...cases.map(one => oneLine(one.case).length)))
  const cells = (first: string, here: string, there: string): string =>
    `${first.padEnd(width)}  ${here.padEnd(7)}  ${there.padEnd(7)}`
  const rows = cases.flatMap(one => {
    const line = cells(oneLine(one.case), one.here, one.there)
    const isBad = one.verdict !== 'same' || one.there === 'failed'
    const why = [one.verdict === 'same' ? undefined : verdicts[one.verdict], isBad ? one.reason : undefined]
    return [
      isBad ? colors.red(line.trimEnd()) : line.trimEnd(),
      ...why.flatMap(text => (text === undefined ? [] : [`  ${oneLine(text)}`])),
    ]
  })
  const same = cases.filter(({ verdict }) => verdict === 'same').length
  const failed = cases.filter(({ there, verdict }) => verdict === 'same' && there === 'failed').length
  const other = cases.length - same
  const summary = [
    `${plural(cases.length, 'test')}: ${same} as in apitest`,
    ...(failed === 0 ? [] : [`${failed} of them failed`]),
    ...(other === 0 ? [] : [`${other} otherwise`]),
  ].join(', ')
  return [colors.dim(cells('case', 'here', 'there').trimEnd()), ...rows, '', summary]
}
