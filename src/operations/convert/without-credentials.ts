import { environmentName } from '../../compile/environment-names.ts'
import type { Collection, CollectionItem, FolderContents, SavedRequest } from '../../model/collection.ts'
import type { Imported } from '../../model/conversion.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { withoutSecrets } from '../calls/without-secrets.ts'

/** Removes the credentials that imported requests have in clear, as commands that were typed do. */
export function withoutCredentials(imported: Imported): Imported {
  const { collection, report } = imported
  if (collection === undefined) return imported
  const notes = new Set<string>()
  const hidden = (item: CollectionItem): CollectionItem => {
    if (item.kind === 'folder') return { ...item, items: item.items.map(hidden) }
    return { ...item, step: hideStep(item, notes) }
  }
  const why = 'credentials are not kept'
  return {
    ...imported,
    collection: { ...collection, items: collection.items.map(hidden) },
    report: {
      ...report,
      notes: [...report.notes, ...[...notes].map(what => ({ where: collection.name, what, why }))],
    },
  }
}

function hideStep({ step }: SavedRequest, notes: Set<string>): JsonObject {
  const hidden = withoutSecrets(step)
  for (const note of hidden.notes) notes.add(note.replace('credentials are not saved: ', ''))
  return hidden.step
}

/**
 * A collection as files may have it that others read: what is a secret in clear comes from the environment of the process.
 * Answers with the variables that it needs, too.
 */
export function withoutSavedSecrets(collection: Collection): {
  readonly collection: Collection
  readonly names: readonly string[]
} {
  const names = new Set<string>()
  const hidden = hideFolder(collection, names)
  const environments = collection.environments.map(one => ({ ...one, secrets: hideAll(one.secrets, names) }))
  return { collection: { ...hidden, environments }, names: [...names] }
}

function hideFolder<Contents extends FolderContents>(contents: Contents, names: Set<string>): Contents {
  const { secrets, items } = contents
  return {
    ...contents,
    ...(secrets === undefined ? {} : { secrets: hideAll(secrets, names) }),
    items: items.map(item => (item.kind === 'folder' ? hideFolder(item, names) : item)),
  }
}

/** True where a text is made of placeholders, with no more beside them than a word such as `Bearer`. */
function isPlaceholders(text: string): boolean {
  return text.includes('{{') && !/[^\s{}]{8}/.test(text.replace(/\{\{.*?\}\}/g, ' '))
}

function hideAll(secrets: JsonObject, names: Set<string>): JsonObject {
  const hide = ([name, value]: readonly [string, JsonValue]): readonly [string, JsonValue] => {
    if (value === '' || (typeof value === 'string' && isPlaceholders(value))) return [name, value]
    const variable = environmentName(name)
    names.add(variable)
    return [name, `{{env.${variable}}}`]
  }
  return Object.fromEntries(Object.entries(secrets).map(hide))
}
