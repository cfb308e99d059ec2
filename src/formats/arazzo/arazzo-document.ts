import type { ApiDescription } from '../../api-description/api-description.ts'
import { loadDescription } from '../../api-description/load-description.ts'
import type { ReadDocument } from '../../api-description/documents/loaded-document.ts'
import { unreadable } from '../../compile/read-imported-json.ts'
import { readWithPlaces, type YamlSource } from '../../document/index.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { errorProblem, type Result } from '../../model/problem.ts'
import type { DocumentPath } from '../../model/span.ts'
import { isObject } from '../../util/is-json.ts'
import { jsonPointerParts, valueAtParts } from './pointer.ts'
import { list, mapping, property, text } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'

/** A document of workflows, with the documents that it names. */
export interface ArazzoDocument {
  /** A file or a URL, which others in it count from. */
  readonly address: string
  readonly value: JsonObject
  readonly source: YamlSource
  readonly workflows: ReadonlyMap<string, Workflow>
  readonly sources: ReadonlyMap<string, SourceDescription>
}

/** A workflow, and the way to it. */
export interface Workflow {
  readonly id: string
  readonly index: number
  readonly value: JsonObject
  readonly document: ArazzoDocument
}

/** A document that workflows name. */
export type SourceDescription =
  | { readonly kind: 'openapi'; readonly url: string; readonly description: ApiDescription }
  | { readonly kind: 'arazzo'; readonly url: string; readonly document: ArazzoDocument }
  | { readonly kind: 'none'; readonly url: string; readonly why: string }

/** The documents that are being read, or were: one that names itself ends there. */
type Known = Map<string, SourceDescription | undefined>

/** Reads a document of workflows and all that it names. */
export async function readArazzo(
  written: string,
  file: string,
  address: string,
  read: ReadDocument,
  known: Known = new Map(),
): Promise<Result<ArazzoDocument>> {
  const source = await readWithPlaces(written.replace(/^\uFEFF/, ''), file, '')
  const [problem] = source.problems
  if (problem !== undefined)
    return { ok: false, problems: [{ ...problem, code: 'import-unreadable', hint: undefined }] as never }
  const { value } = source
  if (!isObject(value) || !Object.hasOwn(value, 'arazzo')) return unreadable('this is no Arazzo', file)
  const version = valueText(value['arazzo'] ?? null)
  if (!/^1\.\d/.test(version)) return wrongAt(source, ['arazzo'], `Arazzo ${version} is not known`)
  if (list(value['workflows']).length === 0)
    return wrongAt(source, ['workflows'], 'there is no list of workflows')
  const twice = idTwice(value)
  if (twice !== undefined)
    return wrongAt(source, twice.path, `two ${twice.kind}s have the id ${twice.id}`, {
      hint: `Give each ${twice.kind} an id of its own: nothing tells which of them others mean.`,
    })
  const sources = new Map<string, SourceDescription>()
  const workflows = new Map<string, Workflow>()
  const document: ArazzoDocument = { address, value, source, workflows, sources }
  for (const [index, one] of list(value['workflows']).entries()) {
    const id = text(mapping(one)['workflowId']) ?? `workflow ${index + 1}`
    workflows.set(id, { id, index, value: mapping(one), document })
  }
  known.set(address, { kind: 'arazzo', url: address, document })
  for (const one of list(value['sourceDescriptions']).map(mapping)) {
    const name = text(one['name']) ?? ''
    const url = text(one['url']) ?? ''
    if (!sources.has(name)) sources.set(name, await readDescription(one, url, address, read, known))
  }
  return { ok: true, value: document }
}

interface IdTwice {
  readonly kind: string
  readonly id: string
  readonly path: DocumentPath
}

/** The first id that two workflows, or two steps of one, have. */
function idTwice({ workflows }: JsonObject): IdTwice | undefined {
  const among = (entries: readonly JsonValue[], kind: string, path: DocumentPath): IdTwice | undefined => {
    const ids = entries.map(one => text(mapping(one)[`${kind}Id`]))
    const index = ids.findIndex((id, at) => id !== undefined && ids.indexOf(id) < at)
    const id = ids[index]
    return id === undefined ? undefined : { kind, id, path: [...path, index, `${kind}Id`] }
  }
  const own = list(workflows)
  const inside = own.map((one, index) =>
    among(list(mapping(one)['steps']), 'step', ['workflows', index, 'steps']),
  )
  return among(own, 'workflow', ['workflows']) ?? inside.find(one => one !== undefined)
}

function wrongAt(
  source: YamlSource,
  path: DocumentPath,
  message: string,
  more: { readonly hint?: string } = {},
): Result<never> {
  const span = source.spanOf(path)
  return { ok: false, problems: [errorProblem({ code: 'import-unreadable', message, span, ...more })] }
}

async function readDescription(
  one: JsonObject,
  url: string,
  from: string,
  read: ReadDocument,
  known: Known,
): Promise<SourceDescription> {
  if (text(one['type']) === 'asyncapi') return { kind: 'none', url, why: 'messages are not sent' }
  const address = addressOf(url, from)
  if (url === '' || address === undefined) return { kind: 'none', url, why: 'it has no address' }
  const before = known.get(address)
  if (before !== undefined) return before
  if (known.size > mostDocuments) return { kind: 'none', url, why: 'too many documents are named' }
  known.set(address, { kind: 'none', url, why: 'it names itself' })
  const found = await (text(one['type']) === 'arazzo'
    ? otherArazzo(url, address, read, known)
    : openApi(url, address, read))
  known.set(address, found)
  return found
}

/** More other documents than this belong to no workflows. */
const mostDocuments = 100

async function otherArazzo(
  url: string,
  address: string,
  read: ReadDocument,
  known: Known,
): Promise<SourceDescription> {
  const content = await read(address)
  const file = address.startsWith('file:') ? decodeURIComponent(new URL(address).pathname) : address
  const document = content.ok ? await readArazzo(content.value, file, address, read, known) : content
  return document.ok
    ? { kind: 'arazzo', url, document: document.value }
    : { kind: 'none', url, why: document.problems[0]?.message ?? '' }
}

async function openApi(url: string, address: string, read: ReadDocument): Promise<SourceDescription> {
  const loaded = await loadDescription(address, read)
  return loaded.ok
    ? { kind: 'openapi', url, description: loaded.value }
    : { kind: 'none', url, why: loaded.problems[0]?.message ?? '' }
}

/** The address that a document names, from where it lies itself. */
export function addressOf(url: string, from: string): string | undefined {
  const [own = ''] = url.split('#')
  return URL.canParse(own, from) ? new URL(own, from).href : undefined
}

/** The component that a reference stands for, with what it says otherwise; undefined where there is none. */
export function referenced(
  document: Pick<ArazzoDocument, 'value'>,
  value: JsonValue,
): JsonObject | undefined {
  const { reference, $ref, ...own } = mapping(value)
  const name = text(reference) ?? text($ref)
  if (name === undefined) return mapping(value)
  const [, kind, key] = /^\$components\.(\w+)\.(.+)$/.exec(name) ?? []
  const found =
    kind !== undefined && key !== undefined
      ? property(mapping(property(mapping(document.value['components']), kind)), key)
      : name.startsWith('#/')
        ? valueAtParts(document.value, jsonPointerParts(name.slice(1)))
        : undefined
  return isObject(found) ? { ...found, ...own } : undefined
}
