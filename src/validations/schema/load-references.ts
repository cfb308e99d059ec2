import { fileURLToPath } from 'node:url'
import type { JsonValue } from '../../model/json.ts'
import { readDocument } from './read-document.ts'
import { SchemaProblem } from './schema-problem.ts'
import type { SchemaRegistry } from './schema-registry.ts'

/** The document at an address, or undefined when there is none. */
export type ReadDocument = (address: string) => Promise<JsonValue | undefined>

/**
 * Adds a schema and every document it refers to, directly or not. Only files are read, found relative to the schema's
 * own file; `readKnown` gives documents that are known without reading, such as the meta-schemas. An address on the
 * network is never asked: below the schema's `$id` it means the file in the same place below the schema's folder, and
 * otherwise it is left out, so that only a schema that needs it is refused. Throws `SchemaProblem` for a bad file.
 */
export async function loadReferences(
  registry: SchemaRegistry,
  address: string,
  schema: JsonValue,
  readKnown: ReadDocument,
): Promise<void> {
  const wanted = [...registry.addDocument(address, schema)]
  const asked = new Set<string>()
  const id = registry.at(address).base
  for (let next = wanted.pop(); next !== undefined; next = wanted.pop()) {
    if (asked.has(next) || registry.has(next)) continue
    asked.add(next)
    const file = fileOf(next, id, address)
    const document =
      (await readKnown(next)) ?? (file === undefined ? undefined : await readSchemaFile(file, next))
    if (document !== undefined) wanted.push(...registry.addDocument(next, document))
  }
}

/** The file of an address. */
function fileOf(wanted: string, id: string, address: string): string | undefined {
  const folder = new URL('.', address)
  if (wanted.startsWith('file:')) return address.startsWith('file:') ? fileURLToPath(wanted) : undefined
  const below = id.slice(0, id.lastIndexOf('/') + 1)
  if (id === address || below === '' || !wanted.startsWith(below) || folder.protocol !== 'file:')
    return undefined
  // The rest of the name could begin with a slash, or look like an address of its own.
  return fileURLToPath(new URL(`./${wanted.slice(below.length)}`, folder))
}

async function readSchemaFile(file: string, address: string): Promise<JsonValue | undefined> {
  const document = await readDocument(file)
  if (document.ok) return document.value
  if (document.kind === 'missing' && !address.startsWith('file:')) return undefined
  throw new SchemaProblem(`it refers to a file that cannot be used: ${document.message}`)
}
