import { factsOf, variablesSetBy } from '../../actions/index.ts'
import type { JsonValue } from '../../model/json.ts'
import type { Problem, ProblemCode } from '../../model/problem.ts'
import type { Script } from '../../model/script.ts'
import type { DataRow, Step } from '../../model/suite.ts'
import { list, mapping, property, valueAt } from '../../util/read-values.ts'
import { possibleVariables } from '../../template/member-path.ts'
import { type PlacedPlaceholder, placeholdersIn, placeholdersOf } from '../../template/placeholders-in.ts'
import { holdsBraces } from '../../template/holds-braces.ts'
import { hasBraces } from '../../template/template.ts'
import { didYouMean, editDistance } from '../../util/did-you-mean.ts'
import { conditionTargets, targetsOf } from '../../model/targets-of.ts'
import { expectedStatus, statusColumn, stepJudgedByRows, stepsNamingStatus } from '../expected-status.ts'
import { impossibleStatus } from '../../validations/status-words.ts'
import { mayJump, setElsewhere } from '../known-names.ts'
import { allSteps, type CheckedSuite, type Facts, problemAt, type Rule } from '../rule.ts'
import { listed, readsAll, scriptsAround, scriptsIn } from '../scripts/suite-scripts.ts'
import { defined } from '../../util/defined.ts'
import { writeJson, isNumber } from '../../util/exact-number.ts'

/** Rows with the step that has them, or of the suite. */
interface Rows {
  readonly rows: readonly DataRow[]
  readonly step?: Step
}

/**
 * Rows count: something names each of their columns, all rows have the same ones, and `expected_status` is a
 * status that a step is judged by.
 */
export const validRows: Rule = (parsed, facts) => {
  const all: Rows[] = [...(facts.stepRows ?? [])].flatMap(([step, rows]) =>
    step.steps === undefined ? [{ step, rows }] : [],
  )
  if (facts.rows !== undefined) all.unshift({ rows: facts.rows })
  if (all.length === 0) return []
  const names = namesIn(parsed, facts)
  return all.flatMap(rows => {
    const at = (code: ProblemCode, message: string, more: More): Problem =>
      problemOf(parsed, rows, code, message, more)
    return [
      ...idleRows(rows, parsed, names, at),
      ...unnamedColumns(rows, parsed, names, at),
      ...hiddenColumns(rows, parsed, facts, at),
      ...differentColumns(rows, parsed, facts, names, at),
      ...sameRows(rows, at),
      ...unsoundStatuses(rows, parsed, at),
    ]
  })
}

interface More {
  readonly hint: string
  readonly severity?: 'warning'
  /** The row that it is about. */
  readonly row?: DataRow
}

type At = (code: ProblemCode, message: string, more: More) => Problem

/** At the row, or at `data:`; rows of the command line have no place in the suite. */
function problemOf(
  { source, suite }: CheckedSuite,
  { step }: Rows,
  code: ProblemCode,
  message: string,
  { hint, severity, row }: More,
): Problem {
  if (row?.place !== undefined) return { code, severity: severity ?? 'error', message, hint, ...row.place }
  const data = (step ?? suite).data
  if (data !== undefined) return problemAt(source, data.span, code, message, defined({ hint, severity }))
  return { code, severity: severity ?? 'error', message, hint }
}

/** The names in a suite. */
interface Names {
  readonly names: ReadonlySet<string>
  readonly isNamed: (column: string) => boolean
}

/** Columns that only people read. */
const remarks = new Set(['comment', 'description', 'note', 'why'])

function unnamedColumns(
  rows: Rows,
  parsed: CheckedSuite,
  { names, isNamed }: Names,
  at: At,
): readonly Problem[] {
  const columns = columnsOf(rows.rows)
  const others = [statusColumn, ...names].filter(name => !columns.includes(name))
  return columns
    .filter(column => column !== statusColumn && !isNamed(column))
    .flatMap(column => {
      if (isMeantAsStatus(column))
        return {
          ...at('data-status', `the column "${column}" is read by nobody`, {
            hint: `The status that a row expects is in "${statusColumn}"; {{${column}}} in the suite would make it a variable.`,
          }),
          ...renamedColumn(column, rows, parsed),
        }
      if (remarks.has(column.toLowerCase())) return []
      const hint = [
        didYouMean(column, others) ?? [],
        `Write {{${column}}} where it belongs, or take it out; a remark is called "note", "why", "comment" or "description".`,
      ]
      return at('data-columns', `nothing names the column "${column}" of the data`, {
        severity: 'warning',
        hint: hint.flat().join(' '),
      })
    })
}

/** Calls a column what was meant, in all rows at once where they stand in the suite. */
function renamedColumn(column: string, { rows, step }: Rows, { source }: CheckedSuite): Pick<Problem, 'fix'> {
  const path = [...(step?.path ?? []), 'data']
  const written = list(valueAt(source.value, path))
  if (written.length === 0 || columnsOf(rows).includes(statusColumn)) return {}
  const fix = written.flatMap((row, index) =>
    Object.hasOwn(mapping(row), column)
      ? [{ span: source.keySpanOf([...path, index, column]), text: statusColumn }]
      : [],
  )
  return { fix }
}

/** Rows that make no difference. Those of --data may be meant for other suites. */
function idleRows(
  { rows, step }: Rows,
  { suite }: CheckedSuite,
  { isNamed }: Names,
  at: At,
): readonly Problem[] {
  const empty = rows.find(({ values }) => Object.keys(values).length === 0)
  if (empty !== undefined)
    return [
      at('data-columns', `row ${empty.number} has no columns`, {
        row: empty,
        hint: 'Give every row the same columns, or take it out.',
      }),
    ]
  // Rows of remarks alone are a way to repeat what is there.
  const columns = columnsOf(rows).filter(column => !remarks.has(column.toLowerCase()))
  const isOwn = (step ?? suite).data !== undefined
  const counts = columns.some(column => column === statusColumn || isNamed(column))
  if (!isOwn || columns.length === 0 || counts) return []
  return [
    at('data-columns', `nothing names any of the columns ${columns.join(', ')}, so every row does the same`, {
      hint: `Write {{${columns[0] ?? ''}}} where it belongs, or take the data out.`,
    }),
  ]
}

/** Where one row says the same as another: `1`, `1.0` and `01` are sent as they are written. */
function asSaid(value: JsonValue | undefined): string {
  if (value === undefined) return ''
  return isNumber(value) ? String(value) : writeJson(value)
}

/** Rows that say what one before says, and so try nothing more. */
function sameRows({ rows }: Rows, at: At): readonly Problem[] {
  const columns = columnsOf(rows).toSorted()
  if (columns.every(column => remarks.has(column.toLowerCase()))) return []
  const seen = new Map<string, number>()
  return rows.flatMap(row => {
    // A value with placeholders may be another each time.
    if (holdsBraces(row.values)) return []
    const text = columns.map(column => asSaid(property(row.values, column))).join('\n')
    const first = seen.get(text)
    if (first === undefined) {
      seen.set(text, row.number)
      return []
    }
    const hint = 'Take it out; to do the same again write `repeat`, or give each a "note" of its own.'
    return [at('data-columns', `row ${row.number} says the same as row ${first}`, { row, hint })]
  })
}

/** Columns whose values never count: where they are named, something hides or has set them. */
function hiddenColumns({ rows, step }: Rows, parsed: CheckedSuite, facts: Facts, at: At): readonly Problem[] {
  const isKnown = scriptsIn(parsed).length === 0 || (facts.scripts !== undefined && !mayJump(parsed, facts))
  if (!isKnown) return []
  const { suite } = parsed
  return columnsOf(rows).flatMap(column => {
    const way: Way = { column, parsed, facts, isSet: false }
    const shared = step === undefined ? parsed.written.under('variables') : []
    const inSettings = [
      ...shared,
      ...parsed.written.under('settings'),
      ...placeholdersIn((facts.configuration?.value ?? null) as JsonValue),
    ]
    if (areOf(inSettings, column)) return []
    if (step !== undefined) setBefore(step, way)
    const counts = follow(step === undefined ? [...suite.steps, ...suite.after] : [step], undefined, way)
    if (counts || way.hiding === undefined) return []
    const message = `the column "${column}" never counts: ${way.hiding}`
    return [at('data-columns', message, { hint: 'Give one of the two another name.' })]
  })
}

/** Steps in front of one with rows may have set the name: what is extracted wins. */
function setBefore(step: Step, way: Way): void {
  const { steps } = way.parsed.suite
  for (const one of steps.slice(0, Math.max(0, steps.indexOf(step))))
    if (sets(one, way.column)) setTo(way, `the step "${one.name}"`)
}

/** The facts of a column on the way through the steps. */
interface Way {
  readonly column: string
  readonly parsed: CheckedSuite
  readonly facts: Facts
  /** True where another value was given to its name. */
  isSet: boolean
  /** Why the first that names it sees another value. */
  hiding?: string
  setter?: string
}

/** True where one of these steps sees the value of the row; `hiding` is why they do not, where variables around them hide it. */
function follow(steps: readonly Step[], hiding: string | undefined, way: Way): boolean {
  return steps.some(step => {
    const { column, parsed, facts } = way
    const isOwn = (one: PlacedPlaceholder): boolean => one.path[step.path.length] === 'variables'
    const written = parsed.written.of(step)
    const see = (isUsed: boolean, hidden: string | undefined): boolean => {
      if (!isUsed) return false
      const why = hidden ?? (way.isSet ? `${way.setter ?? ''} sets it before` : undefined)
      if (why !== undefined) way.hiding ??= why
      return why === undefined
    }
    if (see(areOf(written.filter(isOwn), column), hiding)) return true
    const own = hasOwnVariable(step, column) ? `"variables" of the step "${step.name}" hides it` : hiding
    const { before, after } = scriptsAround(step, parsed, facts.sharedScripts)
    if (listed({ before, after }).some(script => readsIn(script, column))) return true
    setBy(before, step, way)
    const asked = [
      ...step.when.map(({ variable }) => variable),
      ...targetsOf(step).flatMap(({ target }) => (target.kind === 'variable' ? [target.name] : [])),
    ]
    const isUsed =
      areOf(
        written.filter(one => !isOwn(one)),
        column,
      ) || asked.some(name => possibleVariables(name).includes(column))
    if (see(isUsed, own) || follow(step.steps ?? [], own, way)) return true
    setBy(after, step, way)
    if (sets(step, column)) setTo(way, `the step "${step.name}"`)
    return false
  })
}

function setBy(scripts: readonly Script[], { name, when }: Step, way: Way): void {
  const isSet = scripts.some(script => way.facts.scripts?.get(script)?.sets.includes(way.column) === true)
  if (isSet && when.length === 0) setTo(way, `a script of the step "${name}"`)
}

function setTo(way: Way, setter: string): void {
  way.isSet = true
  way.setter ??= setter
}

/** True where a script does more with a variable than to set it. */
function readsIn({ source }: Script, column: string): boolean {
  if (readsAll.test(source)) return true
  const named = source.split(column).length - 1
  const set = [...source.matchAll(/\bset\w*\(\s*(['"`])(.*?)\1/g)].filter(
    ([, , name]) => name === column,
  ).length
  return named > set
}

function areOf(placeholders: readonly PlacedPlaceholder[], column: string): boolean {
  return placeholders.some(({ name }) => possibleVariables(name).includes(column))
}

/** True where variables of the step hide those of rows, for this step. */
function hasOwnVariable({ variables }: Step, name: string): boolean {
  return variables !== undefined && Object.hasOwn(variables, name)
}

/** True where a step always gives a variable a value. */
function sets(step: Step, name: string): boolean {
  const { extracts, when } = step
  if (when.length > 0) return false
  return Object.hasOwn(variablesSetBy(step), name) || extracts.some(({ variable }) => variable === name)
}

/** True where a column is written `expected-status`, `exp_status`, `statusExpected`, `expectedStatusCode` or `expected_staus`. */
function isMeantAsStatus(column: string): boolean {
  const letters = lettersOf(column)
  return (
    /^exp(ect|ected)?status(code)?$|^status(code)?exp(ect|ected)?$/.test(letters) ||
    editDistance(letters, lettersOf(statusColumn)) <= 2
  )
}

function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]/g, '')
}

/** More rows than these are not told of for one thing. */
const mostRows = 20

/** A missing column that a step needs is an error of another rule. */
function differentColumns(
  { rows }: Rows,
  parsed: CheckedSuite,
  facts: Facts,
  { isNamed }: Names,
  at: At,
): readonly Problem[] {
  const { suite } = parsed
  const optional = new Set([
    ...setElsewhere(parsed, facts),
    ...Object.keys({ ...suite.variables, ...suite.secrets }),
    ...allSteps(parsed).flatMap(({ when }) => when.flatMap(({ variable }) => possibleVariables(variable))),
  ])
  return columnsOf(rows).flatMap(column => {
    if (optional.has(column) || !(isNamed(column) || column === statusColumn)) return []
    return rows
      .filter(({ values }) => !Object.hasOwn(values, column))
      .slice(0, mostRows)
      .map(row =>
        at('data-columns', `row ${row.number} has no "${column}", which other rows have`, {
          row,
          severity: 'warning',
          hint: 'Give every row the same columns, with null where one has no value.',
        }),
      )
  })
}

function unsoundStatuses({ rows, step }: Rows, { suite }: CheckedSuite, at: At): readonly Problem[] {
  const judged = step ?? stepJudgedByRows(suite.steps, rows)
  const kind = (judged ?? stepsNamingStatus(suite.steps)[0])?.action
  const wrong = rows.filter(row => !isStatus(property(row.values, statusColumn), kind))
  if (wrong.length > 0)
    return wrong.slice(0, mostRows).map(row => {
      const value = writeJson(property(row.values, statusColumn))
      return at('data-status', `row ${row.number} expects the status ${value}, which is none`, {
        row,
        hint: 'Write a number from 100 to 599, a class such as 4xx, or leave it empty.',
      })
    })
  const expecting = rows.find(row => expectedStatus(row) !== undefined)
  const isJudged = step === undefined ? (judged ?? stepsNamingStatus(suite.steps)[0]) : hasStatus(step)
  if (expecting === undefined || Boolean(isJudged)) return []
  const status = expectedStatus(expecting) ?? ''
  return [
    at(
      'data-status',
      `row ${expecting.number} expects the status ${status}, and ${step === undefined ? 'no step under `steps` sends a request that could have it' : 'this step has none'}`,
      {
        row: expecting,
        hint: `Write status: "{{${statusColumn}}}" where it belongs, or take the column out.`,
      },
    ),
  ]
}

function hasStatus({ action }: Step): boolean {
  const { sendsRequests, statuses } = factsOf(action)
  return sendsRequests === true || statuses !== undefined
}

/** The statuses that a step of this action may have; nothing, when a row leaves it empty. */
function isStatus(value: JsonValue | undefined, action = ''): boolean {
  if (value === undefined || value === null || value === '') return true
  if (typeof value !== 'string' && !isNumber(value)) return false
  const text = String(value).trim()
  const { statuses } = factsOf(action)
  if (statuses === undefined) return text !== ''
  return hasBraces(text) || impossibleStatus(statuses, { operator: 'equals', expected: text }) === undefined
}

function columnsOf(rows: readonly DataRow[]): readonly string[] {
  return [...new Set(rows.flatMap(({ values }) => Object.keys(values)))]
}

/** True where anything that rows are seen by names a column. */
function namesIn(parsed: CheckedSuite, { configuration, sharedScripts }: Facts): Names {
  const { written } = parsed
  const steps = allSteps(parsed)
  const shared = placeholdersIn((configuration?.value ?? null) as JsonValue)
  const placeholders = [...written.templates.flatMap(placeholdersOf), ...shared]
  const targets = steps.flatMap(step => [
    ...targetsOf(step),
    ...[...step.validations, ...step.extracts].flatMap(conditionTargets),
  ])
  const names = new Set(
    [
      ...placeholders.map(({ name }) => name),
      ...steps.flatMap(({ when }) => when.map(({ variable }) => variable)),
      ...targets.flatMap(({ target }) => (target.kind === 'variable' ? [target.name] : [])),
    ].flatMap(possibleVariables),
  )
  const scripts = [...scriptsIn(parsed), ...(sharedScripts === undefined ? [] : listed(sharedScripts))]
    .map(({ source }) => source)
    .join('\n')
  return {
    names,
    isNamed: column => names.has(column) || scripts.includes(column) || readsAll.test(scripts),
  }
}
