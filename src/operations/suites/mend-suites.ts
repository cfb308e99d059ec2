import { applyEdits, readWithPlaces } from '../../document/index.ts'
import type { Edit, Problem, Result } from '../../model/problem.ts'
import { comparePositions } from '../../model/span.ts'
import { realPath } from '../../util/is-within.ts'
import type { Host } from '../operation.ts'
import { checkSuites } from './check-suites.ts'
import { isOutside, leftOutside, namedPlaces, readMarked, rewrite } from './marked-text.ts'

/** Files are checked and mended so often at most: what is mended can bring to light what is wrong below it. */
const mostRounds = 10

/** How many suites were checked, what was mended, as it was, and what is still wrong. */
interface Mended {
  readonly files: number
  readonly mended: readonly Problem[]
  readonly problems: readonly Problem[]
}

/** Mends and checks again, until nothing is left that has one right answer. */
export async function mendSuites(
  given: Parameters<typeof checkSuites.run>[0],
  host: Host,
): Promise<Result<Mended>> {
  const mended: Problem[] = []
  const places = await namedPlaces(given.paths, given.configurationFile, host)
  for (let round = 1; ; round++) {
    const checked = await checkSuites.run(given, host)
    const { files, problems } = checked.ok ? checked.value : { files: 0, problems: checked.problems }
    const { inside, outside } = sorted(problems, places)
    const done: Result<readonly Problem[]> =
      round > mostRounds ? { ok: true, value: [] } : await mendAll(inside)
    if (!done.ok) return done
    if (done.value.length === 0)
      return checked.ok || mended.length > 0
        ? { ok: true, value: { files, mended, problems: [...problems, ...outside.map(leftOutside)] } }
        : checked
    mended.push(...done.value)
  }
}

/**
 * Sorts the problems that can be mended from the files outside of the named places in which some would be. A warning is
 * no mistake, and its subject stays.
 */
function sorted(
  problems: readonly Problem[],
  places: readonly string[],
): { readonly inside: readonly Problem[]; readonly outside: readonly string[] } {
  const fixable = problems.filter(({ severity, fix = [] }) => severity === 'error' && fix.length > 0)
  const files = new Set(fixable.flatMap(({ span }) => span?.file ?? []))
  const outside = [...files].filter(file => isOutside(file, places))
  return { inside: fixable.filter(({ span }) => !outside.includes(span?.file ?? '')), outside }
}

/** Mends each file, and tells of what. */
async function mendAll(fixable: readonly Problem[]): Promise<Result<readonly Problem[]>> {
  const mended: Problem[] = []
  const places = new Set<string>()
  for (const file of new Set(fixable.flatMap(({ span }) => span?.file ?? []))) {
    const place = realPath(file)
    // Text that was written at one place moves the text behind it.
    if (places.has(place)) continue
    places.add(place)
    const read = readMarked(file)
    if (read instanceof Error) continue
    const own = fixable.filter(({ span }) => span?.file === file)
    const { after, told } = await mendedText(read.text, own)
    const problem = told.length === 0 ? undefined : await rewrite(file, read.mark + after)
    if (problem !== undefined) return { ok: false, problems: [problem] }
    mended.push(
      ...told.map(problem => ({ ...problem, message: `${problem.message}: ${changed(read.text, problem)}` })),
    )
  }
  return { ok: true, value: mended }
}

/** Describes the new text, and the text that it replaces. */
function changed(text: string, { fix = [] }: Problem): string {
  const lines = text.split(/\r?\n/)
  return fix
    .map(({ span: { start, end }, text: meant }) => {
      const replaced = lines.slice(start.line - 1, end.line).join('\n')
      const rest = (lines[end.line - 1] ?? '').length - end.column + 1
      return `"${meant}" in place of "${replaced.slice(start.column - 1, replaced.length - rest)}"`
    })
    .join(', ')
}

/** The text with all edits after which it can be read as well as before or better, and the problems that those are of. */
async function mendedText(
  text: string,
  problems: readonly Problem[],
): Promise<{ readonly after: string; readonly told: readonly Problem[] }> {
  let edits: readonly Edit[] = []
  const told: Problem[] = []
  let unreadable = (await readWithPlaces(text, '', '')).problems.length
  for (const problem of problems) {
    const { fix = [] } = problem
    if (fix.some(edit => edits.some(other => overlap(edit, other)))) continue
    const { problems: wrong } = await readWithPlaces(applyEdits(text, [...edits, ...fix]), '', '')
    // A text that is no YAML yet becomes it step by step.
    if (wrong.length > 0 && wrong.length >= unreadable) continue
    unreadable = wrong.length
    edits = [...edits, ...fix]
    told.push(problem)
  }
  return { after: applyEdits(text, edits), told }
}

function overlap({ span: one }: Edit, { span: other }: Edit): boolean {
  return comparePositions(one.start, other.end) < 0 && comparePositions(other.start, one.end) < 0
}
