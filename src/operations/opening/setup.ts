import path from 'node:path'
import type { GivenName } from './outer-options.ts'
import { mayMeet } from '../../model/in-environments.ts'
import { suiteRunBy } from '../../actions/index.ts'
import { namesFrom } from '../../check/known-names.ts'
import { problemAt } from '../../check/rule.ts'
import type { YamlSource } from '../../document/index.ts'
import type { LoadOptions } from '../../load/load-options.ts'
import type { LoadedSuite, SetupSuite } from '../../load/loaded-suite.ts'
import { type ReadSuite, readParsed } from '../../load/read-suite.ts'
import { type Problem, isError } from '../../model/problem.ts'
import { setupEnvironments, setupSource } from '../../parse/setup-source.ts'
import { buildSuite } from '../../parse/parse-suite.ts'
import { checkRead } from '../suites/check-read.ts'

/** The setup of a configuration, as a suite with a step for each of its entries. */
export interface LoadedSetup {
  /** Absent where something is wrong with it. */
  readonly loaded?: SetupSuite
  /** The variables that it gives to all suites, and in which environments. */
  readonly given: readonly GivenName[]
  readonly problems: readonly Problem[]
}

/**
 * Reads and checks the setup of a configuration with all that it uses, each entry with what those before it give. `files` are the
 * suites (absolute) that run after it.
 */
export async function loadSetup(
  source: YamlSource,
  files: readonly string[],
  options: LoadOptions,
): Promise<LoadedSetup> {
  const { rows: _, ...others } = options
  const environments = setupEnvironments(source)
  const given: Given[] = []
  const problems: Problem[] = []
  const uses = new Map<string, LoadedSuite>()
  let last: LoadedSuite | undefined
  for (let index = 0; index < environments.length; index++) {
    const own = setupSource(source, index)
    const before = given.filter(one => mayMeet(one, environments[index] ?? {}))
    const outerVariables: LoadOptions['outerVariables'] = suite =>
      new Set([...options.outerVariables(suite), ...before.map(({ name }) => name)])
    const entry = { ...others, outerVariables }
    const read = await readParsed({ source: own, suite: buildSuite(own) }, entry)
    const checked = await checkRead(read, entry)
    const gives = namesGiven(read).map(one => ({ ...one, ...environments[index] }))
    problems.push(...checked.problems, ...takenNames(read, gives, given), ...runsTwice(read, files))
    given.push(...gives)
    last = checked.suites[0]
    for (const [file, used] of last?.uses ?? []) uses.set(file, used)
  }
  const told = { given, problems }
  if (last === undefined || problems.some(isError)) return told
  return { ...told, loaded: { ...last, suite: buildSuite(setupSource(source)), uses, entries: environments } }
}

/** A variable, and which entry gives it. */
interface Given extends GivenName {
  readonly entry: string
}

function namesGiven({ parsed, facts }: ReadSuite): readonly Given[] {
  return parsed.suite.steps.flatMap(step =>
    [...new Set(namesFrom(parsed, step, facts))].map(name => ({ name, entry: step.name })),
  )
}

function takenNames(
  { parsed: { source } }: ReadSuite,
  gives: readonly Given[],
  before: readonly Given[],
): readonly Problem[] {
  const at = ['steps', 0, 'use']
  return gives.flatMap(one => {
    const { name } = one
    const beside = before.filter(other => mayMeet(other, one))
    if (beside.some(other => other.name === name)) {
      const message = `both give "${name}", this entry and one before it`
      const apart = `other${name.charAt(0).toUpperCase()}${name.slice(1)}`
      const hint = `Name one apart: extracts: { ${apart}: $.${name} }.`
      return [problemAt(source, at, 'duplicate-extract', message, { hint })]
    }
    const similar = beside.find(other => other.name.toLowerCase() === name.toLowerCase())
    if (similar === undefined) return []
    const message = `"${name}" differs from "${similar.name}", which an entry before it gives, in its capitals alone`
    return [problemAt(source, at, 'duplicate-extract', message, { severity: 'warning' })]
  })
}

/** A suite that is among those of the run, and needs nothing that only a caller gives, runs by itself as well. */
function runsTwice({ parsed, facts }: ReadSuite, files: readonly string[]): readonly Problem[] {
  return parsed.suite.steps.flatMap(step => {
    const file = path.resolve(path.dirname(parsed.suite.file), suiteRunBy(step) ?? '')
    const used = facts.uses.get(file)
    if (used?.state !== 'parsed' || !files.includes(file)) return []
    const { inputs, onlyUsed, name } = used.parsed.suite
    if (inputs.length > 0 || onlyUsed) return []
    const message = `"${name}" runs twice: here, and among the suites`
    const hint = 'Write `inputs: []` in it, and it only runs where it is used.'
    const more = { hint, severity: 'warning' } as const
    return [problemAt(parsed.source, ['steps', 0, 'use'], 'setup-runs-twice', message, more)]
  })
}
