import { statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ApiDescription } from '../../api-description/api-description.ts'
import { loadDescription } from '../../api-description/load-description.ts'
import { readText } from '../../util/read-text.ts'
import { readFileText } from '../convert/read-source.ts'

/** An API description of the project. */
export interface FoundDescription {
  /** Relative to the project, with forward slashes. */
  readonly file: string
  readonly description: ApiDescription
}

/** The descriptions of a project, and what looks like one and cannot be read. */
export interface Descriptions {
  readonly found: readonly FoundDescription[]
  readonly broken: readonly string[]
}

/** A larger file is data, not a description that somebody wrote. */
const largest = 4 * 1024 * 1024

/** As many are read at most. */
const most = 5

/** The descriptions among some files of a project, by their names and what they say at the top. */
export async function findDescriptions(folder: string, files: readonly string[]): Promise<Descriptions> {
  const likely = files
    .filter(file => /\.(?:ya?ml|json)$/i.test(file) && isDescription(path.join(folder, file)))
    .toSorted((one, other) => rank(one) - rank(other))
    .slice(0, most)
  const read = await Promise.all(likely.map(file => readDescription(folder, file)))
  return {
    found: read.filter(one => typeof one !== 'string'),
    broken: read.filter(one => typeof one === 'string'),
  }
}

/** Reads the description in a file of the project; a text says why it cannot be read. */
export async function readDescription(folder: string, file: string): Promise<FoundDescription | string> {
  const read = await loadDescription(path.join(folder, file), address =>
    Promise.resolve(
      address.startsWith('file:')
        ? readFileText(fileURLToPath(address), path.relative(folder, fileURLToPath(address)))
        : { ok: false, problems: [] },
    ),
  )
  if (read.ok) return { file, description: read.value }
  const reason = read.problems[0]?.message.replaceAll(path.join(folder, path.sep), '')
  return reason ?? `${file} cannot be read`
}

/** Ranks the files: one with a usual name comes first, then one that lies near. */
function rank(file: string): number {
  const isUsual = /^(?:openapi|swagger|api-docs)\./i.test(path.posix.basename(file))
  return file.split('/').length + (isUsual ? 0 : 100)
}

const heading = /^[\s{]*["']?(?:openapi|swagger)["']?\s*:\s*["']?\d/m

function isDescription(file: string): boolean {
  try {
    if (statSync(file).size > largest) return false
  } catch {
    return false
  }
  const text = readText(file, largest)
  return typeof text === 'string' && heading.test(text.slice(0, 4096))
}
