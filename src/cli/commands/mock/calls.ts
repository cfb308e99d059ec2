import { readMockCalls } from '../../../operations/mocks/read-mock-calls.ts'
import type { JsonObject } from '../../../model/json.ts'
import type { Result } from '../../../model/problem.ts'
import { oneLine } from '../../../report/text/printable.ts'
import { cutText } from '../../../util/cut-text.ts'
import { plural } from '../../../util/quantity.ts'
import { list, mapping, texts } from '../../../util/read-values.ts'
import { valueText } from '../../../util/value-text.ts'
import { asking } from '../../asking.ts'
import { printAside } from '../../print.ts'
import { outputPalette, printResult } from '../../print-result.ts'
import { savedOptions } from '../../saved/saved-options.ts'

/** `apitest mock calls`: what a mock received. */
export const command = asking(readMockCalls, {
  positionals: ['name', 'route'],
  keys: { route: { array: true, read: joined } },
  options: savedOptions,
  examples: [['mock calls payments POST /charges --json', 'The calls of one route, with headers and bodies']],
  show(calls, given) {
    if (calls.ok && given.json !== true) {
      const { count, dropped = 0, refused = 0, refusals = [] } = calls.value
      printAside(
        `${[
          plural(count, 'call'),
          ...(dropped === 0 ? [] : [`the last ${count - dropped - refused} of them kept`]),
          ...(refused === 0 ? [] : [`${refused} that could not be read`]),
        ].join(
          ', ',
        )}\n${refusals.map(({ reason, count: times }) => `  ${oneLine(reason)} (${plural(times, 'time')})\n`).join('')}`,
      )
    }
    return printResult(calls, given, value => value.calls.map(linesOf))
  },
})

function joined(words: readonly string[]): Result<string> {
  return { ok: true, value: words.join(' ') }
}

/** `2026-11-23T08:00:00.000Z 201 POST /charges  POST /charges`, and what went wrong on purpose; below it what went wrong otherwise, and is to be noted. */
function linesOf(call: JsonObject): string {
  const { at, status, method, url, route, fault, aborted, problem, nearest, note } = call
  const colors = outputPalette()
  const answered =
    route === null || route === undefined
      ? colors.red('no route answers')
      : colors.dim(oneLine(valueText(route)))
  const details = [
    // That no route answers is said already.
    ...(nearest === undefined
      ? texts([problem])
      : list(nearest).map(
          one => `${valueText(mapping(one)['route'] ?? '')}: ${valueText(mapping(one)['reason'] ?? '')}`,
        )),
    ...texts([note]),
  ].map(detail => colors.yellow(cutText(oneLine(detail), 300)))
  const line = [
    colors.dim(valueText(at ?? '')),
    valueText(status ?? (fault === undefined && aborted === undefined ? '...' : '-')).padStart(3),
    cutText(oneLine(`${valueText(method ?? '')} ${valueText(url ?? '')}`), 200),
    answered,
    ...(fault === undefined ? [] : [colors.yellow(`fault ${valueText(fault)}`)]),
    ...(aborted === undefined ? [] : [colors.yellow('aborted')]),
  ].join('  ')
  return [line, ...details].join('\n    ')
}
