import path from 'node:path'
import type { Root } from 'protobufjs'
import { readBytes } from '../../../util/read-text.ts'
import { failed, prepared, type Failed, type Prepared } from '../../failure.ts'
import { protobuf } from '../protobuf.ts'
import { bundledFile } from './bundled-files.ts'
import type { Schema } from './schema.ts'
import { fullName, servicesIn } from './service-names.ts'

/** A `.proto` file to be read: by its name as it was written, and where it may be. */
interface Wanted {
  readonly name: string
  /** Absolute, in the order they are tried. */
  readonly candidates: readonly string[]
  /** The file that imports it. */
  readonly importer?: string
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
  const problem = readAll(root, first, [...new Set(places)])
  if (problem !== undefined) return problem
  const source = files.map(file => path.basename(file)).join(', ')
  return resolved(root, source)
}

/** The schema of a root whose names are all known. */
export function resolved(root: Root, source: string): Prepared<Schema> {
  try {
    root.resolveAll()
  } catch (error) {
    return failed(
      'File Error',
      `${source} cannot be read: ${(error as Error).message}`,
      'Import the file that defines it.',
    )
  }
  return prepared({ root, source, services: servicesIn(root).map(fullName) })
}

function readAll(root: Root, first: readonly Wanted[], folders: readonly string[]): Failed | undefined {
  const waiting = [...first]
  const read = new Set<string>()
  for (let wanted = waiting.shift(); wanted !== undefined; wanted = waiting.shift()) {
    const bundled = bundledFile(wanted.name)
    if (bundled !== undefined) {
      if (!read.has(wanted.name)) root.addJSON(bundled.nested ?? {})
      read.add(wanted.name)
      continue
    }
    const found = find(wanted)
    if (!found.ok) return found
    const { file, text } = found.value
    if (read.has(file)) continue
    read.add(file)
    const imports = parse(text, file, root)
    if (!imports.ok) return imports
    for (const name of imports.value)
      waiting.push({ name, candidates: folders.map(folder => path.join(folder, name)), importer: file })
  }
  return undefined
}

function find({ name, candidates, importer }: Wanted): Prepared<{ file: string; text: string }> {
  for (const file of candidates) {
    try {
      return prepared({ file, text: readBytes(file).toString('utf8') })
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException
      if (code !== 'ENOENT' && code !== 'ENOTDIR')
        return failed('File Error', `the proto file ${file} cannot be read (${code})`)
    }
  }
  const places = candidates.join(', ')
  if (importer === undefined)
    return failed(
      'File Error',
      `the proto file "${name}" does not exist (looked for ${places})`,
      "A file's path is relative to the suite's folder, or to a folder of `import-paths`.",
    )
  return failed(
    'File Error',
    `the import "${name}" of ${importer} was not found (looked for ${places})`,
    `Add the folder that "${name}" counts from to \`import-paths\`.`,
  )
}

/** Adds what a file defines; the names of the files it imports. */
function parse(text: string, file: string, root: Root): Prepared<readonly string[]> {
  try {
    const { imports = [], weakImports = [] } = protobuf.parse(text, root, { alternateCommentMode: true })
    return prepared([...imports, ...weakImports])
  } catch (error) {
    const { message } = error as Error
    return failed('File Error', `the proto file ${file} cannot be read: ${message}`)
  }
}
