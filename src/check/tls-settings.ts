import path from 'node:path'
import type { JsonObject } from '../model/json.ts'
import type { DocumentPath } from '../model/span.ts'
import { valueAt } from '../parse/read-values.ts'
import type { ParsedSuite } from '../parse/parse-suite.ts'
import type { YamlSource } from '../parse/yaml-source.ts'
import { tlsFiles } from '../parse/tls-files.ts'
import { isObject } from '../util/is-json.ts'
import { appliesTo } from './applying-settings.ts'
import { allSteps } from './rule.ts'

/** A `tls` that a suite says, on its settings or on a step, or the configuration for it. */
export interface TlsSetting {
  /** The file it stands in. */
  readonly source: YamlSource
  readonly path: DocumentPath
  readonly value: JsonObject
  /** The files it names without placeholders. */
  readonly files: readonly { readonly key: string; readonly written: string; readonly file: string }[]
}

/** Every `tls` of a suite, in order, and that of the configuration where it applies to it. */
export function tlsSettings(
  { source, suite }: ParsedSuite,
  configuration: YamlSource | undefined,
): readonly TlsSetting[] {
  const own = [
    ...sharedTls(source),
    ...allSteps({ suite }).flatMap(step => tlsAt(source, [...step.path, 'tls'])),
  ]
  if (configuration === undefined || !appliesTo({ suite }, 'tls')) return own
  return [...sharedTls(configuration), ...own]
}

/** The `tls` under `settings` of a suite or a configuration; none or one. */
export function sharedTls(source: YamlSource): readonly TlsSetting[] {
  return tlsAt(source, ['settings', 'tls'])
}

function tlsAt(source: YamlSource, place: DocumentPath): readonly TlsSetting[] {
  const value = valueAt(source.value, place)
  if (!isObject(value)) return []
  return [{ source, path: place, value, files: filesOf(value, path.dirname(source.file)) }]
}

function filesOf(tls: JsonObject, directory: string): TlsSetting['files'] {
  return tlsFiles.flatMap(key => {
    const written = tls[key]
    if (typeof written !== 'string' || written.includes('{{')) return []
    return [{ key, written, file: path.resolve(directory, written) }]
  })
}
