import path from 'node:path'
import { suiteRunBy } from '../../actions/index.ts'
import type { LoadedSuite } from '../../load/loaded-suite.ts'
import { errorProblem, type Problem } from '../../model/problem.ts'
import { type Rounds, type Step, tooManyRounds } from '../../model/suite.ts'
import { type Plan, type PlannedStep, withSetup } from '../../plan/plan.ts'
import { isList } from '../../util/is-json.ts'
import type { RunInput } from './run-input.ts'

/**
 * Why a plan is not run: as it is written, a step has more rounds than the call allows. What conditions may keep from running
 * is left to the run, and so is a list that only the run knows.
 */
export function unaskedRounds(plan: Plan, { allowMany }: Pick<RunInput, 'allowMany'>): readonly Problem[] {
  const seen = new Set<LoadedSuite>()
  return withSetup(plan).flatMap(({ loaded, steps, after }) =>
    problemsOf([...steps, ...after], { loaded, allowMany, seen }),
  )
}

interface Where {
  readonly allowMany: RunInput['allowMany']
  readonly loaded: LoadedSuite
  /** The used suites that were looked at; many may use one. */
  readonly seen: Set<LoadedSuite>
}

function problemsOf(
  planned: readonly Pick<PlannedStep, 'step' | 'grouped'>[],
  where: Where,
): readonly Problem[] {
  if (where.loaded.suite.skip !== undefined) return []
  return planned.flatMap(({ step, grouped = asPlanned(step.steps ?? []) }) =>
    step.skip === undefined && step.when.length === 0
      ? [...problemOf(step.rounds, where), ...problemsOf(grouped, where), ...problemsOfUsed(step, where)]
      : [],
  )
}

function problemOf(rounds: Rounds | undefined, { loaded, allowMany }: Where): readonly Problem[] {
  if (rounds === undefined) return []
  const { span } = rounds
  const count = rounds.kind === 'repeat' ? rounds.most : isList(rounds.list) ? rounds.list.length : 0
  const told = tooManyRounds(rounds.kind, count, allowMany)
  const sourceLine = loaded.lineText(span.start.line)
  return told === undefined ? [] : [errorProblem({ code: 'bad-value', ...told, span, sourceLine })]
}

function problemsOfUsed(step: Step, where: Where): readonly Problem[] {
  const written = suiteRunBy(step)
  if (written === undefined) return []
  const used = where.loaded.uses.get(path.resolve(path.dirname(where.loaded.suite.file), written))
  if (used === undefined || where.seen.has(used)) return []
  where.seen.add(used)
  return problemsOf(asPlanned([...used.suite.steps, ...used.suite.after]), { ...where, loaded: used })
}

function asPlanned(steps: readonly Step[]): readonly Pick<PlannedStep, 'step'>[] {
  return steps.map(step => ({ step }))
}
