import { collectionName } from '../../compile/collection-name.ts'
import { readImportedJson, unreadable } from '../../compile/read-imported-json.ts'
import { readWithPlaces } from '../../document/index.ts'
import type { LostPart } from '../../model/conversion.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import type { Result } from '../../model/problem.ts'
import { isObject } from '../../util/is-json.ts'
import { list, mapping, number, text as textOf } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'

/** A document of version 5, or a workspace of version 4 in the words of that. */
export interface Workspace {
  readonly name: string
  readonly document: JsonObject
  /** Parts that have no place in it, and why. */
  readonly strays: readonly LostPart[]
}

/** Reads an export of version 4, in JSON or YAML, or files of version 5, several behind each other. */
export async function readWorkspaces(text: string, file: string): Promise<Result<readonly Workspace[]>> {
  const content = text.replace(/^\uFEFF/, '')
  const documents: JsonValue[] = []
  for (const part of isJson.test(content) ? [content] : documentsIn(content)) {
    const read = await readDocument(part, file)
    if (!read.ok) return read
    documents.push(read.value)
  }
  const workspaces = documents.filter(isObject).flatMap(document => {
    if (document['resources'] !== undefined) return exportedWorkspaces(document, file)
    return isDocument(document) ? [{ name: nameOf(document, file), document, strays: [] }] : []
  })
  return workspaces.length > 0
    ? { ok: true, value: workspaces }
    : unreadable('this is no collection of Insomnia: it has neither resources nor a type of version 5', file)
}

/** YAML may begin with a brace, too, but seldom with a quote behind it. */
const isJson = /^\s*\{\s*["}]/

function isDocument({ type }: JsonObject): boolean {
  return /^\w+\.insomnia(?:\.rest)?\//.test(textOf(type) ?? '')
}

function nameOf({ name }: JsonObject, file: string): string {
  return valueText(name ?? '') || collectionName(file, /\.(?:ya?ml|json)$/i)
}

/** The documents of a file, each with as many empty lines in front as there are others, so that places stay. */
function documentsIn(text: string): readonly string[] {
  const parts: string[] = []
  let at = 0
  for (const { index } of [...text.matchAll(/^---(?=\s|$)/gm), { index: text.length }]) {
    const part = text.slice(at, index).replace(/^---/, '')
    if (/^\s*[^\s#]/m.test(part)) parts.push(text.slice(0, at).replace(/[^\n]/g, '') + part)
    at = index
  }
  return parts
}

async function readDocument(text: string, file: string): Promise<Result<JsonValue>> {
  if (isJson.test(text)) return readImportedJson(text, file)
  const { value, problems } = await readWithPlaces(text, file, '')
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: (value ?? null) as JsonValue }
}

/** The items of a list in the order that Insomnia shows. */
export function inOrder(items: readonly JsonObject[]): readonly JsonObject[] {
  const key = ({ meta }: JsonObject): number => number(mapping(meta)['sortKey']) ?? 0
  return items.toSorted((one, other) => key(one) - key(other))
}

/** Deeper than people nest folders; it is no export any more that does. */
const deepest = 100

/** The workspaces of a version 4. What has no parent that is there belongs to the first. */
function exportedWorkspaces(document: JsonObject, file: string): readonly Workspace[] {
  const resources: JsonObject[] = []
  const broken: Workspace['strays'][number][] = []
  for (const [index, one] of list(document['resources']).entries())
    if (isObject(one) && textOf(one['_type']) !== undefined) resources.push(one)
    else broken.push({ what: `resource ${index + 1}`, why: 'it is no resource of any kind' })
  const tree = new ResourceTree(resources)
  const roots = resources.filter(one => one['_type'] === 'workspace')
  const made = (roots.length > 0 ? roots : [{ _id: '' }]).map((root): Workspace => {
    const own = tree.documentOf(root)
    return { name: nameOf(own, file), document: own, strays: [] }
  })
  const [first, ...others] = made
  if (first === undefined) return []
  const { left, items } = tree.rest()
  const strays = [...broken, ...left]
  const collection = [...list(first.document['collection']), ...items]
  return [{ ...first, document: { ...first.document, collection }, strays }, ...others]
}

class ResourceTree {
  readonly #children = new Map<string, JsonObject[]>()

  constructor(resources: readonly JsonObject[]) {
    for (const one of resources) {
      const parent = valueText(one['parentId'] ?? '')
      const siblings = this.#children.get(parent) ?? []
      this.#children.set(parent, siblings)
      if (one['_type'] !== 'workspace') siblings.push(one)
    }
  }

  documentOf(root: JsonObject): JsonObject {
    const children = this.#take(idOf(root))
    const ofType = (...types: readonly string[]): readonly JsonObject[] =>
      children.filter(one => types.includes(textOf(one['_type']) ?? ''))
    const [base, ...more] = ofType('environment')
    const [spec] = ofType('api_spec')
    const jars = ofType('cookie_jar')
    const environments =
      base === undefined
        ? undefined
        : {
            ...modern(base),
            subEnvironments: [...this.#take(idOf(base)), ...more].map(modern),
          }
    return {
      ...modern(root),
      type:
        root['scope'] === 'environment' ? 'environment.insomnia.rest/5.0' : 'collection.insomnia.rest/5.0',
      collection: this.#items(children, 1),
      ...(jars.length === 0 ? {} : { cookieJar: { cookies: jars.flatMap(jar => list(jar['cookies'])) } }),
      ...(environments === undefined ? {} : { environments }),
      ...(spec === undefined ? {} : { spec: { contents: spec['contents'] ?? '' } }),
      testSuites: ofType('unit_test_suite').map(suite => ({
        ...suite,
        tests: this.#take(idOf(suite)),
      })),
      routes: ofType('mock_server').flatMap(server => this.#take(idOf(server))),
      certificates: ofType('client_certificate', 'ca_certificate'),
    }
  }

  /** Requests and folders that no workspace leads to, and all else of that kind. */
  rest(): { readonly items: readonly JsonObject[]; readonly left: Workspace['strays'] } {
    const items: JsonObject[] = []
    const left: { what: string; why: string }[] = []
    for (const parent of this.#children.keys()) {
      const children = this.#take(parent)
      for (const one of children.filter(child => !isItem(child)))
        if (!passedOver.has(textOf(one['_type']) ?? ''))
          left.push({
            what: `${valueText(one['_type'] ?? '')} ${valueText(one['name'] ?? idOf(one))}`,
            why: 'what it belongs to is not in the file',
          })
      const own = this.#items(children, 1)
      items.push(...own.map(one => ({ ...one, isStray: true })))
    }
    return { items, left }
  }

  #items(children: readonly JsonObject[], depth: number): readonly JsonObject[] {
    return children.filter(isItem).map(one => {
      // Children are taken once, so that a circle of parents comes to an end.
      const inside = one['_type'] === 'request_group' && depth < deepest ? this.#take(idOf(one)) : undefined
      const payloads = one['_type'] === 'websocket_request' ? this.#take(idOf(one)) : []
      return {
        ...modern(one),
        ...(inside === undefined ? {} : { children: this.#items(inside, depth + 1) }),
        ...(payloads.length > 0 ? { payloads } : {}),
      }
    })
  }

  #take(id: string): JsonObject[] {
    const children = this.#children.get(id) ?? []
    this.#children.delete(id)
    return children
  }
}

function idOf(resource: JsonObject): string {
  return valueText(resource['_id'] ?? '')
}

function isItem({ _type }: JsonObject): boolean {
  return /^(?:request|request_group|(?:grpc|websocket|socketio|mcp)_request)$/.test(textOf(_type) ?? '')
}

/** Resources that only the application has a use for, or that are nothing without others. */
const passedOver = new Set([
  'cookie_jar',
  'api_spec',
  'request_meta',
  'workspace_meta',
  'request_version',
  'response',
])

/** A resource of version 4 in the words of version 5. */
function modern(resource: JsonObject): JsonObject {
  const { _id, metaSortKey, description, isPrivate, preRequestScript, afterResponseScript } = resource
  const follow = resource['settingFollowRedirects']
  return {
    ...resource,
    kind: resource['_type'] ?? null,
    meta: {
      id: _id ?? '',
      sortKey: metaSortKey ?? 0,
      description: description ?? '',
      isPrivate: isPrivate === true,
    },
    scripts: { preRequest: preRequestScript ?? '', afterResponse: afterResponseScript ?? '' },
    settings: {
      renderRequestBody: resource['settingDisableRenderRequestBody'] !== true,
      encodeUrl: resource['settingEncodeUrl'] !== false,
      rebuildPath: resource['settingRebuildPath'] !== false,
      followRedirects: follow ?? 'global',
      cookies: {
        send: resource['settingSendCookies'] !== false,
        store: resource['settingStoreCookies'] !== false,
      },
    },
  }
}
