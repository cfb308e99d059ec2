import path from 'node:path'
import type { JsonObject } from '../model/json.ts'
import type { DocumentPath } from '../model/span.ts'
import { valueAt } from '../parse/read-values.ts'
import type { ParsedSuite } from '../parse/parse-suite.ts'
import { tlsFiles } from '../parse/tls-files.ts'
import { isObject } from '../util/is-json.ts'
import { allSteps } from './rule.ts'

/** A `tls` that a suite says, on its settings or on a step. */
export interface TlsSetting {
  readonly path: DocumentPath
  readonly value: JsonObject
  /** The files it names without placeholders. */
  readonly files: readonly { readonly key: string; readonly written: string; readonly file: string }[]
}

/** Every `tls` of a suite, in order. */
export function tlsSettings({ source, suite }: ParsedSuite): readonly TlsSetting[] {
  const paths: readonly DocumentPath[] = [
    ['settings', 'tls'],
    ...allSteps({ suite }).map(step => [...step.path, 'tls']),
  ]
  return paths.flatMap(place => {
    const value = valueAt(source.value, place)
    return isObject(value) ? [{ path: place, value, files: filesOf(value, path.dirname(suite.file)) }] : []
  })
}

function filesOf(tls: JsonObject, directory: string): TlsSetting['files'] {
  return tlsFiles.flatMap(key => {
    const written = tls[key]
    if (typeof written !== 'string' || written.includes('{{')) return []
    return [{ key, written, file: path.resolve(directory, written) }]
  })
}
