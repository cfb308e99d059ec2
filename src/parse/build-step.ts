import path from 'node:path'
import { actionKeys, transportKeys } from '../generated/language.ts'
import { enabledOnly, switchableKeys } from '../model/disabled.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import type { Scripts } from '../model/script.ts'
import type { DocumentPath } from '../model/span.ts'
import type { Retry, Rounds, SaveTo, Step } from '../model/suite.ts'
import { buildData } from './build-data.ts'
import { buildExemptions } from './build-exemptions.ts'
import { buildScriptList, buildScripts } from './build-scripts.ts'
import { buildProviderStates } from './build-provider-states.ts'
import { buildDuration, buildNamespaces, buildTransport } from './build-settings.ts'
import {
  buildAnswerConditions,
  buildConditions,
  buildExtracts,
  buildTargets,
  buildValidations,
} from './build-validations.ts'
import { roundNames } from '../template/scope.ts'
import { plural } from '../util/quantity.ts'
import { cutText, firstLine } from '../util/cut-text.ts'
import { maskUrlPasswords } from '../secrets/index.ts'
import { list, mapping, number, text, texts } from '../util/read-values.ts'
import type { YamlSource } from '../document/index.ts'
import { isObject } from '../util/is-json.ts'
import { defined } from '../util/defined.ts'
import { writeJson } from '../util/exact-number.ts'

/**
 * The keys each action reads itself, by its own: neither those on how requests travel and are held against a description nor
 * scripts, in which braces are those of JavaScript.
 */
const inputKeys: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(actionKeys).map(([action, keys]) => [
    action,
    new Set(keys.filter(key => !transportKeys.includes(key) && key !== 'scripts' && key !== 'contract')),
  ]),
)

/** Keys of which most steps have none. */
const furtherKeys = new Set([
  ...[
    'id',
    'description',
    'skip',
    'safe',
    'timeout',
    'retry',
    'data',
    'for-each',
    'repeat',
    'variables',
    'script',
    'scripts',
    'provider-state',
    'contract',
    'namespaces',
    'save-to',
  ],
  ...transportKeys,
])

/** The steps of a list; those without an action are left out (the check reports them). */
export function buildSteps(source: YamlSource, document: JsonObject, phase: Step['phase']): readonly Step[] {
  return stepsOf(source, document[phase], { phase, place: [phase], known: [] })
}

/** The surroundings of a list of steps: where it stands, and the names that rounds of groups define. */
interface Around {
  readonly phase: Step['phase']
  readonly place: DocumentPath
  readonly known: readonly string[]
  readonly namespaces?: Step['namespaces']
}

function stepsOf(source: YamlSource, written: unknown, around: Around): readonly Step[] {
  return list(written).flatMap((value, index) => {
    const step = mapping(value)
    const action = actionOf(step)
    return action === undefined ? [] : [buildStep(source, step, action, around, index)]
  })
}

/** The first action key of a step. */
export function actionOf(step: JsonObject): string | undefined {
  for (const key in step) if (inputKeys.has(key)) return key
  return undefined
}

function buildStep(
  source: YamlSource,
  step: JsonObject,
  action: string,
  around: Around,
  index: number,
): Step {
  const { phase } = around
  const place: DocumentPath = [...around.place, index]
  const usual: Step = {
    index,
    phase,
    name: text(step['name']) ?? summarize(action, step),
    tags: texts(step['tags']),
    when: buildConditions(step, source, place),
    action,
    input: inputOf(step, action),
    validations: buildValidations(step['validations'], source, [...place, 'validations']),
    extracts: buildExtracts(step['extracts'], source, [...place, 'extracts']),
    path: place,
    span: source.spanOf(place),
  }
  if (action === groupKey || place.length > depthOfSteps)
    return {
      ...usual,
      ...furtherParts(source, step, action, place),
      ...groupParts(source, step, around, place),
    }
  for (const key in step)
    if (furtherKeys.has(key)) return { ...usual, ...furtherParts(source, step, action, place) }
  return usual
}

/** The action that is a group of steps. */
export const groupKey = 'steps'

/** How long the place of a step is that is in no group. */
const depthOfSteps = 2

/** Builds the parts of a group, and the steps in it. */
function groupParts(
  source: YamlSource,
  step: JsonObject,
  { phase, known, ...outer }: Around,
  place: DocumentPath,
) {
  const rounds = buildRounds(step, source, place)
  // Rows of a group are refused: that alone is said, not that their columns are missing in it.
  const columns = list(step['data']).flatMap(row => Object.keys(mapping(row)))
  const inside = [...known, ...columns, ...(rounds?.kind === 'for-each' ? [rounds.variable] : [])]
  const counted = rounds === undefined && step['data'] === undefined ? [] : roundNames
  const own = buildNamespaces(step['namespaces'])
  const namespaces = outer.namespaces === undefined ? own : { ...outer.namespaces, ...own }
  const around = {
    phase,
    place: [...place, groupKey],
    known: [...new Set([...inside, ...counted])],
    ...(namespaces === undefined ? {} : { namespaces }),
  }
  return defined({
    namespaces,
    knownInGroup: known.length === 0 ? undefined : known,
    steps: step[groupKey] === undefined ? undefined : stepsOf(source, step[groupKey], around),
  })
}

/** Builds the parts that most steps do not have. */
function furtherParts(source: YamlSource, step: JsonObject, action: string, place: DocumentPath) {
  return defined({
    id: text(step['id']),
    description: text(step['description']),
    skip: text(step['skip']),
    safe: step['safe'] === true ? true : undefined,
    timeout: buildDuration(step['timeout']),
    retry: buildRetry(step['retry'], source, [...place, 'retry']),
    data: buildData(step['data'], source, [...place, 'data']),
    rounds: buildRounds(step, source, place),
    variables: isObject(step['variables']) ? step['variables'] : undefined,
    contract: buildExemptions(step['contract'], source, [...place, 'contract']),
    namespaces: buildNamespaces(step['namespaces']),
    saveTo: buildSaveTo(step['save-to'], source, [...place, 'save-to']),
    transport: buildTransport(step, path.dirname(source.file)),
    scripts: scriptsOf(step, action, source, place),
    providerStates: buildProviderStates(step['provider-state']),
  })
}

/** Names a step: as it says itself, or after its action. */
export function stepName(step: JsonObject): string {
  const action = actionOf(step)
  return text(step['name']) ?? (action === undefined ? '' : summarize(action, step))
}

function summarize(action: string, step: JsonObject): string {
  const value = step[action] ?? null
  if (action === 'script') return `script ${cutText(firstLine((text(value) ?? '').trim()), 80)}`
  if (action === groupKey) return plural(list(value).length, 'step')
  const words = typeof value === 'string' ? value : writeJson(value)
  const shown = maskUrlPasswords(words)
  return action === 'request' ? shown : `${action} ${cutText(shown, 80)}`
}

/** How long a script is. */
function lineCount(script: JsonValue | undefined): number {
  return (text(script) ?? '').trim().split('\n').length
}

/** Picks the input of the action. A script is no part of it, only how long it is. */
function inputOf(step: JsonObject, action: string): JsonObject {
  const input = pick(step, inputKeys.get(action))
  if (action === groupKey) return { ...input, [groupKey]: plural(list(step[groupKey]).length, 'step') }
  return action === 'script' ? { ...input, script: plural(lineCount(step['script']), 'line') } : input
}

function scriptsOf(
  step: JsonObject,
  action: string,
  source: YamlSource,
  place: DocumentPath,
): Scripts | undefined {
  if (action !== 'script') return buildScripts(step['scripts'], source, [...place, 'scripts'])
  return { before: [], after: buildScriptList(step['script'], source, [...place, 'script']) }
}

/** Picks the keys that an action reads, without those that are switched off. */
function pick(step: JsonObject, keys: ReadonlySet<string> | undefined): JsonObject {
  const picked: Record<string, JsonValue> = {}
  for (const key in step)
    if (keys?.has(key) === true) {
      const value = step[key] ?? null
      const enabled = switchableKeys.has(key) && isObject(value) ? enabledOnly(value) : value
      if (enabled === value || !isEmptyMultipart(key, enabled)) picked[key] = enabled
    }
  return picked
}

/** A multipart form without any part is no body. */
function isEmptyMultipart(key: string, value: JsonValue): boolean {
  return key === 'multipart' && Object.keys(mapping(value)).length === 0
}

function buildSaveTo(value: unknown, source: YamlSource, path: DocumentPath): SaveTo | undefined {
  return typeof value === 'string' ? { name: value, span: source.keySpanOf(path) } : undefined
}

function buildRetry(value: unknown, source: YamlSource, path: DocumentPath): Retry | undefined {
  if (!isObject(value)) return undefined
  return {
    attempts: number(value['attempts']) ?? 1,
    interval: buildDuration(value['interval']) ?? 1000,
    until: value['until'] === 'success' ? 'success' : 'validations',
    stopWhen: isObject(value['stop-when'])
      ? buildTargets(value['stop-when'], source, [...path, 'stop-when'])
      : buildValidations(value['stop-when'], source, [...path, 'stop-when']),
    backoff: number(value['backoff']) ?? 1,
    maxInterval: buildDuration(value['max-interval']) ?? 30_000,
    jitter: number(value['jitter']) ?? 0,
  }
}

/** Builds the rounds that a step runs for; the first of both words (the check reports the other). */
function buildRounds(step: JsonObject, source: YamlSource, place: DocumentPath): Rounds | undefined {
  const [item] = Object.entries(mapping(step['for-each']))
  if (item !== undefined) {
    const [variable, list] = item
    return { kind: 'for-each', variable, list, span: source.keySpanOf([...place, 'for-each']) }
  }
  const repeat = step['repeat']
  if (!isObject(repeat)) return undefined
  const path = [...place, 'repeat']
  return defined({
    kind: 'repeat',
    most: number(repeat['times']) ?? number(repeat['at-most']) ?? 1,
    until: buildAnswerConditions(repeat['until'], source, [...path, 'until']),
    interval: buildDuration(repeat['interval']) ?? 0,
    span: source.keySpanOf(path),
  })
}
