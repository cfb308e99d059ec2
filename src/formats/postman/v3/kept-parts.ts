import type { FolderContents, Kept, SavedEnvironment, SavedExample } from '../../../model/collection.ts'
import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { defined } from '../../../util/defined.ts'
import { mapping } from '../../../util/read-values.ts'
import { keptText } from '../../kept-text.ts'
import type { PartFile, PartFolder } from './read-tree.ts'

const format = 'postman-v3'

/** A part of a collection with what is kept of it beside what is kept already. */
export function withKept<Part extends { readonly kept?: Kept }>(part: Part, kept: Kept): Part {
  return { ...part, kept: { ...part.kept, ...kept } }
}

/** The text of a request, and the file that it stood in. */
export function keptRequest({ name, text }: PartFile, step: JsonObject): Kept {
  return placed(text, step, { file: name })
}

/** The text of the definition of a folder, which has none where it has no definition. */
export function keptFolder(
  { path, definition }: Pick<PartFolder, 'path' | 'definition'>,
  folder: Omit<FolderContents, 'items'>,
  more: JsonObject,
): Kept {
  const { name, text } = definition ?? {}
  return placed(
    hasClearSecrets(folder.secrets) ? undefined : text,
    folderValue(folder),
    defined({ file: name, path, ...more }),
  )
}

/** The text of a saved answer. */
export function keptExample({ name, text }: PartFile, example: SavedExample): Kept {
  return placed(text, exampleValue(example), { file: name })
}

/** The text of an environment, unless it holds secrets. */
export function keptEnvironment({ name, text }: PartFile, environment: SavedEnvironment): Kept {
  return placed(hasClearSecrets(environment.secrets) ? undefined : text, environmentValue(environment), {
    file: name,
  })
}

/** The value of a folder by which a change is seen, without its items and the values of its secrets. */
export function folderValue({
  name,
  description,
  variables = {},
  secrets = {},
  settings = {},
}: Omit<FolderContents, 'items'>): JsonValue {
  return defined({ name, description, variables, secrets: Object.keys(secrets), settings })
}

/** The same of a saved answer. */
export function exampleValue({ name, status, headers, body }: SavedExample): JsonValue {
  return defined({ name, status, headers: headers?.map(([key, value]) => [key, value]), body })
}

/** The same of an environment. */
export function environmentValue({ name, variables, secrets, disabled = {} }: SavedEnvironment): JsonValue {
  return { name, variables, secrets: Object.keys(secrets), disabled }
}

function placed(text: string | undefined, value: JsonValue, more: JsonObject): Kept {
  const kept = keptText(format, text ?? '', value)
  return { [format]: { ...mapping(kept[format]), ...more } }
}

/** True where a file holds what has no place in another one. */
function hasClearSecrets(secrets: JsonObject = {}): boolean {
  return Object.values(secrets).some(
    value => value !== '' && !(typeof value === 'string' && value.includes('{{')),
  )
}
