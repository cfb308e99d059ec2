import path from 'node:path'
import {
  type EndedMock,
  findMocks,
  type FoundMock,
  type FoundMocks,
} from '../../mock/standalone/find-mocks.ts'
import type { RunningEntry } from '../../mock/standalone/registry.ts'
import { type Problem, type Result, usageProblem, usageRefusal } from '../../model/problem.ts'
import { projectFolder } from '../project-folder.ts'
import { flag, list, optional, text } from '../schema.ts'
import { suggesting } from '../../util/did-you-mean.ts'

/** Keys that say which mocks are meant. */
export const wantedKeys = {
  names: optional(list(text('A name'), 'Names of the mocks; the only one (default)')),
  all: optional(flag('All that run in this project')),
} as const

/** The input that chooses mocks. */
interface Wanted {
  readonly names?: readonly string[]
  readonly all?: boolean
}

/** The running mocks of a project that are meant, and its folder. */
export async function wantedIn(
  input: Wanted & Parameters<typeof projectFolder>[0],
  host: Parameters<typeof projectFolder>[1],
): Promise<Result<{ readonly directory: string; readonly mocks: readonly FoundMock[] }>> {
  const folder = await projectFolder(input, host)
  if (!folder.ok) return folder
  const found = await findMocks(folder.value)
  if (!found.ok) return found
  const chosen = wantedMocks(input, found.value)
  return chosen.ok ? { ok: true, value: { directory: folder.value, mocks: chosen.value } } : chosen
}

/** Returns the mocks named, all, or the only one. */
function wantedMocks({ names = [], all }: Wanted, found: FoundMocks): Result<readonly FoundMock[]> {
  const { running } = found
  if (names.length > 0 && all === true)
    return usageRefusal('names and --all say different things', 'Leave one of them out.')
  if (names.length > 0) return chosenMocks(names, found)
  if (all === true || running.length === 1) return { ok: true, value: running }
  if (running.length === 0) return usageRefusal('no mock runs in this project', howToStart)
  const known = running.map(({ entry }) => entry.name).join(', ')
  return usageRefusal('several mocks run', `Name those that are meant, or say --all: ${known}.`)
}

/** The running mocks of these names, or why there are none of them. */
export function chosenMocks(
  names: readonly string[],
  { running, ended }: FoundMocks,
): Result<readonly FoundMock[]> {
  const problems = names.flatMap(name =>
    running.some(({ entry }) => entry.name === name) ? [] : [missing(name, running, ended)],
  )
  if (problems.length > 0) return { ok: false, problems }
  return { ok: true, value: running.filter(({ entry }) => names.includes(entry.name)) }
}

function missing(name: string, running: readonly FoundMock[], ended: readonly EndedMock[]): Problem {
  const known = running.map(({ entry }) => entry.name)
  const hint = known.length === 0 ? howToStart : suggesting(name, known, `These run: ${known.join(', ')}.`)
  const found = ended.find(({ entry }) => entry.name === name)
  if (found === undefined) return usageProblem(`no mock "${name}" runs in this project`, hint)
  const said = found.lastLines.map(line => `  ${line}`)
  const message = `the mock "${name}" has ended without being asked to${said.length === 0 ? '' : '; it said:'}`
  return usageProblem([message, ...said].join('\n'), hint)
}

/** The hint for where no mock runs. */
export const howToStart = 'Start one with apitest mock start FILE.'

/** The problem of starting a second one. */
export function runsAlready({ name, url, file }: RunningEntry): Problem {
  return usageProblem(
    `the mock "${name}" runs already at ${url}`,
    `It is that of ${path.relative(process.cwd(), file) || file}. End it with apitest mock stop ${name}, or give this one another --name.`,
  )
}
