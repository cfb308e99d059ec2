import type { FolderContents, SavedRequest } from '../../model/collection.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { memberAt, objectAt } from './parts.ts'
import { textsOf } from './write/write-events.ts'

/** All scripts of saved requests, and for each variable that a step sets a text with its name in quotes. */
export function savedScripts(contents: FolderContents): readonly string[] {
  const steps = [...contents.items, ...(contents.after ?? [])].flatMap(item =>
    item.kind === 'folder' ? savedScripts(item) : ofRequest(item),
  )
  return [...scriptsOf(memberAt(contents.settings, 'scripts')), ...steps]
}

function ofRequest({ step }: SavedRequest): readonly string[] {
  const names = ['extracts', 'variables', 'set'].flatMap(key => Object.keys(objectAt(step, key)))
  return [...scriptsOf(step['scripts']), ...names.map(name => JSON.stringify(name)), ...scriptOf(step)]
}

function scriptOf(step: JsonObject): readonly string[] {
  return textsOf(step['script'])
}

function scriptsOf(scripts: JsonValue | undefined): readonly string[] {
  return [...textsOf(memberAt(scripts, 'before')), ...textsOf(memberAt(scripts, 'after'))]
}
