import path from 'node:path'
import { collectionName } from '../../compile/collection-name.ts'
import { unreadable } from '../../compile/read-imported-json.ts'
import { relocateFiles } from '../../compile/relocate-files.ts'
import type { SavedRequest } from '../../model/collection.ts'
import type { Imported } from '../../model/conversion.ts'
import type { JsonObject } from '../../model/json.ts'
import type { Result } from '../../model/problem.ts'
import { defined } from '../../util/defined.ts'
import { bodyLayout } from '../body-layout.ts'
import { importFolder } from '../import-folder.ts'
import { KeptRequests, keptText, spanIn } from '../kept-text.ts'
import { type Tell, Told } from '../told.ts'
import { EntryNames, plainText } from './entry-reading.ts'
import type { HurlEntry, HurlFile } from './hurl-file.ts'
import { capturedBy, withOverwrites } from './overwrites.ts'
import { readHurlFile } from './read-hurl-file.ts'
import { type EntryStep, stepOfEntry } from './request-step.ts'

/** Where a file of Hurl lies, and what becomes of it. */
export interface HurlSource {
  readonly file: string
  readonly folder: string
  /** The folder that names of files in a collection count from. */
  readonly directory: string
  /** True where the collection is stored; false where it runs and is let go. */
  readonly isStored?: boolean
  /** The variables that files before it in the same collection capture. */
  readonly captured?: ReadonlySet<string>
}

/**
 * Makes a collection of a file of Hurl: a request for each entry, with the asserts as validations and the captures as extracts. Each
 * keeps its text, so that an export gives the same bytes for what nobody has changed.
 */
export function importHurl(text: string, source: HurlSource): Result<Imported> {
  const mark = text.startsWith('\ufeff') ? '\ufeff' : ''
  const read = readHurlFile(text.slice(mark.length), path.join(source.folder, path.basename(source.file)))
  if (!read.ok) return read
  if (read.value.entries.length === 0) return unreadable('there is no request', source.file)
  return { ok: true, value: collectionOf(read.value, source, mark) }
}

/** Makes one collection of all files of Hurl in a folder and below it; `files` are texts by their names in it. */
export function importHurlFolder(
  files: ReadonlyMap<string, string>,
  folder: string,
  surroundings: Pick<HurlSource, 'directory' | 'isStored'>,
): Result<Imported> {
  const captured = new Set<string>()
  return importFolder(files, folder, {
    format: 'hurl',
    ending: /\.hurl$/i,
    read: (text, file) => {
      const source = { ...surroundings, captured, file, folder: path.dirname(path.resolve(file)) }
      const made = importHurl(text, source)
      const items = (made.ok ? made.value.collection?.items : undefined) ?? []
      for (const item of items)
        if (item.kind === 'request') for (const name of capturedBy(item.step)) captured.add(name)
      return made
    },
  })
}

function collectionOf({ entries, rest }: HurlFile, source: HurlSource, mark: string): Imported {
  const { file } = source
  const name = collectionName(
    file,
    /\.hurl$/i,
    entries[0] === undefined ? undefined : plainText(entries[0].url),
  )
  const names = new EntryNames({ entries, rest })
  const told = new Told(name, source.isStored !== false)
  const layout = bodyLayout(told, source.isStored !== false)
  const requests = new KeptRequests('hurl', mark)
  const read = entries.map(entry => {
    const span = spanIn(source, entry)
    const title = entry.title ?? `${entry.method} ${plainText(entry.url)}`
    const tellAt = (line: number): Tell => told.tell(title, { ...span, start: { line, column: 1 } })
    return { entry, span, made: stepOfEntry(entry, { names, tell: tellAt(entry.line), tellAt, layout }) }
  })
  const steps = withOverwrites(
    read.map(({ made }) => made?.step ?? {}),
    source.captured,
  )
  for (const [index, { entry, span, made }] of read.entries())
    if (made === undefined) requests.keep(entry.text)
    else
      requests.add(
        savedRequests({ ...made, step: steps[index] ?? made.step }, entry, source),
        span,
        made.lines,
      )
  requests.keep(rest)
  const { items, places, parts, head } = requests
  const created = items.filter(({ step }) => step['pause'] === undefined).length
  for (const [hurl, own] of names.made) told.tell('').note(`{{${hurl}}}`, `became {{${own}}}`)
  for (const variable of unset(names))
    told.tell('').note(`{{${variable}}}`, 'nothing in the file sets it: give it with --var')
  return {
    collection: defined({
      name,
      settings: { 'follow-redirects': false },
      items,
      environments: [],
      kept: head === '' ? undefined : keptText('hurl', head, {}),
    }),
    environments: [],
    places: { requests: places, parts, losses: told.places },
    report: told.report(entries.length, created),
  }
}

function unset(names: EntryNames): readonly string[] {
  return [...names.used].filter(name => !names.isSet(name))
}

/** The request, behind a pause where it waits first; the text is that of both. */
function savedRequests(made: EntryStep, { text }: HurlEntry, source: HurlSource): readonly SavedRequest[] {
  const { delay } = made
  const { folder, directory } = source
  const step = folder === directory ? made.step : relocateFiles(made.step, folder, directory)
  const request: SavedRequest = {
    kind: 'request',
    step,
    kept: keptText('hurl', text, withDelay(step, delay)),
  }
  return delay === undefined ? [request] : [{ kind: 'request', step: { pause: delay } }, request]
}

/** A step with the pause in front of it: the two are one entry. */
export function withDelay(step: JsonObject, delay: string | undefined): JsonObject {
  return delay === undefined ? step : { ...step, pause: delay }
}
