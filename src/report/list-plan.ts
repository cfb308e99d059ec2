import { callbacksOf } from '../model/mock.ts'
import type { Step, Suite } from '../model/suite.ts'
import type { Shard } from '../model/result.ts'
import { arrangement } from './terminal/summary-lines.ts'
import { oneLine } from './text/printable.ts'
import { plural } from '../util/quantity.ts'

/** The parts of a planned file that a listing shows. */
export interface ListedSuite {
  readonly file: string
  readonly loaded: { readonly suite: Suite }
  readonly rows?: readonly unknown[]
  readonly steps: readonly ListedStep[]
  readonly after: readonly ListedStep[]
}

/** The parts of a plan that a listing shows. */
interface ListedPlan {
  readonly setup?: readonly ListedSuite[]
  readonly suites: readonly ListedSuite[]
  readonly steps: number
  readonly shard?: Shard
  readonly shuffle?: number
}

interface ListedStep {
  readonly step: Pick<Step, 'name' | 'id' | 'tags' | 'skip' | 'rounds'>
  readonly grouped?: readonly ListedStep[]
  readonly rows?: readonly unknown[]
}

/** Every file and step that would run, one a line, plan by plan; `mask` keeps secrets out of the names of steps. */
export function listPlan(plans: readonly ListedPlan[], mask: (text: string) => string): string {
  const describe = (listed: ListedStep): string => oneLine(mask(listed.step.name)) + detailsOf(listed)
  const linesOf = (listed: ListedStep, indent: string): readonly string[] => [
    indent + describe(listed),
    ...(listed.grouped ?? []).flatMap(inner => linesOf(inner, `${indent}  `)),
  ]
  const files = plans.flatMap(({ setup = [], suites }) => [...setup, ...suites])
  const lines = files.flatMap(suite => [
    `${oneLine(mask(suite.loaded.suite.name))}  ${oneLine(suite.file)}${rowsOf(suite)}${tagsOf(suite.loaded.suite)}${skipOf(suite.loaded.suite)}`,
    ...suite.steps.flatMap(step => linesOf(step, '  ')),
    ...(suite.after.length > 0 ? ['  after'] : []),
    ...suite.after.flatMap(step => linesOf(step, '    ')),
    ...callbacksOf(suite.loaded.suite.mocks).flatMap(({ owner, steps: own }) => [
      `  ${oneLine(mask(owner))}`,
      ...own.map(step => `    ${describe({ step })}`),
    ]),
    '',
  ])
  const suites = plans.reduce((sum, plan) => sum + plan.suites.length, 0)
  const steps = plans.reduce((sum, plan) => sum + plan.steps, 0)
  const told = arrangement(plans[0] ?? {}).map(([name, words]) => `${name}: ${words}`)
  return [...lines, `${plural(suites, 'file')}, ${plural(steps, 'step')}`, ...told, ''].join('\n')
}

function detailsOf({ step, ...planned }: ListedStep): string {
  return `${step.id === undefined ? '' : `  #${oneLine(step.id)}`}${rowsOf(planned)}${roundsOf(step)}${tagsOf(step)}${skipOf(step)}`
}

function roundsOf({ rounds }: Pick<Step, 'rounds'>): string {
  if (rounds === undefined) return ''
  if (rounds.kind === 'repeat')
    return `  × ${rounds.until === undefined ? '' : 'up to '}${plural(rounds.most, 'round')}`
  return `  × each ${oneLine(rounds.variable)}`
}

function rowsOf({ rows }: { readonly rows?: readonly unknown[] }): string {
  return rows === undefined ? '' : `  × ${plural(rows.length, 'row')}`
}

function tagsOf({ tags }: { readonly tags: readonly string[] }): string {
  return tags.length === 0 ? '' : `  [${tags.map(oneLine).join(', ')}]`
}

function skipOf({ skip }: Pick<Step, 'skip'>): string {
  return skip === undefined ? '' : `  (skipped: ${oneLine(skip)})`
}
