import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Preview } from '../operations/operation.ts'
import { quoted } from '../operations/preview.ts'
import { isList, isObject } from '../util/is-json.ts'
import type { JsonValue } from '../util/json-value.ts'

/**
 * What is read besides the project by a call that only reads: documents at URLs, and files outside of the working folder. Its
 * user has said nothing of these, and what is asked for at a URL tells something to who is there.
 */
export function reachedBy(input: JsonValue, workingFolder: string): readonly string[] {
  if (typeof input === 'string') return isElsewhere(input, workingFolder) ? [input] : []
  if (isList(input)) return input.flatMap(one => reachedBy(one, workingFolder))
  if (!isObject(input)) return []
  return Object.entries(input).flatMap(([key, value]) =>
    key === 'remoteReferences' && value === true
      ? ['the documents that others refer to']
      : reachedBy(value, workingFolder),
  )
}

function isElsewhere(text: string, workingFolder: string): boolean {
  if (/^\s*https?:/i.test(text)) return true
  if (!path.isAbsolute(text) && !text.includes('..')) return false
  const inside = path.relative(workingFolder, path.resolve(workingFolder, text))
  return (inside.startsWith('..') || path.isAbsolute(inside)) && existsSync(path.resolve(workingFolder, text))
}

/** The same, said to who is asked; undefined where nothing is. */
export function readingPreview(reached: readonly string[]): Preview | undefined {
  if (reached.length === 0) return undefined
  return { sentences: reached.map(one => `Reads ${quoted(one)}`), production: [] }
}
