import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileNameOf } from '../../compile/file-names.ts'
import { errorProblem, type Result, refusal } from '../../model/problem.ts'
import { replaceLocked } from '../../store/replace-locked.ts'
import { isObject } from '../../util/is-json.ts'
import { reasonOf } from '../../util/reason-of.ts'
import { makeToolFolder, readToolText, writeToolFile } from '../../util/tool-folder.ts'

/** A copy of an API description that came from a URL. */
export interface DescriptionCopy {
  /** Where it is, relative to the folder of the configuration: `.tool/specs/<host>-openapi.json`. */
  readonly name: string
  /** The document that it is a copy of: its URL without what may be secret. */
  readonly source: string
}

const folder = '.tool/specs'

/**
 * Where a copy of the API description at a URL belongs: where the last one of it is, else at the name that the mission gives
 * it (import rule 2; a YAML one as `.yaml`), else, where that is another document's, at one made of its path, too.
 */
export function copyOf(url: string, text: string, directory: string): DescriptionCopy {
  const address = new URL(url)
  const longer = fileName(address.pathname.replace(/\.\w+$/, '').toLowerCase()).slice(0, 80)
  return copyAs({ name: fileName(address.host), longer, source: sourceOf(address) }, text, directory)
}

/** Where a copy of the API description belongs that stands in an export, under this name. */
export function copyWithin(file: string, name: string, text: string, directory: string): DescriptionCopy {
  const source = `${path.basename(file.replace(/[?#].*$/, ''))}: ${name}`
  return copyAs({ name: fileNameOf(name), longer: fileNameOf(source), source }, text, directory)
}

interface CopyNames {
  readonly name: string
  /** More to tell it by, where that is another's. */
  readonly longer: string
  readonly source: string
}

function copyAs(names: CopyNames, text: string, directory: string): DescriptionCopy {
  const { source } = names
  const ending = text.trimStart().startsWith('{') ? 'json' : 'yaml'
  const sources = readSources(directory)
  const isFree = (name: string): boolean => {
    const owner = sources[name]
    if (owner !== undefined) return owner === source
    // Nobody knows any more whose it is, unless it is the same.
    const file = path.join(directory, folder, name)
    return !existsSync(file) || readToolText(file) === text
  }
  const own = Object.keys(sources).find(name => sources[name] === source && name.endsWith(`.${ending}`))
  const name = own ?? candidates(names, ending).find(isFree) ?? `${hashOf(source)}-openapi.${ending}`
  return { name: `${folder}/${name}`, source }
}

function candidates({ name, longer }: CopyNames, ending: string): readonly string[] {
  const second = `${name}-${longer}`
  const numbered = Array.from({ length: 98 }, (_, index) => `${second}-${index + 2}`)
  return [name, second, ...numbered].map(name => `${name}-openapi.${ending}`)
}

function fileName(text: string): string {
  return text.replace(/[^\w.-]+/g, '-').replace(/^-+|-+$/g, '')
}

/** A query may hold a key, and the file may be shared. */
function sourceOf({ origin, pathname, search }: URL): string {
  return `${origin}${pathname}${search === '' ? '' : `?${hashOf(search)}`}`
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

/** Keeps a copy; false when another document has got its name since. */
export async function saveDescription(
  { name, source }: DescriptionCopy,
  text: string,
  directory: string,
): Promise<Result<boolean>> {
  try {
    makeToolFolder(path.join(directory, folder))
    const isOurs = await replaceLocked(sourcesFile(directory), () => {
      const sources = readSources(directory)
      const owner = sources[path.basename(name)]
      if (owner !== undefined) return { value: owner === source }
      const next = { ...sources, [path.basename(name)]: source }
      return { value: true, text: `${JSON.stringify(next, null, 2)}\n` }
    })
    if (isOurs) await writeToolFile(path.join(directory, name), text)
    return { ok: true, value: isOurs }
  } catch (error) {
    const message = `${name} cannot be written: ${reasonOf(error)}`
    return refusal(errorProblem({ code: 'store-unwritable', message }))
  }
}

/** Which document each copy is of, by the name of its file. */
function readSources(directory: string): Readonly<Record<string, unknown>> {
  try {
    const sources: unknown = JSON.parse(String(readToolText(sourcesFile(directory))))
    return isObject(sources) ? sources : {}
  } catch {
    return {}
  }
}

function sourcesFile(directory: string): string {
  return path.join(directory, folder, 'sources.json')
}
