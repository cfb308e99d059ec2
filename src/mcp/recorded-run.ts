import type { RunEvent } from '../model/run-event.ts'
import type { StepResult } from '../model/result.ts'
import { json } from '../report/json.ts'
import { formatProblems } from '../report/problems.ts'
import { palette } from '../report/terminal/palette.ts'
import { stepDetails, stepTitle, titleOf } from '../report/terminal/step-lines.ts'
import { explain } from '../report/explain/explain.ts'
import { summaryLines } from '../report/terminal/summary-lines.ts'
import { oneLine } from '../report/text/printable.ts'

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
  const format = { colors, verbose: false, workingFolder }
  const problems = events.flatMap(event => (event.type === 'problem' ? [event.problem] : []))
  const steps = events.flatMap(event => (event.type === 'step-finished' ? [event] : []))
  const wrong = steps.filter(({ result }) => result.outcome === 'failed' || result.outcome === 'errored')
  const others = steps.filter(one => !wrong.includes(one))
  const titles = [...wrong.slice(mostDetailed), ...others].map(({ result }) =>
    stepTitle(titleOf(result), format),
  )
  const room = Math.max(0, mostLines - wrong.length)
  return {
    lines: [
      ...summaryLines(last.summary, colors),
      ...(problems.length === 0
        ? []
        : ['', formatProblems(problems, { color: false, workingFolder }).trimEnd()]),
      ...wrong
        .slice(0, mostDetailed)
        .flatMap(({ file, suite, result }) => [
          '',
          `${oneLine(suite)}  ${oneLine(file)}`,
          stepTitle(titleOf(result), format),
          ...detailsOf(result, workingFolder, Math.max(7, Math.floor(50 / wrong.length))),
        ]),
      '',
      ...titles.slice(0, room),
      ...(titles.length > room ? [`and ${String(titles.length - room)} steps more`] : []),
    ],
    report: await reportOf(events, workingFolder),
  }
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
