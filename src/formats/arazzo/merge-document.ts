import type { Collection, FolderContents, SavedRequest } from '../../model/collection.ts'
import type { Loss } from '../../model/conversion.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isRequest } from '../../compile/suite-parts.ts'
import { jsonEqual } from '../../util/json-equal.ts'
import { list, mapping, text, texts } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import { digestOf } from '../kept-text.ts'
import { changedParts } from './kept-step.ts'

/** A step, and what of it is lost where it is written. */
export interface StepAnew {
  readonly step: JsonObject | undefined
  readonly losses: readonly Loss[]
}

/** Writes the steps of a workflow anew, each at the place of its request; and is told what cannot be said. */
export interface StepsAnew {
  readonly stepsOf: (contents: FolderContents) => readonly StepAnew[]
  readonly tell: (losses: readonly Loss[]) => void
}

/** The document that a collection was imported from, with what has changed since. */
export function mergedDocument(former: JsonObject, collection: Collection, anew: StepsAnew): JsonObject {
  const all: readonly FolderContents[] = [
    collection,
    ...collection.items.flatMap(item => (item.kind === 'folder' ? [item] : [])),
  ]
  const workflows = list(former['workflows']).flatMap(one => {
    const own = all.find(({ kept }) => mapping(kept?.['arazzo'])['workflow'] === mapping(one)['workflowId'])
    return own === undefined ? [] : [mergedWorkflow(mapping(one), own, anew)]
  })
  return { ...former, workflows }
}

function mergedWorkflow(former: JsonObject, contents: FolderContents, anew: StepsAnew): JsonObject {
  const steps = list(former['steps']).map(mapping)
  const requests = contents.items.filter(isRequest)
  const written = anew.stepsOf(contents)
  const made = new Set(texts(mapping(contents.kept?.['arazzo'])['made']))
  const result: JsonObject[] = []
  requests.forEach((request, index) => {
    const id = stepOf(request)
    if (dependencyOf(request) !== undefined) return
    const own = id === undefined ? undefined : steps.find(step => step['stepId'] === id)
    const group = requests.filter(one => id !== undefined && stepOf(one) === id)
    const { step, losses } = written[index] ?? { step: undefined, losses: [] }
    if (own === undefined) {
      anew.tell(losses)
      if (step !== undefined) result.push(step)
    } else if (group[0] === request) {
      const where = `${contents.name} / ${id ?? ''}`
      const merged = mergedStep(own, group, step ?? {}, (what, why) => {
        anew.tell([{ where, what, why }])
      })
      if (merged !== own) anew.tell(losses)
      result.push(merged)
    }
  })
  // A step that became no request stays behind the one before it.
  for (const [index, step] of steps.entries()) {
    if (made.has(text(step['stepId']) ?? '')) continue
    const before = steps
      .slice(0, index)
      .findLast(one => result.some(other => other['stepId'] === one['stepId']))
    result.splice(result.findIndex(one => one['stepId'] === before?.['stepId']) + 1, 0, step)
  }
  tellDependencies(former, contents.name, requests, anew)
  return { ...former, ...mergedInputs(former, contents), steps: result }
}

/** The steps of workflows in front are written where these are. */
function tellDependencies(
  { dependsOn }: JsonObject,
  name: string,
  requests: readonly SavedRequest[],
  { tell }: StepsAnew,
): void {
  for (const id of list(dependsOn).map(valueText)) {
    const group = requests.filter(one => dependencyOf(one) === id)
    const digest = mapping(group[0]?.kept?.['arazzo'])['digest']
    if (group.length > 0 && digest !== digestOf(group.map(({ step }) => step)))
      tell([{ where: name, what: `steps of ${id}`, why: changedElsewhere }])
  }
}

const changedElsewhere = 'they are changed where that workflow is'

function dependencyOf({ kept }: SavedRequest): string | undefined {
  return text(mapping(kept?.['arazzo'])['dependsOn'])
}

function stepOf({ kept }: SavedRequest): string | undefined {
  return text(mapping(kept?.['arazzo'])['step'])
}

function mergedStep(
  former: JsonObject,
  group: readonly SavedRequest[],
  written: JsonObject,
  lose: (what: string, why: string) => void,
): JsonObject {
  const [only, ...others] = group
  const isSame = mapping(only?.kept?.['arazzo'])['digest'] === digestOf(group.map(({ step }) => step))
  if (only === undefined || isSame) return former
  if (others.length > 0 || former['workflowId'] !== undefined) {
    lose('steps of another workflow', changedElsewhere)
    return former
  }
  const merged: Record<string, JsonValue | undefined> = { ...former }
  for (const part of changedParts(only.step, only.kept)) {
    if (part === 'operationId') lose('request', 'method and path are those of the description')
    else merged[part] = part === 'parameters' ? mergedParameters(former, written) : written[part]
  }
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== undefined)) as JsonObject
}

/** The parameters with other values; those of the path stay, as the description has the path. */
function mergedParameters(former: JsonObject, written: JsonObject): JsonValue {
  const fresh = list(written['parameters'])
    .map(mapping)
    .filter(one => one['in'] !== 'path')
  const isSame = (one: JsonObject, other: JsonObject): boolean =>
    one['in'] === other['in'] && text(one['name'])?.toLowerCase() === text(other['name'])?.toLowerCase()
  const before = list(former['parameters']).map(mapping)
  const kept = before.flatMap(one => {
    if (one['reference'] !== undefined || !/^(?:query|header)$/.test(text(one['in']) ?? '')) return [one]
    const other = fresh.find(candidate => isSame(candidate, one))
    if (other === undefined) return []
    const isEqual = valueText(one['value'] ?? null) === valueText(other['value'] ?? null)
    return [isEqual ? one : { ...one, value: other['value'] ?? null }]
  })
  const added = fresh.filter(
    one => text(one['name']) !== 'Accept' && !before.some(other => isSame(one, other)),
  )
  return [...kept, ...added]
}

/** The inputs with the defaults that variables have now. */
function mergedInputs(former: JsonObject, { variables = {} }: FolderContents): JsonObject {
  const inputs = mapping(former['inputs'])
  const properties = Object.entries(mapping(inputs['properties'])).map(([name, schema]) => {
    const value = variables[name]
    const isSame = value === undefined || jsonEqual(mapping(schema)['default'] ?? null, value)
    return [name, isSame ? schema : { ...mapping(schema), default: value }] as const
  })
  return properties.length === 0 ? {} : { inputs: { ...inputs, properties: Object.fromEntries(properties) } }
}
