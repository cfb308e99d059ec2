import path from 'node:path'
import { valueOfYaml } from '../../document/edit-yaml.ts'
import type { FolderContents } from '../../model/collection.ts'
import type { JsonObject } from '../../model/json.ts'
import { defined } from '../../util/defined.ts'
import { list, mapping } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import { documentOfBru, environmentOfBru } from './bru-document.ts'
import { formerPart, type FormerPart } from './kept-part.ts'

/** The part that a folder or the collection was read from. */
export function former(contents: FolderContents): FormerPart | undefined {
  return formerPart(contents.kept, contents)
}

/** The document that a part was read from, in whichever language. */
export function documentIn({ file, text }: FormerPart): JsonObject {
  if (file.endsWith('.json')) return {}
  return file.endsWith('.bru') ? inYaml(documentOfBru(text).document) : mapping(valueOfYaml(text))
}

/** Without what Bruno itself does not read in YAML: bodies that are not sent, and a folder that inherits no credentials. */
function inYaml(document: JsonObject): JsonObject {
  const { request, http } = document
  const { auth, ...others } = mapping(request)
  const selected = list(mapping(http)['body'])
    .map(mapping)
    .find(one => one['selected'] === true)
  const { body, ...details } = mapping(http)
  const sent = Array.isArray(body) ? selected?.['body'] : body
  return defined({
    ...document,
    request: auth === 'none' ? others : request,
    http: http === undefined ? undefined : defined({ ...details, body: sent }),
  })
}

/** The names of bodies that are not sent. */
export function unsent(text: string): readonly string[] {
  const bodies = list(mapping(documentOfBru(text).document['http'])['body']).map(mapping)
  return bodies.filter(one => one['selected'] !== true).map(one => valueText(one['title'] ?? ''))
}

/** The same of an environment. */
export function environmentIn({ file, text }: FormerPart): JsonObject {
  const name = path.posix.basename(file, '.bru')
  return file.endsWith('.bru') ? environmentOfBru(text, name).document : mapping(valueOfYaml(text))
}
