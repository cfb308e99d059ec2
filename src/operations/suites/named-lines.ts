import { existsSync } from 'node:fs'
import path from 'node:path'
import { isWithin } from '../../util/is-within.ts'
import { statusOf } from '../../util/status-of.ts'
import type { RunInput } from './run-input.ts'

/** The paths of a run, and the lines that are named behind some of them. */
export interface NamedLines {
  readonly paths: readonly string[]
  /** By absolute path. */
  readonly lines: ReadonlyMap<string, readonly number[]>
}

/** Reads `orders.apitest.yaml:12`, or `:12:5` as failures show it. A file that is named whole as well runs whole. */
export function namedLines({ paths, workingFolder }: Pick<RunInput, 'paths' | 'workingFolder'>): NamedLines {
  const read = paths.map(given => withLine(given, workingFolder))
  const whole = read.flatMap(({ file, line }) =>
    line === undefined ? path.resolve(workingFolder, file) : [],
  )
  const lines = new Map<string, number[]>()
  for (const { file, line } of read) {
    const absolute = path.resolve(workingFolder, file)
    if (line !== undefined && !whole.some(folder => isWithin(absolute, folder)))
      lines.set(absolute, [...(lines.get(absolute) ?? []), line])
  }
  return { paths: read.map(({ file }) => file), lines }
}

function withLine(given: string, workingFolder: string): { readonly file: string; readonly line?: number } {
  const [, file, line] = /^(.+?):(\d+)(?::\d+)?$/.exec(given) ?? []
  if (file === undefined || existsSync(path.resolve(workingFolder, given))) return { file: given }
  const isFile = statusOf(path.resolve(workingFolder, file))?.isFile() === true
  return isFile ? { file, line: Number(line) } : { file: given }
}
