import { durationOf, loadProfile } from '../../check/load-profile.ts'
import { fileNameOf, UniqueNames } from '../../compile/file-names.ts'
import { requestCount } from '../../compile/suites-to-run.ts'
import type { Collection, Folder, FolderContents } from '../../model/collection.ts'
import type { Loss } from '../../model/conversion.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import type { LoadProfile, LoadSection, LoadStage, StopCondition, Threshold } from '../../model/load-test.ts'
import { buildLoad } from '../../parse/load/build-load.ts'

/** The part that k6 puts under load by itself: the whole collection, or one of its folders by a function of its own. */
export interface K6Scenario {
  readonly name: string
  /** Absent for what the default function does. */
  readonly folder?: Folder
  /** The name of that function. */
  readonly run?: string
  readonly executor: JsonObject
}

/** The `load` of suites as k6 options. */
export interface K6Load {
  readonly scenarios: readonly K6Scenario[]
  /** By the metrics that they are about. */
  readonly thresholds: Readonly<Record<string, readonly JsonValue[]>>
  /** True where one of them is about requests that failed, which the script then has to count. */
  readonly countsErrors: boolean
  readonly losses: readonly Loss[]
  /** Parts that are there in another shape. */
  readonly changes: readonly Loss[]
}

/** The metrics that a script counts by itself, as k6 counts checks alone: requests that failed, and their share. */
export const errorCounter = 'request_errors'
export const errorShare = 'request_error_rate'

/** The scenarios and thresholds of a collection; undefined where nothing in it says how load is put on it. */
export function k6Load(collection: Collection): K6Load | undefined {
  const folders = collection.items.filter((item): item is Folder => item.kind === 'folder')
  const own = folders.filter(({ load }) => load !== undefined)
  if (collection.load === undefined && own.length === 0) return undefined
  const parts: readonly FolderContents[] = collection.load === undefined ? own : [collection]
  const hasSeveral = parts.length > 1
  const [scenarioNames, functionNames] = [new UniqueNames(), new UniqueNames()]
  const names = parts.map(part => scenarioNames.take(fileNameOf(part.name)))
  const written = parts.map((part, index) => partOf(part, hasSeveral ? names[index] : undefined))
  const scenarios = parts.map((part, index) => {
    const name = names[index] ?? ''
    const folder = own.find(one => one === part)
    const executor = written[index]?.executor ?? {}
    if (folder === undefined) return { name, executor }
    const run = functionNames.take(functionName(name)).replace('-', '_')
    return { name, folder, run, executor: { ...executor, exec: run } }
  })
  const limits = new Map<string, Set<JsonValue>>()
  for (const [metric, limit] of written.flatMap(({ entries }) => entries))
    limits.set(metric, (limits.get(metric) ?? new Set()).add(limit))
  return {
    scenarios,
    thresholds: Object.fromEntries([...limits].map(([metric, some]) => [metric, [...some]])),
    countsErrors: [...limits.keys()].some(metric => /^request_error/.test(metric)),
    losses: written.flatMap(({ losses }) => losses),
    changes: written.flatMap(({ changes }) => changes),
  }
}

/** The name of the function that a scenario runs: `runCart` for `cart`. */
function functionName(scenario: string): string {
  const words = scenario.split(/[^A-Za-z0-9]+/).filter(word => word !== '')
  return `run${words.map(word => word.slice(0, 1).toUpperCase() + word.slice(1)).join('')}`
}

/** The k6 options of one part. */
interface Part {
  readonly executor: JsonObject
  readonly entries: readonly Entry[]
  readonly losses: readonly Loss[]
  readonly changes: readonly Loss[]
}

/** A threshold, and the metric that it is about. */
type Entry = readonly [metric: string, limit: JsonValue]

function partOf(part: FolderContents, scenario: string | undefined): Part {
  const section = buildLoad(part.load) ?? { thresholds: [], stopWhen: [] }
  const profile = loadProfile(section, true)
  const tags = scenario === undefined ? [] : [`scenario:${scenario}`]
  const thresholds = section.thresholds.map(threshold => entryOf(threshold, tags))
  const stops = section.stopWhen.map(condition => stopEntry(condition, tags))
  const isJudged = section.thresholds.some(
    ({ metric, step }) => step === undefined && (metric === 'errors' || metric === 'error-rate'),
  )
  const remark = (what: string, why: string): Loss => ({ where: part.name, what, why })
  return {
    executor: 'model' in profile ? executorOf(profile, section, requestCount(part.items)) : {},
    entries: [
      ...thresholds.flatMap(one => (one === undefined ? [] : [one])),
      ...stops.flatMap(one => (one === undefined ? [] : [one])),
      ...(isJudged ? [] : [[metricOf('checks', tags), 'rate==1'] as const]),
    ],
    losses: [
      ...section.thresholds
        .filter((_, index) => thresholds[index] === undefined)
        .map(({ written }) =>
          remark(`threshold ${written}`, 'requests that failed are counted of all steps together'),
        ),
      ...('model' in profile ? unwrittenRates(profile) : []).map(rate =>
        remark(`rate ${rate}/s`, 'k6 takes whole numbers only, so it is not quite the same'),
      ),
    ],
    changes: section.stopWhen.map(({ written }) =>
      remark(
        `stop-when ${written}`,
        'changed: k6 looks at all requests since the beginning, not at the last seconds',
      ),
    ),
  }
}

/** How k6 puts a profile on (https://grafana.com/docs/k6/latest/using-k6/scenarios/executors/). */
function executorOf(
  { model, stages, callers }: LoadProfile,
  { requests, duration }: LoadSection,
  perIteration: number,
): JsonObject {
  const [first = { from: 0, to: 0, over: 0 }] = stages
  const isSteady = stages.length === 1 && first.from === first.to
  const length = timeText(durationOf(stages))
  const unit = model === 'rate' ? unitOf(stages) : 1
  const perUnit = (level: number): number => Math.round(level * unit)
  const ramp = stages.map(({ to, over }) => ({ target: perUnit(to), duration: timeText(over) }))
  if (model === 'rate') {
    const vus = { timeUnit: `${unit}s`, preAllocatedVUs: callers, maxVUs: callers }
    return isSteady
      ? { executor: 'constant-arrival-rate', rate: perUnit(first.to), ...vus, duration: length }
      : { executor: 'ramping-arrival-rate', startRate: perUnit(first.from), ...vus, stages: ramp }
  }
  if (requests !== undefined) {
    const iterations = Math.max(callers, Math.ceil(requests / Math.max(1, perIteration)))
    const most = duration === undefined ? '10m' : length
    return { executor: 'shared-iterations', vus: callers, iterations, maxDuration: most }
  }
  return isSteady
    ? { executor: 'constant-vus', vus: callers, duration: length }
    : { executor: 'ramping-vus', startVUs: first.from, stages: ramp }
}

/** Seconds in which rates may be counted. */
const units = [1, 10, 100, 1000, 10_000, 100_000]

/** k6 takes whole rates only, of whatever time: the seconds in which all rates of a course are whole. */
function unitOf(stages: readonly LoadStage[]): number {
  const rates = ratesOf(stages)
  return units.find(unit => rates.every(rate => isWhole(rate * unit))) ?? 100_000
}

/** The rates that are whole in none of these times. */
function unwrittenRates({ model, stages }: LoadProfile): readonly number[] {
  const unit = unitOf(stages)
  return model === 'rate' ? [...new Set(ratesOf(stages))].filter(rate => !isWhole(rate * unit)) : []
}

function ratesOf(stages: readonly LoadStage[]): readonly number[] {
  return stages.flatMap(({ from, to }) => [from, to])
}

/** True where a number is whole but for what is lost in multiplying. */
function isWhole(value: number): boolean {
  return Number.isInteger(Number(value.toPrecision(12)))
}

function timeText(milliseconds: number): string {
  return milliseconds % 1000 === 0 ? `${milliseconds / 1000}s` : `${milliseconds}ms`
}

/** A threshold in the words of k6 (https://grafana.com/docs/k6/latest/using-k6/thresholds/); undefined where it has none. */
function entryOf(
  { metric, operator, limit, step }: Threshold,
  scenario: readonly string[],
): readonly [metric: string, limit: string] | undefined {
  const tags = [...scenario, ...(step === undefined ? [] : [`name:${shownBraces(step)}`])]
  if (metric === 'throughput') return [metricOf('http_reqs', tags), `rate${operator}${limit}`]
  const isPercentile = metric !== 'error-rate' && metric !== 'errors'
  if (isPercentile) {
    const figure = metric === 'max' ? 'max' : `p(${metric.slice(1)})`
    return [metricOf('http_req_duration', tags), `${figure}${operator}${limit}`]
  }
  if (step !== undefined) return undefined
  return metric === 'error-rate'
    ? [metricOf(errorShare, tags), `rate${operator}${Number(limit.toPrecision(12))}`]
    : [metricOf(errorCounter, tags), `count${operator}${limit}`]
}

/** A name as tags and comments have it: with the placeholders of a row, and so the same for all rows. */
export function shownBraces(name: string): string {
  return name.replaceAll('{{', '{').replaceAll('}}', '}')
}

/** The condition that ends a load test is the opposite of the one that must hold. */
function stopEntry({ threshold, over }: StopCondition, tags: readonly string[]): Entry | undefined {
  const opposites = { '<': '>=', '<=': '>', '>': '<=', '>=': '<' } as const
  const entry = entryOf({ ...threshold, operator: opposites[threshold.operator] }, tags)
  if (entry === undefined) return undefined
  return [entry[0], { threshold: entry[1], abortOnFail: true, delayAbortEval: timeText(over) }]
}

function metricOf(name: string, tags: readonly string[]): string {
  return tags.length === 0 ? name : `${name}{${tags.join(',')}}`
}
