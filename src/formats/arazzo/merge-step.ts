import type { SavedRequest } from '../../model/collection.ts'
import type { Loss } from '../../model/conversion.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { jsonEqual } from '../../util/json-equal.ts'
import { list, mapping, text } from '../../util/read-values.ts'
import { referenced } from './arazzo-document.ts'
import { type FormerParameters, mergedParameters } from './merge-parameters.ts'
import { mergedCriteria } from './merge-criteria.ts'
import { scriptsOf, withoutRemoved } from './merge-removed.ts'
import { mergedPath } from './merge-path.ts'
import { mergedBody, mergedValue } from './merge-values.ts'

/** A step, and what of it is lost where it is written. */
export interface StepAnew {
  readonly step: JsonObject | undefined
  readonly losses: readonly Loss[]
}

/** A step written anew three times: as it was imported, as it is, and what has changed alone. */
export interface WrittenStep {
  readonly before: StepAnew
  readonly now: StepAnew
  readonly changes: StepAnew
}

/** The step that a request was imported as; one that comes from elsewhere is none. */
export function importedStep({ kept }: SavedRequest): JsonObject {
  return mapping(mapping(kept?.['arazzo'])['imported'])
}

/** A step with no more than what has changed since it was imported, to see what of that is lost. */
export function changesOf(request: SavedRequest): JsonObject {
  const { step } = request
  const imported = importedStep(request)
  const changed = Object.entries(step).flatMap(([key, value]): readonly (readonly [string, JsonValue])[] => {
    const before = imported[key]
    if (before === undefined || key === 'name' || key === 'request') return [[key, value]]
    if (jsonEqual(before, value)) return []
    if (key === 'validations' && isList(value) && isList(before))
      return [[key, value.filter(one => !before.some(other => jsonEqual(other, one)))]]
    if (key === 'scripts') {
      const added = scriptsOf(step).filter(one => !scriptsOf(imported).some(other => jsonEqual(other, one)))
      const { after: _, ...others } = mapping(value)
      const { after: _after, ...othersBefore } = mapping(before)
      return added.length === 0 && jsonEqual(others, othersBefore) ? [] : [[key, value]]
    }
    const isInParts = (key === 'extracts' || key === 'retry') && isObject(value) && isObject(before)
    if (!isInParts) return [[key, value]]
    return [
      [
        key,
        Object.fromEntries(
          Object.entries(value).filter(([name, one]) => !jsonEqual(before[name] ?? null, one)),
        ),
      ],
    ]
  })
  return Object.fromEntries(changed)
}

/** A step of a document with what has changed of its request; everything else stays as it is written. */
export function mergedStep(
  whole: FormerParameters,
  request: SavedRequest,
  { before, now, changes }: WrittenStep,
  tell: (losses: readonly Loss[]) => void,
): JsonObject {
  if (now.step === undefined) {
    tell(changes.losses)
    return whole.step
  }
  const imported = importedStep(request)
  const removed = withoutRemoved(whole, imported, request.step)
  const former = { ...whole, step: withPath(removed, request, now.step, whole.lose) }
  const { step } = former
  const merged: Record<string, JsonValue | undefined> = { ...step }
  const isChanged = (part: string): boolean =>
    !jsonEqual(before.step?.[part] ?? null, now.step?.[part] ?? null)
  if (!jsonEqual(request.step['name'] ?? null, imported['name'] ?? null))
    whole.lose('name', 'other steps know the step by its id')
  if (isChanged('description')) merged['description'] = now.step['description']
  if (isChanged('parameters')) {
    const parameters = mergedParameters(former, before.step, now.step)
    merged['parameters'] = parameters.length === 0 ? undefined : parameters
  }
  if (isChanged('requestBody')) {
    const [old, anew] = [before.step?.['requestBody'], now.step['requestBody']].map(mapping)
    merged['requestBody'] = mergedBody(
      mapping(step['requestBody']),
      old ?? {},
      now.step['requestBody'] === undefined ? undefined : anew,
    )
  }
  if (isChanged('onFailure')) merged['onFailure'] = mergedFailure(former, list(now.step['onFailure']))
  if (isChanged('outputs')) merged['outputs'] = mergedOutputs(step, before.step ?? {}, now.step)
  const isAsked = list(step['successCriteria']).length === list(whole.step['successCriteria']).length
  if (isChanged('successCriteria') || !isAsked)
    merged['successCriteria'] = mergedCriteria(
      {
        former: list(step['successCriteria']),
        // Of a step that judged nothing none is written, but for what the writer says of itself.
        before: imported['validations'] === undefined ? [] : list(before.step?.['successCriteria']),
        now: list(now.step['successCriteria']),
      },
      former.lose,
    )
  tell(changes.losses)
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== undefined)) as JsonObject
}

/** A step of a document with the values of its path that have changed; another path or method is that of the description. */
function withPath(
  step: JsonObject,
  request: SavedRequest,
  now: JsonObject,
  lose: FormerParameters['lose'],
): JsonObject {
  const address = (one: JsonObject): string => text(one['request'])?.replace(/\?.*$/s, '') ?? ''
  const [before, after] = [address(importedStep(request)), address(request.step)]
  if (before === after) return step
  const changed = { before, now: after, anew: now['parameters'] }
  const parameters = mergedPath(list(step['parameters']), changed)
  if (parameters === undefined) lose('request', 'method and path are those of the description')
  return parameters === undefined ? step : { ...step, parameters }
}

/** The actions after a failure, their first retry with other numbers. */
function mergedFailure(
  { step, document, lose }: FormerParameters,
  [retry]: readonly JsonValue[],
): JsonValue | undefined {
  const actions = list(step['onFailure'])
  const at = actions.findIndex(one => referenced(document, one)?.['type'] === 'retry')
  if (retry === undefined) {
    if (at < 0) lose('retry', 'the workflow tries each of its steps again')
    const others = actions.filter((_, index) => index !== at)
    return others.length === 0 ? undefined : others
  }
  if (at < 0) return [...actions, retry]
  const { retryAfter = null, retryLimit = null } = mapping(retry)
  return actions.with(at, { ...referenced(document, actions[at] ?? null), retryAfter, retryLimit })
}

function mergedOutputs(step: JsonObject, before: JsonObject, now: JsonObject): JsonValue | undefined {
  const own = mapping(step['outputs'])
  const [old, anew] = [mapping(before['outputs']), mapping(now['outputs'])]
  const kept = Object.entries(own).flatMap(([name, one]) => {
    if (!Object.hasOwn(old, name)) return [[name, one] as const]
    const value = anew[name]
    return value === undefined ? [] : [[name, mergedValue(one, old[name] ?? null, value)] as const]
  })
  const added = Object.entries(anew).filter(([name]) => !Object.hasOwn(own, name))
  const all = [...kept, ...added]
  return all.length === 0 ? undefined : Object.fromEntries(all)
}
