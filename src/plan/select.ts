import { factsOf } from '../actions/index.ts'
import type { LoadedSuite } from '../load/loaded-suite.ts'
import { type Expectation, isSchemaValidation, schemaTexts, type Validation } from '../model/expectation.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import { errorProblem, type Problem } from '../model/problem.ts'
import type { Settings } from '../model/settings.ts'
import { type Step, type Suite, withGrouped } from '../model/suite.ts'
import { conditionTargets, endTargets, targetsOf } from '../model/targets-of.ts'
import { property } from '../util/read-values.ts'
import { possibleVariables } from '../template/member-path.ts'
import { placeholdersIn } from '../template/placeholders-in.ts'

/** Which steps the user chose. */
export interface Selection {
  /** Tags, one of which must be there; those with `!` must not. */
  readonly tags: readonly string[]
  /** Must match `suite name > step name`, the step's id or the file's path. */
  readonly grep?: (text: string) => boolean
  /** The expression behind `grep`, as it was typed. */
  readonly expression?: string
  /** Of files, by absolute path, the lines of the steps that are meant; of others all of their steps. */
  readonly lines?: ReadonlyMap<string, readonly number[]>
}

/** The texts outside of the steps that may name variables that steps give. */
export interface Outside {
  readonly settings: Settings
  /** All that defines variables: suite, environment and configuration. */
  readonly definitions: readonly JsonObject[]
}

/**
 * The steps of a suite that a selection chooses, with the earlier steps that give them (and the cleaning up) their
 * variables: a chosen step never fails because the step that logs in was left out.
 */
export function selectSteps(
  { suite, leaves }: Pick<LoadedSuite, 'suite' | 'leaves'>,
  file: string,
  selection: Selection,
  outsideOf: () => Outside,
): readonly Step[] {
  const lines = selection.lines?.get(suite.file)
  if (selection.tags.length === 0 && selection.grep === undefined && lines === undefined) return suite.steps
  const steps = withoutTagged(suite.steps, unwantedTags(selection), suite.tags)
  const chosen = new Set(
    steps.filter(step =>
      lines === undefined ? isChosen(suite, step, file, selection) : lines.some(line => isAt(step, line)),
    ),
  )
  if (chosen.size === 0) return []
  if (chosen.size === steps.length) return steps
  const outside = outsideOf()
  const needed = new Set<string>()
  let scripts = ''
  const need = (step: Step): void => {
    for (const name of neededNames(step, outside.settings)) addName(name, outside.definitions, needed)
    scripts += `${scriptTexts(step, outside.settings)}\n`
  }
  /** A name that a script mentions is one that it may ask for. */
  const gives = (step: Step): boolean =>
    leaves(step).some(name => needed.has(name) || mentions(scripts, name))
  suite.after.forEach(need)
  let isBefore = false
  // Backwards: a step gives nothing to those before it.
  for (const step of steps.toReversed()) {
    isBefore ||= chosen.has(step)
    if (!isBefore || !(chosen.has(step) || gives(step))) continue
    chosen.add(step)
    need(step)
  }
  return steps.filter(step => chosen.has(step))
}

/** True where a text has a name as a word of its own. */
function mentions(text: string, name: string): boolean {
  const isPart = (character: string | undefined): boolean => /[\w$-]/.test(character ?? '')
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1))
    if (!isPart(text[at - 1]) && !isPart(text[at + name.length])) return true
  return false
}

/**
 * Removes tagged steps. A step that is to be left out is so wherever it stands: also in a group, or where it would give
 * a variable.
 */
function withoutTagged(
  steps: readonly Step[],
  unwanted: readonly string[],
  around: readonly string[],
): readonly Step[] {
  if (unwanted.length === 0) return steps
  return steps.flatMap(step => {
    const tags = [...around, ...step.tags]
    if (tags.some(tag => unwanted.includes(tag))) return []
    if (step.steps === undefined) return [step]
    const inner = withoutTagged(step.steps, unwanted, tags)
    if (inner.length === 0) return []
    return withGrouped(inner).length === withGrouped(step.steps).length ? [step] : [{ ...step, steps: inner }]
  })
}

function unwantedTags({ tags }: Pick<Selection, 'tags'>): readonly string[] {
  return tags.filter(tag => tag.startsWith('!')).map(tag => tag.slice(1))
}

/** True where a step, or the group that it is, stands in a line. */
function isAt({ span: { start, end } }: Step, line: number): boolean {
  // A step that ends at the beginning of a line has nothing in it.
  return line >= start.line && (line < end.line || (line === end.line && end.column > start.column))
}

/** The lines of a file, each for those of its suites that have a step there; where none has, the first one tells. */
export function linesOfParts(
  parts: readonly Suite[],
  lines: readonly number[],
): readonly [string, readonly number[]][] {
  const isIn = (part: Suite, line: number): boolean => part.steps.some(step => isAt(step, line))
  return parts.map((part, index) => [
    part.file,
    lines.filter(line => isIn(part, line) || (index === 0 && !parts.some(other => isIn(other, line)))),
  ])
}

/** Why a line names no step that can be chosen. */
export function lineProblems({ file, steps, after }: Suite, lines: readonly number[]): readonly Problem[] {
  return lines.flatMap(line => {
    if (steps.some(step => isAt(step, line))) return []
    const place = { line, column: 1 }
    const span = { file: steps[0]?.span.file ?? file, start: place, end: place }
    const problem = { code: 'nothing-selected', span } as const
    if (after.some(step => isAt(step, line)))
      return errorProblem({
        ...problem,
        message: `line ${line} is under \`after\`, which runs whatever is chosen`,
        hint: 'Name the line of a step under `steps`.',
      })
    const begins = steps.map(step => step.span.start.line)
    const next = begins.find(begin => begin > line)
    const which = next === undefined ? 'last' : next === begins[0] ? 'first' : 'next'
    return errorProblem({
      ...problem,
      message: `line ${line} is in no step: the ${which} is at ${next ?? begins.at(-1) ?? 1}`,
    })
  })
}

/** Adds a variable with those it may be a member of (`user` of `user.email`), and what their definitions are made of. */
function addName(name: string, definitions: readonly JsonObject[], names: Set<string>): void {
  for (const variable of possibleVariables(name)) {
    if (names.has(variable)) continue
    names.add(variable)
    for (const definition of definitions)
      for (const inner of placeholdersIn(property(definition, variable) ?? null))
        addName(inner.name, definitions, names)
  }
}

/** A group is chosen with all of its steps, also where only one of them is meant: they need each other. */
function isChosen(
  suite: Suite,
  step: Step,
  file: string,
  selection: Selection,
  groups: readonly Step[] = [],
): boolean {
  const around = [...groups, step]
  return (
    isMeant(suite, around, file, selection) ||
    (step.steps ?? []).some(inner => isChosen(suite, inner, file, selection, around))
  )
}

function isMeant(suite: Suite, around: readonly Step[], file: string, { tags, grep }: Selection): boolean {
  const own = new Set([...suite.tags, ...around.flatMap(one => one.tags)])
  const name = around.map(one => one.name).join(' > ')
  const id = around.at(-1)?.id ?? ''
  const wanted = tags.filter(tag => !tag.startsWith('!'))
  if (wanted.length > 0 && !wanted.some(tag => own.has(tag))) return false
  return grep === undefined || grep(`${suite.name} > ${name}`) || grep(id) || grep(file)
}

/** Names of variables that a step uses, in its own texts or through the settings. */
function neededNames(step: Step, settings: Settings): readonly string[] {
  return withGrouped([step]).flatMap(one => ownNeeds(one, settings))
}

function ownNeeds(step: Step, { headers = {}, auth = 'none' }: Settings): readonly string[] {
  const validations = [...step.validations, ...(step.retry?.stopWhen ?? [])]
  const parts = [
    step.input,
    step.variables ?? {},
    headers,
    ...(step.input['auth'] === undefined ? [auth] : []),
    ...targetsOf(step).map(({ target }) => textOf(target)),
    ...step.extracts.map(extract => ('value' in extract ? extract.value : (extract.default ?? null))),
    ...validations.map(validation =>
      isSchemaValidation(validation) ? schemaTexts(validation) : expectedOf(validation),
    ),
    ...[...validations, ...step.extracts].flatMap(conditionTargets).map(expectedOf),
    ...endTargets(step).map(expectedOf),
    step.rounds?.kind === 'for-each' ? step.rounds.list : null,
    ...step.when.map(expectedOf),
  ]
  const names = placeholdersIn(parts).map(placeholder => placeholder.name)
  const lists = step.extracts.flatMap(extract => ('append' in extract ? extract.variable : []))
  return [...names, ...lists, ...step.when.map(condition => condition.variable)]
}

function textOf(target: Validation['target']): string {
  if (target.kind === 'header') return target.name
  return target.kind === 'json-path' ? target.path : ''
}

function expectedOf({
  expectations,
}: {
  readonly expectations: readonly Expectation[]
}): readonly JsonValue[] {
  return expectations.map(expectation => expectation.expected)
}

/** The scripts around a step as one text. */
function scriptTexts({ action, scripts }: Step, settings: Pick<Settings, 'scripts'>): string {
  const all = [factsOf(action).runsSharedScripts === true ? settings.scripts : undefined, scripts]
  return all
    .flatMap(one => [...(one?.before ?? []), ...(one?.after ?? [])].map(({ source }) => source))
    .join('\n')
}
