import path from 'node:path'
import { factsOf, suiteRunBy } from '../actions/index.ts'
import { namesFrom, namesInRound } from '../check/known-names.ts'
import { literalSecrets } from '../check/literal-secrets.ts'
import { allSteps } from '../check/rule.ts'
import type { YamlSource } from '../document/index.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import { mockVariables } from '../model/mock.ts'
import type { DocumentPath, Span } from '../model/span.ts'
import type { DataRow, Step } from '../model/suite.ts'
import type { ParsedSuite } from '../parse/parse-suite.ts'
import { namesOfPort, portsWanted } from '../parse/service-ports.ts'
import type { Secrets } from '../secrets/index.ts'
import { valueText } from '../util/value-text.ts'
import { mapping, valueAt } from '../util/read-values.ts'
import type { Analysis } from './analysis.ts'

/** A variable, and one of those who set it. */
export interface SetVariable {
  readonly name: string
  /** The setter: `the environment local`, `step "Log in", from $.token`. */
  readonly by: string
  /** As it may be shown: without secrets. */
  readonly value?: string
  /** Where, if that is written anywhere. */
  readonly span?: Span
}

/** The variables that have a value at a place of a document, the nearest first. */
export function variablesAt(analysis: Analysis, place: DocumentPath): readonly SetVariable[] {
  return [
    ...fromSteps(analysis, place),
    ...fromSuite(analysis),
    ...fromSetup(analysis),
    ...fromServices(analysis, place),
    ...fromConfiguration(analysis),
  ]
}

/** The step that a place is in, of those in groups the innermost. */
export function stepAt({ parsed }: Pick<Analysis, 'parsed'>, place: DocumentPath): Step | undefined {
  return allSteps(parsed).findLast(step => step.path.every((part, index) => part === place[index]))
}

/** Keys of a step that are filled in when its extracts are there. */
const filledInLast = new Set<string | number | undefined>(['validations', 'retry', 'repeat', 'extracts'])

function fromSteps(analysis: Analysis, place: DocumentPath): readonly SetVariable[] {
  const { data } = analysis
  const own = stepAt(analysis, place)
  const key = own === undefined ? undefined : place[own.path.length]
  // A placeholder that stands elsewhere, such as in settings, is filled in for each step.
  const isInSteps = place[0] === 'steps' || place[0] === 'after'
  const set = setBySteps(analysis).filter(({ step, name }) =>
    step === own
      ? filledInLast.has(key) || step.variables?.[name] !== undefined
      : !isInSteps || isBefore(step.path, place),
  )
  const rows = own === undefined ? undefined : data.stepRows.get(own)
  const rounds =
    own === undefined
      ? []
      : namesInRound(own).map((name): SetVariable => ({ name, by: 'the round of the step', span: own.span }))
  return [
    ...rounds,
    ...(rows === undefined ? [] : columns(rows, own?.data?.span)),
    ...set.map(one => one.set).toReversed(),
  ]
}

/** A variable that a step leaves behind. */
interface SetByStep {
  readonly step: Step
  readonly name: string
  readonly set: SetVariable
}

const known = new WeakMap<Analysis, readonly SetByStep[]>()

/** The variables that steps leave behind, in their order; a group's own before those of its steps. */
function setBySteps(analysis: Analysis): readonly SetByStep[] {
  const { parsed, facts } = analysis
  const found =
    known.get(analysis) ??
    allSteps(parsed).flatMap(step => {
      const { steps, ...alone } = step
      const names = namesFrom(parsed, steps === undefined ? step : alone, facts)
      return [...new Set(names)].map(name => ({ step, name, set: setBy(parsed, step, name, facts) }))
    })
  known.set(analysis, found)
  return found
}

/** True where a step is written before a place; cleaning up comes last. */
function isBefore(step: DocumentPath, place: DocumentPath): boolean {
  for (const [index, part] of step.entries()) {
    const other = place[index]
    if (part === other) continue
    return typeof part === 'number' && typeof other === 'number'
      ? part < other
      : part === 'steps' && other === 'after'
  }
  return false
}

function setBy(parsed: ParsedSuite, step: Step, name: string, facts: Analysis['facts']): SetVariable {
  const { source } = parsed
  const own = ['variables', 'extracts', step.action].find(
    key => valueAt(source.value, [...step.path, key, name]) !== undefined,
  )
  if (own !== undefined) {
    const at = [...step.path, own, name]
    const written = shown(source, at)
    const by = `step "${step.name}"`
    return own === 'extracts'
      ? { name, by: `${by}, from ${written}`, span: source.keySpanOf(at) }
      : { name, by, value: written, span: source.keySpanOf(at) }
  }
  const { runsSuite } = factsOf(step.action)
  const used =
    runsSuite === true
      ? facts.uses.get(path.resolve(path.dirname(parsed.suite.file), suiteRunBy(step) ?? ''))
      : undefined
  const inner = used?.state === 'parsed' ? used.parsed : undefined
  const setter = inner?.suite.steps.findLast(one => namesFrom(inner, one, facts).includes(name))
  if (inner === undefined || setter === undefined) return { name, by: `step "${step.name}"`, span: step.span }
  const found = setBy(inner, setter, name, facts)
  return { ...found, by: `${found.by} of ${path.basename(inner.suite.file)}` }
}

function fromSuite({ parsed: { source, suite }, data, configuration }: Analysis): readonly SetVariable[] {
  const inputs = suite.inputs.map((name, index): SetVariable => ({
    name,
    by: 'who uses the suite',
    span: source.spanOf(['inputs', index]),
  }))
  const { mocks: shared, services } = configuration?.configuration ?? { mocks: [], services: [] }
  const standIns = services.flatMap(({ mock }) => mock ?? [])
  const mocks = [...suite.mocks, ...shared, ...standIns].flatMap(mock =>
    mockVariables(mock).map((name): SetVariable => ({
      name: `mocks.${mock.name}.${name}`,
      by: `the mock ${mock.name}`,
      span: mock.span,
    })),
  )
  return [
    ...(data.rows === undefined ? [] : columns(data.rows, suite.data?.span)),
    ...inputs,
    ...written(source, [], 'the suite'),
    ...mocks,
  ]
}

/** The variables that the setup of the configuration gives to all suites. */
function fromSetup({ setup }: Analysis): readonly SetVariable[] {
  if (setup === undefined) return []
  const { parsed, facts } = setup
  return allSteps(parsed).flatMap(step =>
    [...new Set(namesFrom(parsed, step, facts))].map(name => {
      const found = setBy(parsed, step, name, facts)
      return { ...found, by: `the setup, ${found.by}` }
    }),
  )
}

/** The ports that services are given; in the texts of one, its own have the short name. */
function fromServices({ configuration }: Analysis, [first, index]: DocumentPath): readonly SetVariable[] {
  if (configuration === undefined) return []
  const { source } = configuration
  const { services } = configuration.configuration
  const wanted = portsWanted(services)
  const within = first === 'services' && typeof index === 'number' ? services[index]?.name : undefined
  return wanted.flatMap(port => {
    const owner = services.findIndex(({ name }) => name === port.service)
    const span = source.spanOf(['services', owner, 'name'])
    return namesOfPort(port, wanted, within).map(name => ({ name, by: `the service ${port.service}`, span }))
  })
}

function fromConfiguration({ configuration }: Analysis): readonly SetVariable[] {
  if (configuration === undefined) return []
  const { source } = configuration
  const environments = Object.keys(mapping(mapping(source.value)['environments']))
  return [
    ...environments.flatMap(name => written(source, ['environments', name], `the environment ${name}`)),
    ...written(source, [], 'the configuration'),
  ]
}

/** The variables and secrets that a document has at a place. */
function written(source: YamlSource, owner: DocumentPath, by: string): readonly SetVariable[] {
  const keys = ['variables', 'secrets']
  return keys.flatMap(key =>
    Object.keys(mapping(valueAt(source.value, [...owner, key]))).map(name => {
      const at = [...owner, key, name]
      const value = key === 'secrets' ? '***' : shown(source, at)
      return { name, by, value, span: source.keySpanOf(at) }
    }),
  )
}

function columns(rows: readonly DataRow[], span: Span | undefined): readonly SetVariable[] {
  const first: JsonObject = Object.assign({}, ...rows.toReversed().map(({ values }) => values)) as JsonObject
  return Object.keys(first).map(name => ({
    name,
    by: `the data (${rows.length === 1 ? 'one row' : `${rows.length} rows`})`,
    ...(span === undefined ? {} : { span }),
  }))
}

const secretsOf = new WeakMap<YamlSource, Secrets>()

/** The longest value that is shown whole. */
const longest = 200

/** The value at a place, without the secrets that the file has in clear. */
function shown(source: YamlSource, place: DocumentPath): string {
  const value: JsonValue = valueAt(source.value, place) ?? null
  const secrets = secretsOf.get(source) ?? literalSecrets(source)
  secretsOf.set(source, secrets)
  const text = secrets.mask(valueText(value))
  return text.length > longest ? `${text.slice(0, longest)}...` : text
}
