import path from 'node:path'
import { suiteRunBy } from '../../actions/index.ts'
import type { Mock } from '../../model/mock.ts'
import type { Problem } from '../../model/problem.ts'
import type { Step } from '../../model/suite.ts'
import type { ParsedSuite } from '../../parse/parse-suite.ts'
import { allSteps, type Facts, problemAt, type Rule } from '../rule.ts'

/**
 * A fixed port is that of one mock at a time: those of a suite, of what it uses and of the configuration run side by side. Files
 * whose mocks have the same port wait for each other when they run.
 */
export const mockPorts: Rule = (parsed, facts) => {
  const shared = (facts.sharedMocks ?? []).map(mock => ({ mock, owner: ' of the configuration' }))
  const own = parsed.suite.mocks.map(mock => ({ mock, owner: '' }))
  const taken: Listening[] = [...shared]
  const problems = own.flatMap(one => {
    const other = taken.find(({ mock }) => meet(mock, one.mock))
    taken.push(one)
    return other === undefined ? [] : [ownProblem(parsed, one.mock, other)]
  })
  return [...problems, ...allSteps(parsed).flatMap(step => useProblem(parsed, facts, step, taken))]
}

/** A mock of a fixed port, and whose it is. */
interface Listening {
  readonly mock: Mock
  /** Behind its name. */
  readonly owner: string
}

function meet(one: Mock, other: Mock): boolean {
  const [first, second] = [one, other].map(({ host = '127.0.0.1' }) => host)
  const isEverywhere = [first, second].some(host => host === '0.0.0.0' || host === '::')
  return one.port !== undefined && one.port === other.port && (first === second || isEverywhere)
}

function ownProblem({ source }: ParsedSuite, { name, port }: Mock, { mock, owner }: Listening): Problem {
  const message = `the mock "${mock.name}"${owner} has the port ${String(port)}, too`
  return problemAt(source, ['mocks', name, 'port'], 'bad-value', message, { hint: freePortHint })
}

const freePortHint = 'Leave `port` out: any that is free will do, and `{{mocks.NAME.url}}` is where.'

/** A suite that is used, and whose mocks come to a port that is taken by then; what may not run at all may use it again. */
function useProblem(parsed: ParsedSuite, facts: Facts, step: Step, taken: Listening[]): readonly Problem[] {
  const used = usedBy(step, parsed, facts)
  if (used === undefined) return []
  const added = listeningIn(used, facts, new Set([parsed.suite.file]))
  const isRepeated = step.retry !== undefined || (facts.stepRows?.get(step)?.length ?? 0) > 1
  const clashes = added.flatMap((one, index) => {
    const other = [...taken, ...added.slice(0, index)].find(({ mock }) => meet(mock, one.mock))
    return other === undefined && !isRepeated ? [] : [{ one, other }]
  })
  if (step.when.length === 0) taken.push(...added)
  const [clash] = clashes
  if (clash === undefined || (step.when.length > 0 && !isRepeated)) return []
  const { one, other = one } = clash
  const message = `the mock "${one.mock.name}"${one.owner} cannot have the port ${String(one.mock.port)}: the mock "${other.mock.name}"${other.owner} has it until this suite ends`
  return [
    problemAt(parsed.source, [...step.path, step.action], 'bad-value', message, {
      hint: `${freePortHint} Or describe the mock in the configuration, for all suites.`,
    }),
  ]
}

function usedBy(step: Step, { suite }: ParsedSuite, { uses }: Facts): ParsedSuite | undefined {
  const written = suiteRunBy(step)
  const used = written === undefined ? undefined : uses.get(path.resolve(path.dirname(suite.file), written))
  return used?.state === 'parsed' ? used.parsed : undefined
}

/** The mocks of a used suite that have fixed ports, with those of what it uses in turn; once more where there are rows. */
function listeningIn(parsed: ParsedSuite, facts: Facts, above: ReadonlySet<string>): readonly Listening[] {
  const { file, mocks, data } = parsed.suite
  if (above.has(file)) return []
  const inside = new Set([...above, file])
  const once = [
    ...mocks.map(mock => ({ mock, owner: ` of ${path.basename(file)}` })),
    ...allSteps(parsed).flatMap(step => {
      const used = step.when.length > 0 ? undefined : usedBy(step, parsed, facts)
      return used === undefined ? [] : listeningIn(used, facts, inside)
    }),
  ].filter(({ mock }) => mock.port !== undefined)
  return data?.kind === 'inline' && data.rows.length > 1 ? [...once, ...once] : once
}
