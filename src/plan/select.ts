import type { Validation } from '../model/expectation.ts'
import type { Step, Suite } from '../model/suite.ts'
import { mapping } from '../parse/read-values.ts'
import { placeholdersIn } from '../template/placeholders-in.ts'

/** Which steps the user chose. */
export interface Selection {
  /** Tags, one of which must be there; those with `!` must not. */
  readonly tags: readonly string[]
  /** Must match `suite name > step name`, the step's id or the file's path. */
  readonly grep?: (text: string) => boolean
}

/**
 * The steps of a suite that a selection chooses, with the earlier steps that give them their variables: a chosen step
 * never fails because the step that logs in was left out.
 */
export function selectSteps(suite: Suite, file: string, selection: Selection): readonly Step[] {
  if (selection.tags.length === 0 && selection.grep === undefined) return suite.steps
  const chosen = new Set(suite.steps.filter(step => isChosen(suite, step, file, selection)))
  if (chosen.size === 0) return []
  if (chosen.size === suite.steps.length) return suite.steps
  const needed = new Set([...chosen].flatMap(neededNames))
  for (const step of suite.steps.toReversed()) {
    if (chosen.has(step) || !(step.action === 'use' || givenNames(step).some(name => needed.has(name))))
      continue
    chosen.add(step)
    for (const name of neededNames(step)) needed.add(name)
  }
  return suite.steps.filter(step => chosen.has(step))
}

function isChosen(suite: Suite, step: Step, file: string, { tags, grep }: Selection): boolean {
  const own = new Set([...suite.tags, ...step.tags])
  const wanted = tags.filter(tag => !tag.startsWith('!'))
  const unwanted = tags.filter(tag => tag.startsWith('!')).map(tag => tag.slice(1))
  if (unwanted.some(tag => own.has(tag))) return false
  if (wanted.length > 0 && !wanted.some(tag => own.has(tag))) return false
  return grep === undefined || grep(`${suite.name} > ${step.name}`) || grep(step.id ?? '') || grep(file)
}

/** Names of variables that a step's texts use. */
function neededNames(step: Step): readonly string[] {
  const parts = [step.input, step.when.map(condition => condition.variable), step.validations.map(pathOf)]
  const expected = step.validations.flatMap(validation =>
    'expectations' in validation ? validation.expectations.map(expectation => expectation.expected) : [],
  )
  const names = placeholdersIn([...parts, ...expected]).map(placeholder => placeholder.name)
  return [...names, ...names.map(name => /^[^.[]+/.exec(name)?.[0] ?? name)]
}

function pathOf({ target }: Validation): string {
  return target.kind === 'json-path' ? target.path : ''
}

/** Names of variables that a step leaves behind; those of a used suite are not known here, so `use` always counts. */
function givenNames(step: Step): readonly string[] {
  return [...step.extracts.map(extract => extract.variable), ...Object.keys(mapping(step.input['set']))]
}
