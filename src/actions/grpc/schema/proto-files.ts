import { faultText } from '../../faults/index.ts'
import path from 'node:path'
import type { Root } from 'protobufjs'
import { readBytes } from '../../../util/read-text.ts'
import { failed, prepared, type Prepared } from '../../failure.ts'
import { protobuf } from '../protobuf.ts'
import { addBundled, bundledFile } from './bundled-files.ts'
import type { Schema, SchemaFile } from './schema.ts'
import { fullName, servicesIn } from './service-names.ts'

/** A `.proto` file to be read: by its name as it was written, and where it may be. */
interface Wanted {
  readonly name: string
  /** Absolute, in the order they are tried. */
  readonly candidates: readonly string[]
  /** The file that imports it. */
  readonly importer?: ReadFile
}

/** A file that has been read, and what it imports. */
interface ReadFile {
  readonly file: string
  /** As others import it, else as it was written. */
  name: string
  readonly imports: ReadFile[]
}

/**
 * Reads `.proto` files (absolute paths, or names in an import folder) with everything they import. Imports are looked for
 * in the import folders (absolute), then in the folder of the first file, as protoc does it.
 */
export function readProtoFiles(
  files: readonly string[],
  folders: readonly string[],
  directory: string,
): Prepared<Schema> {
  const root = new protobuf.Root()
  const first = files.map(file => ({
    name: file,
    candidates: [directory, ...folders].map(folder => path.resolve(folder, file)),
  }))
  const places = [...folders, ...first.map(({ candidates }) => path.dirname(candidates[0] ?? directory))]
  const read = readAll(root, first, [...new Set(places)])
  if (!read.ok) return read
  const source = files.map(file => path.basename(file)).join(', ')
  const schema = resolved(root, source)
  return schema.ok ? prepared({ ...schema.value, files: read.value }) : schema
}

/** Reads a text that imports nothing, and is known to be right. */
export function readProtoText(text: string, file: string): Schema {
  const root = new protobuf.Root()
  const read = parse(text, file, root)
  const schema = read.ok ? resolved(root, file) : read
  if (!schema.ok) throw new Error(faultText(schema.failure).message)
  return { ...schema.value, files: [{ file, name: file, imports: [] }] }
}

/** The schema of a root whose names are all known. */
export function resolved(root: Root, source: string): Prepared<Schema> {
  try {
    root.resolveAll()
  } catch (error) {
    return failed('file-unreadable', {
      reason: `${source} cannot be read: ${(error as Error).message}`,
      hint: 'Import the file that defines it.',
    })
  }
  return prepared({ root, source, services: servicesIn(root).map(fullName) })
}

function readAll(
  root: Root,
  first: readonly Wanted[],
  folders: readonly string[],
): Prepared<readonly SchemaFile[]> {
  const waiting = [...first]
  const read = new Map<string, ReadFile>()
  for (let wanted = waiting.shift(); wanted !== undefined; wanted = waiting.shift()) {
    const found = find(wanted)
    if (!found.ok) return found
    const { file, text } = found.value
    const known = read.get(file)
    if (known !== undefined) {
      if (wanted.importer !== undefined) known.name = wanted.name
      wanted.importer?.imports.push(known)
      continue
    }
    const own: ReadFile = { file, name: wanted.name, imports: [] }
    read.set(file, own)
    wanted.importer?.imports.push(own)
    const imports = text === undefined ? prepared([]) : parse(text, file, root)
    if (text === undefined) addBundled(wanted.name, root)
    if (!imports.ok) return imports
    for (const name of imports.value)
      waiting.push({ name, candidates: folders.map(folder => path.join(folder, name)), importer: own })
  }
  return prepared(
    [...read.values()].map(({ file, name, imports }) => ({
      file,
      name,
      imports: imports.map(one => one.name),
    })),
  )
}

/** A file with its text; without one where it comes with Protocol Buffers. */
function find({ name, candidates, importer }: Wanted): Prepared<{ file: string; text?: string }> {
  if (bundledFile(name) !== undefined) return prepared({ file: name })
  for (const file of candidates) {
    try {
      return prepared({ file, text: readBytes(file).toString('utf8') })
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException
      if (code !== 'ENOENT' && code !== 'ENOTDIR')
        return failed('file-unreadable', { reason: `the proto file ${file} cannot be read (${code})` })
    }
  }
  const places = candidates.join(', ')
  if (importer === undefined)
    return failed('file-unreadable', {
      reason: `the proto file "${name}" does not exist (looked for ${places})`,
      hint: "A file's path is relative to the suite's folder, or to a folder of `import-paths`.",
    })
  return failed('file-unreadable', {
    reason: `the import "${name}" of ${importer.file} was not found (looked for ${places})`,
    hint: `Add the folder that "${name}" counts from to \`import-paths\`.`,
  })
}

/** Adds what a file defines; the names of the files it imports. */
function parse(text: string, file: string, root: Root): Prepared<readonly string[]> {
  try {
    // Parsed definitions know this file name.
    Object.assign(protobuf.parse, { filename: file })
    const { imports = [], weakImports = [] } = protobuf.parse(text, root, { alternateCommentMode: true })
    return prepared([...imports, ...weakImports])
  } catch (error) {
    const message = (error as Error).message.replace(`(${file}, line `, '(line ')
    return failed('file-unreadable', { reason: `the proto file ${file} cannot be read: ${message}` })
  } finally {
    Object.assign(protobuf.parse, { filename: null })
  }
}
