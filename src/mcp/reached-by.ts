import { realpathSync } from 'node:fs'
import path from 'node:path'
import type { Preview } from '../operations/operation.ts'
import { quoted } from '../operations/preview.ts'
import { isList, isObject } from '../util/is-json.ts'
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
  const within = (value: JsonValue): readonly string[] => {
    if (typeof value === 'string') return isElsewhere(fill(value), workingFolder) ? [value] : []
    if (isList(value)) return value.flatMap(within)
    if (!isObject(value)) return []
    return Object.entries(value).flatMap(([key, inner]) =>
      key === 'remoteReferences' && inner === true ? ['the documents that others refer to'] : within(inner),
    )
  }
  return within(input)
}

/** Longer texts, and those of several lines, are bodies and no names. */
const longestName = 4096

function isElsewhere(written: string, workingFolder: string): boolean {
  if (/^\s*https?:/i.test(written)) return true
  if (written.length > longestName || written.includes('\n')) return false
  const found = realPath(path.resolve(workingFolder, written))
  const inside = path.relative(realPath(workingFolder), found)
  if (inside.startsWith('..') || path.isAbsolute(inside)) return true
  return inside.split(path.sep).some(part => /^\.[^.]/.test(part) && part !== '.tool')
}

/** Where links lead; the same where nothing is. */
function realPath(file: string): string {
  try {
    return realpathSync(file)
  } catch {
    return file
  }
}

/** The same, said to who is asked; undefined where nothing is. */
export function readingPreview(reached: readonly string[]): Preview | undefined {
  if (reached.length === 0) return undefined
  return { sentences: reached.map(one => `Reads ${quoted(one)}`), production: [] }
}
