import path from 'node:path'
import { countedText } from '../../compile/counted-text.ts'
import type { ConversionReport, Imported } from '../../model/conversion.ts'
import type { Result } from '../../model/problem.ts'
import {
  adviceOn,
  type ForeignFormat,
  foreignFolder,
  foreignFormat,
} from '../../parse/foreign/foreign-format.ts'
import { keptFile } from '../../formats/kept-text.ts'
import { readMarked } from '../suites/marked-text.ts'
import type { HttpSurroundings } from '../../formats/http/import-http.ts'
import { brunoFolder, importBruno, importBrunoFile } from './bruno-collections.ts'
import { isCollection } from './collection-text.ts'
import { readerBeside, textWithin } from './documents-beside.ts'
import type { FolderFiles, ForeignSource } from './foreign-source.ts'
import { withoutCredentials } from './without-credentials.ts'
import { withLeftFiles } from './left-files.ts'
import type { DescriptionOptions } from './import-description.ts'
import { environmentsBeside, postmanWorkspace } from './postman-workspace.ts'
import { unreadable } from './read-source.ts'
import { nameOf, oneByOne, unknownFolder, unknownFormat } from './unknown-source.ts'
import { jsonIn } from '../../util/json-in.ts'
import { isUrl } from '../../util/is-url.ts'
import { isWithin } from '../../util/is-within.ts'

/** Formats that can be asked for, in the order they are told apart. */
export const importFormats = [
  'postman',
  'postman-v3',
  'openapi',
  'har',
  'http',
  'hurl',
  'insomnia',
  'opencollection',
  'bruno',
  'arazzo',
  'curl',
] as const

/** A format that can be read; a collection of our own is known by itself. */
export type FormatName = (typeof importFormats)[number] | 'collection'

/** The options of an importer beside the text. */
export interface ImportOptions extends DescriptionOptions {
  readonly format?: FormatName
  readonly host?: string
  /** True where calls that only report visits and errors are kept (HAR). */
  readonly keepsAnalytics?: boolean
  /** The folder of which files may be read; `directory` (default). */
  readonly project?: string
  /** Files that may be read besides, named as in suites. */
  readonly allow?: readonly string[]
  /** True where it runs where it lies, and nothing of it is stored. */
  readonly runsInPlace?: boolean
  /** Told of each file and folder (absolute) that is looked for beside the source, there or not. */
  readonly lookedFor?: (place: string) => void
}

/** How a format is read. */
interface Importer {
  readonly text: (text: string, options: ImportOptions) => Promise<Result<Imported>>
  /** Of a format that is kept in folders of many files. */
  readonly folder?: (files: FolderFiles, options: ImportOptions) => Promise<Result<Imported>>
  /** True of a format that lives in repositories: it runs where it lies, each file by itself or the whole folder. */
  readonly runsInPlace?: 'file' | 'folder'
  /** The folder of the collection that a file is a request of: such a request runs where it lies, too. */
  readonly around?: (file: string) => string | undefined
}

/** Collections of Bruno in either of its languages. */
const bruno: Importer = {
  runsInPlace: 'folder',
  around: brunoFolder,
  text: (text, options) => importBrunoFile(withMark(text, options), options),
  folder: (files, options) => importBruno(files, options.source, options),
}

const importers: Readonly<Record<FormatName, Importer>> = {
  postman: {
    text: async (text, { source }) => {
      const { importPostman } = await import('../../formats/postman/import-postman.ts')
      return importPostman(text, { file: source })
    },
  },
  'postman-v3': {
    runsInPlace: 'folder',
    text: async (text, options) => {
      const { importV3File } = await import('../../formats/postman/v3/import-v3.ts')
      const folder = path.dirname(path.resolve(options.workingFolder, options.source))
      const workspace = postmanWorkspace(folder) ?? folder
      return importV3File(withMark(text, options), options.source, {
        directory: options.directory,
        workspace,
      })
    },
    folder: async (files, { source, directory, workingFolder, lookedFor }) => {
      const { importV3Folder } = await import('../../formats/postman/v3/import-v3.ts')
      const folder = path.resolve(workingFolder, source)
      const workspace = postmanWorkspace(folder) ?? folder
      const beside = environmentsBeside(folder, lookedFor)
      return importV3Folder(files, source, { directory, workspace, beside })
    },
  },
  openapi: {
    text: async (text, options) => {
      const { importDescription } = await import('./import-description.ts')
      return importDescription(text, options)
    },
  },
  har: {
    text: async (text, { source, ...selection }) => {
      const { importHar } = await import('../../formats/har/import-har.ts')
      return importHar(text, { ...selection, file: source })
    },
  },
  http: {
    runsInPlace: 'file',
    text: async (text, options) => {
      const { importHttp } = await import('../../formats/http/import-http.ts')
      const folder = folderOf(options.source, options.workingFolder)
      const marked = withMark(text, options)
      return importHttp(marked, { file: options.source, folder, ...(await surroundingsOf(options)) })
    },
    folder: async (files, options) => {
      const { importHttpFolder } = await import('../../formats/http/import-http.ts')
      return importHttpFolder(files, options.source, await surroundingsOf(options))
    },
  },
  hurl: {
    runsInPlace: 'file',
    text: async (text, options) => {
      const { importHurl } = await import('../../formats/hurl/import-hurl.ts')
      const folder = folderOf(options.source, options.workingFolder)
      return importHurl(withMark(text, options), { file: options.source, folder, ...storeOf(options) })
    },
    folder: async (files, options) => {
      const { importHurlFolder } = await import('../../formats/hurl/import-hurl.ts')
      return importHurlFolder(files, options.source, storeOf(options))
    },
  },
  insomnia: {
    text: async (text, options) => {
      const { importInsomnia } = await import('../../formats/insomnia/import-insomnia.ts')
      const { importPostman } = await import('../../formats/postman/import-postman.ts')
      const { source, workingFolder, directory, project = directory } = options
      return importInsomnia(text, {
        file: source,
        folder: folderOf(source, workingFolder),
        directory,
        read: file => textWithin(project, file),
        fromPostman: importPostman,
      })
    },
  },
  opencollection: bruno,
  bruno,
  arazzo: {
    runsInPlace: 'file',
    text: async (text, options) => {
      const { importArazzo } = await import('../../formats/arazzo/import-arazzo.ts')
      const folder = folderOf(options.source, options.workingFolder)
      const read = readerBeside(folder, options)
      return importArazzo(withMark(text, options), options.source, { folder, read, ...storeOf(options) })
    },
    folder: async (files, options) => {
      const { importArazzoFolder } = await import('../../formats/arazzo/import-arazzo.ts')
      const folder = path.resolve(options.workingFolder, options.source)
      return importArazzoFolder(files, folder, { read: readerBeside(folder, options), ...storeOf(options) })
    },
  },
  curl: {
    text: async (text, { source, directory }) => {
      const { importCurl } = await import('../../formats/curl/import-curl.ts')
      const imported = importCurl(text, { file: source, read: name => textWithin(directory, name) })
      return imported.ok ? { ok: true, value: withoutCredentials(imported.value) } : imported
    },
  },
  collection: {
    text: async (text, { source }) => {
      const { importCollection } = await import('./import-collection.ts')
      return importCollection(text, source)
    },
  },
}

/** The way in which files of a format run where they lie; undefined for one that has to be imported. */
export function runsInPlace(format: FormatName | ForeignFormat): Importer['runsInPlace'] {
  return isImported(format) ? importers[format].runsInPlace : undefined
}

/** The folder of the collection around a request that runs where it lies; undefined for any other file. */
export function collectionAround(format: FormatName | ForeignFormat, file: string): string | undefined {
  return isImported(format) ? importers[format].around?.(file) : undefined
}

/** The folder of a document; that of a URL or the standard input is the working folder. */
function folderOf(source: string, workingFolder: string): string {
  return source === '-' || isUrl(source) ? workingFolder : path.dirname(path.resolve(workingFolder, source))
}

/** The text of a file with the byte order mark that it began with. */
function withMark(text: string, { source, workingFolder }: ImportOptions): string {
  if (source === '-' || isUrl(source)) return text
  const marked = readMarked(path.resolve(workingFolder, source))
  return (marked instanceof Error ? '' : marked.mark) + text
}

/** Where what is made of files of requests goes. */
function storeOf({
  directory,
  runsInPlace: isRun = false,
}: ImportOptions): Pick<HttpSurroundings, 'directory' | 'isStored'> {
  return { directory, isStored: !isRun }
}

/** The project around a file of requests: what may be read, and how scripts become validations. */
async function surroundingsOf(options: ImportOptions): Promise<HttpSurroundings> {
  const { translateScript } = await import('../../formats/postman/scripts/understand/translate-script.ts')
  const { directory, project = directory, lookedFor } = options
  const read = (file: string): string | undefined => {
    if (isWithin(file, project)) lookedFor?.(file)
    return textWithin(project, file)
  }
  return { ...storeOf(options), read, translate: translateScript }
}

/** Reads a foreign document, or a folder of one, by its format or as what it looks like. */
export async function importAs(
  source: ForeignSource,
  options: ImportOptions,
): Promise<Result<{ readonly format: FormatName; readonly imported: Imported }>> {
  const isText = typeof source === 'string'
  const format =
    options.format ?? (isText ? formatOf(source, options.source) : foreignFolder([...source.files.keys()]))
  if (format === undefined)
    return isText ? unknownFormat(source, options.source) : unknownFolder(source.files, options.source)
  if (!isImported(format)) {
    const { is, hint } = adviceOn(format, options.source)
    return unreadable(`${nameOf(options.source)} is ${is}, which is not imported`, hint)
  }
  const { text: importText, folder: importFolder } = importers[format]
  const imported = await (isText ? importText(source, options) : importFolder?.(source.files, options))
  if (imported === undefined)
    return unreadable(`${nameOf(options.source)} is a folder, and ${format} is a file`, oneByOne)
  if (!imported.ok) return imported
  const isOfOther = isText || format === 'collection'
  const value = isOfOther
    ? ofFile(imported.value, format, options.source)
    : withLeftFiles(imported.value, source, format)
  return [value, ...(value.others ?? [])].every(isFruitless)
    ? unreadable(`${nameOf(options.source)} has nothing to make a request of`, reasonsOf(value.report))
    : { ok: true, value: { format, imported: value } }
}

/** The same with the name of the file, where all of that is one collection. */
function ofFile(imported: Imported, format: FormatName, file: string): Imported {
  const { collection } = imported
  const isWhole = format === 'http' || format === 'hurl' || format === 'arazzo'
  return isWhole && collection !== undefined
    ? {
        ...imported,
        collection: { ...collection, kept: keptFile(collection.kept, format, path.basename(file)) },
      }
    : imported
}

/** True where there was something, and nothing came of it; an empty collection is one, too. */
function isFruitless({ collection, environments, report, descriptions = [] }: Imported): boolean {
  const { created, requests, skipped, losses } = report
  if (descriptions.length > 0) return false
  const wasSomething = requests + skipped.length + losses.length > 0
  return created === 0 && environments.length === 0 && (collection === undefined || wasSomething)
}

/** Makes a sentence of the first few things that were left out. */
function reasonsOf({ skipped, losses }: ConversionReport): string | undefined {
  const reasons = [...skipped.map(countedText), ...losses.map(({ what, why }) => `${what}: ${why}`)]
  const more = reasons.length > 5 ? `, and ${reasons.length - 5} more` : ''
  return reasons.length === 0 ? undefined : `Left out: ${reasons.slice(0, 5).join(', ')}${more}.`
}

/** Recognizes the format of a text, one of our own among them; undefined when that cannot be seen. */
export function formatOf(text: string, source: string): FormatName | ForeignFormat | undefined {
  const foreign = foreignFormat(text, isUrl(source) ? '' : source)
  if (foreign !== undefined) return foreign
  if (!/^[\s\uFEFF]*[{[]/.test(text)) return undefined
  const document = jsonIn(text.replace(/^\uFEFF/, ''))
  return isCollection((document as { readonly collection?: unknown } | null | undefined)?.collection)
    ? 'collection'
    : undefined
}

function isImported(format: FormatName | ForeignFormat): format is FormatName {
  return Object.hasOwn(importers, format)
}
