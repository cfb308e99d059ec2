import type { RunEvent, StepFinished } from '../model/run-event.ts'
import type { StepResult } from '../model/result.ts'
import { json } from '../report/json.ts'
import { formatProblems } from '../report/problems.ts'
import { palette } from '../report/terminal/palette.ts'
import { stepDetails, type StepFormat, stepTitle, titleOf } from '../report/terminal/step-lines.ts'
import { explain } from '../report/explain/explain.ts'
import { summaryLines } from '../report/terminal/summary-lines.ts'
import { oneLine } from '../report/text/printable.ts'
import { plural } from '../util/quantity.ts'

/** Result of a run: the lines that tell it, and the whole report. */
export interface RecordedRun {
  readonly lines: readonly string[]
  /** A `RunReport` as JSON. */
  readonly report: string
}

/** Steps that are told with their details, and lines of steps altogether. */
const mostDetailed = 8
const mostLines = 60

const colors = palette(false)

/** Records the run of an operation that runs steps; undefined where none ran and nothing was wrong. */
export async function recordRun(
  events: readonly RunEvent[],
  workingFolder: string,
): Promise<RecordedRun | undefined> {
  const [last] = events.slice(-1)
  if (last?.type !== 'run-finished') return undefined
  const format = { colors, verbose: false, workingFolder, explain }
  const problems = events.flatMap(event => (event.type === 'problem' ? [event.problem] : []))
  const steps = events.flatMap(event => (event.type === 'step-finished' ? [event] : []))
  const wrong = steps.filter(({ result }) => result.outcome === 'failed' || result.outcome === 'errored')
  const others = steps.filter(one => !wrong.includes(one))
  const room = Math.max(0, mostLines - wrong.length)
  return {
    lines: [
      ...summaryLines(last.summary, colors),
      ...(problems.length === 0
        ? []
        : ['', formatProblems(problems, { color: false, workingFolder }).trimEnd()]),
      ...wrong
        .slice(0, mostDetailed)
        .flatMap(step => [
          '',
          headingOf(step),
          stepTitle(titleOf(step.result), format),
          ...detailsOf(step.result, workingFolder, Math.max(7, Math.floor(50 / wrong.length))),
        ]),
      '',
      ...titleLines([...bySuite(wrong.slice(mostDetailed)), ...bySuite(others)], room, {
        ...format,
        isOne: new Set(steps.map(headingOf)).size === 1,
      }),
    ],
    report: await reportOf(events, workingFolder),
  }
}

function headingOf({ suite, file }: StepFinished): string {
  return `${oneLine(suite)}  ${oneLine(file)}`
}

/** Steps with those of their suite, as suites that run side by side tell theirs in turns. */
function bySuite(steps: readonly StepFinished[]): readonly StepFinished[] {
  const first = new Map(steps.toReversed().map((step, index) => [headingOf(step), steps.length - index]))
  return steps.toSorted((a, b) => (first.get(headingOf(a)) ?? 0) - (first.get(headingOf(b)) ?? 0))
}

/** A line for each step, as many as there is room for; below the name of their suite where there are several. */
function titleLines(
  steps: readonly StepFinished[],
  room: number,
  { isOne, ...format }: StepFormat & { readonly isOne: boolean },
): readonly string[] {
  const lines = steps.map((step, index) => {
    const title = stepTitle(titleOf(step.result), format)
    if (isOne) return [title]
    const heading = headingOf(step)
    const before = steps[index - 1]
    return [...(before === undefined || headingOf(before) !== heading ? [heading] : []), `  ${title}`]
  })
  const shown = lines.slice(0, room)
  const more = lines.length - shown.length
  return [...shown.flat(), ...(more > 0 ? [`and ${plural(more, 'step')} more`] : [])]
}

function detailsOf(result: StepResult, workingFolder: string, most: number): readonly string[] {
  return stepDetails(result, { colors, verbose: false, workingFolder, columns: 120, explain })
    .slice(0, most)
    .map(line => `  ${line}`)
}

async function reportOf(events: readonly RunEvent[], workingFolder: string): Promise<string> {
  const parts: string[] = []
  const options = { color: false, interactive: false, columns: 0, verbose: true, workingFolder }
  // eslint-disable-next-line @typescript-eslint/require-await -- the reporter reads what comes over time
  const batches = async function* () {
    yield events
  }
  for await (const part of json(batches(), options)) parts.push(part)
  return parts.join('')
}
