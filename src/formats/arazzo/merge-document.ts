import type { Collection, FolderContents, SavedRequest } from '../../model/collection.ts'
import type { Loss } from '../../model/conversion.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isRequest } from '../../compile/suite-parts.ts'
import { jsonEqual } from '../../util/json-equal.ts'
import { list, mapping, text, texts } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import { digestOf } from '../kept-text.ts'
import type { Say } from '../told.ts'
import { mergedInputs, neededInputs } from './merge-inputs.ts'
import { lostReferences } from './merge-references.ts'
import { changesOf, importedStep, mergedStep, type StepAnew, type WrittenStep } from './merge-step.ts'

/** Writes the steps of a workflow anew, each at the place of its request; and is told what cannot be said. */
export interface StepsAnew {
  /** The steps as they are, or others that they are written as, which are then described nowhere. */
  readonly stepsOf: (contents: FolderContents, stepOf?: (request: SavedRequest) => JsonObject) => WrittenSteps
  readonly tell: (losses: readonly Loss[]) => void
}

/** The steps of a workflow, and the inputs that they need. */
export interface WrittenSteps {
  readonly steps: readonly StepAnew[]
  readonly inputs: JsonObject
}

/** The document that a collection was imported from, with what has changed since. */
export function mergedDocument(former: JsonObject, collection: Collection, anew: StepsAnew): JsonObject {
  const all: readonly FolderContents[] = [
    collection,
    ...collection.items.flatMap(item => (item.kind === 'folder' ? [item] : [])),
  ]
  const ownOf = (id: JsonValue | undefined): FolderContents | undefined =>
    all.find(({ kept }) => mapping(kept?.['arazzo'])['workflow'] === id)
  const workflows = list(former['workflows']).flatMap(one => {
    const own = ownOf(mapping(one)['workflowId'])
    const place = { workflow: mapping(one), name: own?.name ?? '', document: { value: former }, collection }
    return own === undefined ? [] : [mergedWorkflow(place, own, anew)]
  })
  const merged = { ...former, workflows }
  anew.tell(lostReferences(former, merged, id => ownOf(id)?.name ?? id))
  return merged
}

/** A workflow of the document, and the name of its part of the collection. */
interface Workflow {
  readonly workflow: JsonObject
  readonly name: string
  readonly document: { readonly value: JsonObject }
  readonly collection: Collection
}

/** A step of a workflow, and the one of the document that it was. */
interface Placed {
  readonly id: string | undefined
  readonly step: JsonObject
}

function mergedWorkflow(former: Workflow, contents: FolderContents, anew: StepsAnew): JsonObject {
  const { workflow, name } = former
  const steps = list(workflow['steps']).map(mapping)
  const requests = contents.items.filter(isRequest)
  const before = anew.stepsOf(contents, importedStep).steps
  const { steps: now, inputs } = anew.stepsOf(contents)
  const changes = anew.stepsOf(contents, changesOf).steps
  const none: StepAnew = { step: undefined, losses: [] }
  const placed: Placed[] = []
  for (const [index, request] of requests.entries()) {
    if (dependencyOf(request) !== undefined) continue
    const id = stepOf(request)
    const own = id === undefined ? undefined : steps.find(step => step['stepId'] === id)
    const group = requests.filter(one => id !== undefined && stepOf(one) === id)
    const [old, written = none, changed = none] = [before[index] ?? none, now[index], changes[index]]
    if (own === undefined) {
      anew.tell(written.losses)
      if (written.step !== undefined) placed.push({ id: undefined, step: written.step })
    } else if (group[0] === request) {
      const three = { before: old, now: written, changes: changed }
      placed.push({ id, step: mergedGroup(former, own, group, three, anew.tell) })
    }
  }
  const made = texts(mapping(contents.kept?.['arazzo'])['made'])
  const result = inDocumentOrder(steps, placed, made)
  tellDependencies(workflow, name, requests, anew)
  const fresh = neededInputs(result, workflow, inputs)
  const lose = (what: string, why: string): void => {
    anew.tell([{ where: name, what, why }])
  }
  tellContents(contents, lose)
  return {
    ...withDescription(workflow, contents),
    ...mergedInputs({ ...former, contents }, fresh, lose),
    steps: result,
  }
}

/**
 * The steps in the order of the document, or in that of the requests where these were put in another one; `made` are those that became
 * requests, in the order of these. One that became none stays behind the one before it.
 */
function inDocumentOrder(
  former: readonly JsonObject[],
  placed: readonly Placed[],
  made: readonly string[],
): readonly JsonObject[] {
  const ids = placed.flatMap(({ id }) => id ?? [])
  const isReordered = !jsonEqual(
    made.filter(id => ids.includes(id)),
    ids,
  )
  const idOf = (step: JsonObject): string => text(step['stepId']) ?? ''
  const own = isReordered ? ids : former.map(idOf).filter(id => ids.includes(id))
  const behind = (id: string | undefined): readonly JsonObject[] => {
    const at = id === undefined ? -1 : placed.findIndex(one => one.id === id)
    const end = placed.findIndex((one, index) => index > at && one.id !== undefined)
    return placed.slice(at + 1, end < 0 ? placed.length : end).map(({ step }) => step)
  }
  const result = [...behind(undefined)]
  for (const id of own)
    result.push(...placed.filter(one => one.id === id).map(({ step }) => step), ...behind(id))
  for (const [index, step] of former.entries()) {
    if (made.includes(idOf(step))) continue
    const before = former.slice(0, index).findLast(one => result.some(other => idOf(other) === idOf(one)))
    result.splice(result.findIndex(one => before !== undefined && idOf(one) === idOf(before)) + 1, 0, step)
  }
  return result
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

function mergedGroup(
  former: Workflow,
  step: JsonObject,
  group: readonly SavedRequest[],
  written: WrittenStep,
  tell: StepsAnew['tell'],
): JsonObject {
  const [only, ...others] = group
  const where = `${former.name} / ${text(step['stepId']) ?? ''}`
  const lose = (what: string, why: string): void => {
    tell([{ where, what, why }])
  }
  const isSame = mapping(only?.kept?.['arazzo'])['digest'] === digestOf(group.map(one => one.step))
  if (only === undefined || isSame) return step
  if (others.length > 0 || step['workflowId'] !== undefined) {
    lose('steps of another workflow', changedElsewhere)
    return step
  }
  return mergedStep({ ...former, step, lose }, only, written, tell)
}

/** The workflow with the description that its part of the collection has now. */
function withDescription(workflow: JsonObject, { description = '' }: FolderContents): JsonObject {
  const { summary, description: long, ...others } = workflow
  const [first, ...rest] = [summary, long].map(text).filter(Boolean)
  if (description === [first, ...rest].join('\n\n')) return workflow
  if (description === '') return others
  if (rest.length === 0 && summary !== undefined) return { ...workflow, summary: description }
  const front = `${text(summary) ?? ''}\n\n`
  return description.startsWith(front)
    ? { ...workflow, description: description.slice(front.length) }
    : { ...others, description }
}

/** Tells what a workflow has no word for, and no import of one gives. */
function tellContents(contents: FolderContents, lose: Say): void {
  for (const key of ['data', 'skip', 'after'] as const)
    if (contents[key] !== undefined) lose(key, 'Arazzo has no word for it')
  for (const key of Object.keys(contents.settings ?? {}))
    if (!/^(?:cookies|timeout|unset-variables|stop-on-failure)$/.test(key))
      lose(`settings ${key}`, 'a workflow has none: say it in each step')
}
