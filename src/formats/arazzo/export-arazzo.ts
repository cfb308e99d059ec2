import path from 'node:path'
import { isRequest } from '../../compile/suite-parts.ts'
import { suitesToRun } from '../../compile/suites-to-run.ts'
import { editJson } from '../../document/edit-json.ts'
import { editYaml, valueOfYaml, writtenYaml } from '../../document/edit-yaml.ts'
import type { Collection } from '../../model/collection.ts'
import type { Exported, Loss } from '../../model/conversion.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { writeJson } from '../../util/exact-number.ts'
import { list, mapping, text } from '../../util/read-values.ts'
import { filePartsOf, reportOf } from '../file-parts.ts'
import { formerText, unchangedText } from '../kept-text.ts'
import { isUrl } from '../../util/is-url.ts'
import { type GivenDescription, GivenOperations } from './given-description.ts'
import { keptPart } from './import-arazzo.ts'
import { mergedDocument } from './merge-document.ts'
import { MinimalDescription } from './minimal-description.ts'
import { VariableNames } from './names.ts'
import { idOf, WorkflowWriter } from './workflow-writer.ts'

/**
 * Writes a collection as a document of Arazzo 1.0.1, a workflow for each suite, and beside it an API description of just its requests,
 * but for those that `given` has. A document that was imported is written as it was, but for what has changed.
 */
export function exportArazzo(collection: Collection, given?: GivenDescription): Exported {
  const endings = ['.arazzo.yaml', 'arazzo.yaml', 'arazzo.yml', 'arazzo.json']
  const written = filePartsOf(collection, 'arazzo', endings).map(({ name, part }) =>
    documentOf(part, name.replace(/\.?arazzo\.(?:ya?ml|json)$/i, ''), name, given),
  )
  return { files: written.flatMap(({ files }) => files), report: reportOf(collection, written) }
}

interface WrittenDocument {
  readonly files: Exported['files']
  readonly created: number
  readonly losses: readonly Loss[]
  readonly notes: readonly Loss[]
}

function documentOf(
  collection: Collection,
  stem: string,
  name: string,
  given: GivenDescription | undefined,
): WrittenDocument {
  const former = formerText('arazzo', collection.kept)
  const suites = suitesToRun(collection, [])
  const created = suites.reduce((sum, suite) => sum + list(suite['steps']).length, 0)
  if (former !== undefined && unchangedText('arazzo', collection.kept, keptPart(collection)) !== undefined)
    return { files: [{ name, text: former }], created, losses: [], notes: [] }
  const beside = { name: 'requests', url: `./${path.posix.basename(stem)}.openapi.yaml`, type: 'openapi' }
  if (former === undefined)
    return newDocument(collection, suites, { stem, name, beside, given: given && inFolder(given, name) })
  const description = new MinimalDescription()
  const { losses, ...merged } = changedDocument(former, collection, description, beside)
  const why = 'the document names its own descriptions, and keeps them'
  return {
    files: [
      { name, text: merged.text },
      ...(merged.isDescribed ? described(description, stem, collection) : []),
    ],
    created,
    losses,
    notes: given === undefined ? [] : [{ where: collection.name, what: given.url, why }],
  }
}

/** The same description, named from the folder of a document. */
function inFolder(given: GivenDescription, name: string): GivenDescription {
  if (isUrl(given.url)) return given
  const url = path.posix.relative(path.posix.dirname(name), given.url)
  return { ...given, url: url.startsWith('.') ? url : `./${url}` }
}

function described(description: MinimalDescription, stem: string, { name }: Collection): Exported['files'] {
  return description.isEmpty
    ? []
    : [{ name: `${stem}.openapi.yaml`, text: writtenYaml(description.document(name)) }]
}

interface NewDocument {
  readonly stem: string
  readonly name: string
  readonly beside: JsonObject
  readonly given: GivenDescription | undefined
}

function newDocument(
  collection: Collection,
  suites: readonly JsonObject[],
  { stem, name, beside, given }: NewDocument,
): WrittenDocument {
  const operations = given && new GivenOperations(given)
  const description = new MinimalDescription(operations)
  const ids = new VariableNames([])
  const writers = suites.map(suite => {
    const writer = new WorkflowWriter(suite, collection, description)
    return { writer, workflow: writer.write(ids.take(idOf(text(suite['suite'])?.split(' / ').at(-1) ?? ''))) }
  })
  const workflows = writers.flatMap(({ workflow }) => workflow ?? [])
  const isShared = operations !== undefined && !description.isEmpty
  const document = {
    arazzo: '1.0.1',
    info: { title: collection.name, version: '1.0.0' },
    sourceDescriptions: [
      ...(given === undefined ? [] : [{ name: given.name, url: given.url, type: 'openapi' }]),
      ...(given !== undefined && description.isEmpty ? [] : [beside]),
    ],
    workflows: isShared ? workflows.map(one => withSources(mapping(one), operations)) : workflows,
  }
  return {
    files: [{ name, text: writtenYaml(document) }, ...described(description, stem, collection)],
    created: writers.reduce((sum, { writer }) => sum + writer.created, 0),
    losses: writers.flatMap(({ writer }) => writer.losses),
    notes: writers.flatMap(({ writer }) => writer.notes),
  }
}

/** A workflow whose steps say of which of two descriptions an operation is, as they have to. */
function withSources(workflow: JsonObject, { given, ids }: GivenOperations): JsonObject {
  const known = new Set(ids)
  const steps = list(workflow['steps']).map(step => {
    const { operationId } = mapping(step)
    if (typeof operationId !== 'string') return step
    const source = known.has(operationId) ? given.name : 'requests'
    return { ...mapping(step), operationId: `$sourceDescriptions.${source}.${operationId}` }
  })
  return { ...workflow, steps }
}

/** The text of a document with what has changed since it was imported. */
function changedDocument(
  former: string,
  collection: Collection,
  description: MinimalDescription,
  beside: JsonObject,
): { readonly text: string; readonly isDescribed: boolean; readonly losses: readonly Loss[] } {
  const losses: Loss[] = []
  const document = mapping(valueOfYaml(former))
  const merged = mergedDocument(document, collection, {
    stepsOf: (contents, stepOf) => {
      const index = collection.items.findIndex(item => item === contents)
      const items = contents.items.map(item =>
        isRequest(item) && stepOf !== undefined ? { ...item, step: stepOf(item) } : item,
      )
      const whole =
        index < 0
          ? { ...collection, items }
          : { ...collection, items: collection.items.with(index, { ...contents, kind: 'folder', items }) }
      const [suite] = suitesToRun(whole, index < 0 ? [] : [index])
      if (suite === undefined) return { steps: [], inputs: {} }
      const writer = new WorkflowWriter(
        suite,
        collection,
        stepOf === undefined ? description : new MinimalDescription(),
      )
      return { steps: writer.stepsOf(contents), inputs: writer.inputs }
    },
    tell: more => {
      losses.push(...more)
    },
  })
  const before = new Set(operationsIn(document))
  const isDescribed = operationsIn(merged).some(id => !before.has(id))
  const whole = isDescribed
    ? { ...merged, sourceDescriptions: [...list(merged['sourceDescriptions']), beside] }
    : merged
  const isJson = /^\s*\{/.test(former)
  return {
    text: isJson ? editJson(former, `${writeJson(whole, 2)}\n`) : editYaml(former, whole),
    isDescribed,
    losses,
  }
}

function operationsIn(document: JsonObject): readonly JsonValue[] {
  return list(document['workflows'])
    .flatMap(one => list(mapping(one)['steps']))
    .flatMap(step => mapping(step)['operationId'] ?? [])
}
