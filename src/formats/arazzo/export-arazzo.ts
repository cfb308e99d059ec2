import path from 'node:path'
import { suitesToRun } from '../../compile/suites-to-run.ts'
import { editYaml, valueOfYaml, writtenYaml } from '../../document/edit-yaml.ts'
import type { Collection } from '../../model/collection.ts'
import type { Exported, Loss } from '../../model/conversion.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { list, mapping, text } from '../../util/read-values.ts'
import { filePartsOf, reportOf } from '../file-parts.ts'
import { formerText, unchangedText } from '../kept-text.ts'
import { keptPart } from './import-arazzo.ts'
import { mergedDocument } from './merge-document.ts'
import { MinimalDescription } from './minimal-description.ts'
import { VariableNames } from './names.ts'
import { idOf, WorkflowWriter } from './workflow-writer.ts'

/**
 * Writes a collection as a document of Arazzo 1.0.1, a workflow for each suite, and beside it an API description of just its requests.
 * A document that was imported is written as it was, but for what has changed.
 */
export function exportArazzo(collection: Collection): Exported {
  const endings = ['.arazzo.yaml', 'arazzo.yaml', 'arazzo.yml', 'arazzo.json']
  const written = filePartsOf(collection, 'arazzo', endings).map(({ name, part }) =>
    documentOf(part, name.replace(/\.?arazzo\.(?:ya?ml|json)$/i, ''), name),
  )
  return { files: written.flatMap(({ files }) => files), report: reportOf(collection, written) }
}

interface WrittenDocument {
  readonly files: Exported['files']
  readonly created: number
  readonly losses: readonly Loss[]
  readonly notes: readonly Loss[]
}

function documentOf(collection: Collection, stem: string, name: string): WrittenDocument {
  const former = formerText('arazzo', collection.kept)
  const suites = suitesToRun(collection, [])
  const created = suites.reduce((sum, suite) => sum + list(suite['steps']).length, 0)
  if (former !== undefined && unchangedText('arazzo', collection.kept, keptPart(collection)) !== undefined)
    return { files: [{ name, text: former }], created, losses: [], notes: [] }
  const description = new MinimalDescription()
  const beside = { name: 'requests', url: `./${path.posix.basename(stem)}.openapi.yaml`, type: 'openapi' }
  const described = (): Exported['files'] =>
    description.isEmpty
      ? []
      : [{ name: `${stem}.openapi.yaml`, text: writtenYaml(description.document(collection.name)) }]
  if (former !== undefined) {
    const { losses, ...merged } = changedDocument(former, collection, description, beside)
    return {
      files: [{ name, text: merged.text }, ...(merged.isDescribed ? described() : [])],
      created,
      losses,
      notes: [],
    }
  }
  const ids = new VariableNames([])
  const writers = suites.map(suite => {
    const writer = new WorkflowWriter(suite, collection, description)
    return { writer, workflow: writer.write(ids.take(idOf(text(suite['suite'])?.split(' / ').at(-1) ?? ''))) }
  })
  const document = {
    arazzo: '1.0.1',
    info: { title: collection.name, version: '1.0.0' },
    sourceDescriptions: [beside],
    workflows: writers.flatMap(({ workflow }) => workflow ?? []),
  }
  return {
    files: [{ name, text: writtenYaml(document) }, ...described()],
    created: writers.reduce((sum, { writer }) => sum + writer.created, 0),
    losses: writers.flatMap(({ writer }) => writer.losses),
    notes: writers.flatMap(({ writer }) => writer.notes),
  }
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
    stepsOf: contents => {
      const index = collection.items.findIndex(item => item === contents)
      const [suite] = suitesToRun(collection, index < 0 ? [] : [index])
      return suite === undefined ? [] : new WorkflowWriter(suite, collection, description).stepsOf(contents)
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
    text: isJson ? `${JSON.stringify(whole, null, 2)}\n` : editYaml(former, whole),
    isDescribed,
    losses,
  }
}

function operationsIn(document: JsonObject): readonly JsonValue[] {
  return list(document['workflows'])
    .flatMap(one => list(mapping(one)['steps']))
    .flatMap(step => mapping(step)['operationId'] ?? [])
}
