import path from 'node:path'
import type { Imported, Loss } from '../../model/conversion.ts'
import { adviceOn, type ForeignFormat, foreignFormat } from '../../parse/foreign/foreign-format.ts'
import type { ForeignFolder } from './foreign-source.ts'

/** Formats whose files lie beside each other. */
const families: readonly (readonly ForeignFormat[])[] = [
  ['http', 'http-env'],
  ['hurl'],
  ['opencollection', 'bruno'],
  ['postman-v3'],
]

/** Endings of the files that a format may have requests in. */
const endings: Partial<Readonly<Record<ForeignFormat, RegExp>>> = {
  http: /\.(?:http|rest)$|\.env\.json(?:\.user)?$/i,
  hurl: /\.hurl$/i,
  opencollection: /\.ya?ml$/i,
  bruno: /\.bru$|bruno\.json$/i,
  'postman-v3': /\.ya?ml$/i,
}

/** The import of a folder with the files of it that nothing was made of: those that could not be read, and those of other formats. */
export function withLeftFiles(
  imported: Imported,
  { folder, files, unread }: ForeignFolder,
  format: ForeignFormat,
): Imported {
  const { report, places } = imported
  const where = imported.collection?.name ?? path.basename(folder)
  const told = new Set([...report.losses, ...report.notes].flatMap(one => [one.where, one.what]))
  const family = families.find(formats => formats.includes(format)) ?? [format]
  const others = [...files].flatMap(([name, text]): Loss[] => {
    const other = told.has(name) ? undefined : foreignFormat(text, name)
    if (other === undefined || family.includes(other)) return []
    return [{ where, what: name, why: `it is ${adviceOn(other, name).is}, and no part of this` }]
  })
  const left = unread.map(({ name, why }): Loss => ({ where, what: name, why }))
  const losses = left.filter(({ what }) => endings[format]?.test(what))
  const notes = left.filter(one => !losses.includes(one))
  const start = { line: 1, column: 1 }
  const spans = losses.map(loss => [loss, { file: path.join(folder, loss.what), start, end: start }] as const)
  return {
    ...imported,
    ...(places === undefined ? {} : { places: { ...places, losses: new Map([...places.losses, ...spans]) } }),
    report: {
      ...report,
      losses: [...report.losses, ...losses],
      notes: [...report.notes, ...notes, ...others],
    },
  }
}
