import path from 'node:path'
import type { Preview } from '../operations/operation.ts'
import { quoted } from '../operations/preview.ts'
import { isList, isObject } from '../util/is-json.ts'
import { isWithin, realPath } from '../util/is-within.ts'
import type { JsonObject, JsonValue } from '../util/json-value.ts'
import { mapping, text } from '../util/read-values.ts'

/**
 * What is read besides the files of the project by a call that only reads: documents at URLs, files outside of the working folder,
 * and hidden ones in it, such as `.env`. Its user has said nothing of these; what is asked for at a URL tells something to who is
 * there, and what is wrong in a file is told with its line.
 */
export function reachedBy(input: JsonObject, workingFolder: string): readonly string[] {
  const variables = mapping(input['variables'])
  const fill = (written: string): string =>
    written.replace(/\{\{\s*([^{}]+?)\s*\}\}/g, (whole, name: string) => text(variables[name]) ?? whole)
  const within = (value: JsonValue, key = ''): readonly string[] => {
    if (typeof value === 'string') {
      const filled = fill(value)
      // What a variable of another variable, of an environment or of the process stands for, nobody can tell here.
      const isUnknown = filled.includes('{{') && fileKeys.has(key)
      return isUnknown || isElsewhere(filled, workingFolder) ? [value] : []
    }
    if (isList(value)) return value.flatMap(one => within(one, key))
    if (!isObject(value)) return []
    return Object.entries(value).flatMap(([name, inner]) =>
      name === 'remoteReferences' && inner === true
        ? ['the documents that others refer to']
        : within(inner, name),
    )
  }
  return within(input)
}

/** Keys of calls that only read, and of steps, that name files. */
const fileKeys: ReadonlySet<string> = new Set([
  ...['proto', 'import-paths', 'descriptor-set', 'file', 'files', 'multipart', 'source', 'schema', 'spec'],
  ...['paths', 'documents', 'ca', 'certificate', 'key', 'ignoreFile'],
])

/** Longer texts, and those of several lines, are bodies and no names. */
const longestName = 4096

function isElsewhere(written: string, workingFolder: string): boolean {
  if (/^\s*https?:/i.test(written)) return true
  if (written.length > longestName || written.includes('\n')) return false
  // A file of a revision of git: HEAD:openapi.yaml.
  return [written, written.replace(/^[^:/\\]+:/, '')].some(one => {
    const file = path.resolve(workingFolder, one)
    if (!isWithin(file, workingFolder)) return true
    const inside = path.relative(realPath(workingFolder), realPath(file))
    return inside.split(path.sep).some(part => /^\.[^.]/.test(part) && part !== '.tool')
  })
}

/** The same, said to who is asked; undefined where nothing is. */
export function readingPreview(reached: readonly string[]): Preview | undefined {
  if (reached.length === 0) return undefined
  return { sentences: reached.map(one => `Reads ${quoted(one)}`), production: [] }
}
