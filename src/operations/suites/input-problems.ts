import { type Problem, usageProblem } from '../../model/problem.ts'
import { parseDuration } from '../../util/duration.ts'
import { mostRepeats, type RunInput } from './run-input.ts'

/** Finds options of a run that make no sense; `namesLines` where lines of files are among its paths. */
export function inputProblems(input: RunInput, namesLines: boolean): readonly Problem[] {
  return [...(namesLines ? otherChoices(input) : []), ...arrangementProblems(input)]
}

/** Where nobody looks at what is written, snapshots are only compared. */
export function updateProblems(
  { updateSnapshots }: RunInput,
  { CI: service = '' }: Readonly<Record<string, string | undefined>>,
): readonly Problem[] {
  if (updateSnapshots !== true || ['', '0', 'false'].includes(service.toLowerCase())) return []
  return [
    usageProblem(
      '--update-snapshots is refused where CI is set: what is wrong would become what is expected',
      'Update them on your machine, look at the difference, and commit it.',
    ),
  ]
}

/** Finds the options that choose steps, too, where a line does. */
function otherChoices({ paths, tags = [], grep, lastFailed }: RunInput): readonly Problem[] {
  const others = [
    ...(tags.length > 0 ? ['--tags'] : []),
    ...(grep === undefined ? [] : ['--grep']),
    ...(lastFailed === true ? ['--last-failed'] : []),
  ]
  const named = paths.find(given => /:\d+$/.test(given)) ?? ''
  return others.map(option =>
    usageProblem(
      `${named} and ${option} both choose: take one`,
      'A line alone runs its step, and those that it needs.',
    ),
  )
}

/** Finds options of how often files run, and for how long, that make no sense. */
function arrangementProblems({ repeat, retries, maxTime }: RunInput): readonly Problem[] {
  const time = maxTime === undefined ? undefined : parseDuration(maxTime)
  return [
    ...(repeat === undefined || repeat <= mostRepeats
      ? []
      : [usageProblem(`--repeat must be a whole number from 1 to ${mostRepeats}`)]),
    ...(repeat === undefined || (retries ?? 0) === 0
      ? []
      : [usageProblem('--repeat finds what fails now and then, and --retries forgives it: take one')]),
    ...(maxTime === undefined || (time !== undefined && time > 0)
      ? []
      : [usageProblem(`--max-time ${maxTime} is no time: write ${wholeSeconds(maxTime)}`)]),
  ]
}

function wholeSeconds(written: string): string {
  return /^[1-9]\d*$/.test(written) ? `${written}s or ${written}m` : '90s or 10m'
}
