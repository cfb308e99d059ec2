import path from 'node:path'
import type { JsonObject } from '../model/json.ts'
import type { ParsedSuite } from '../parse/parse-suite.ts'
import type { YamlSource } from '../document/index.ts'
import { tlsFiles } from '../parse/tls-files.ts'
import { isObject } from '../util/is-json.ts'
import { type PlacedSetting, settingPlaces, sharedSetting } from './setting-places.ts'

/** A `tls` that a suite says, on its settings or on a step, or the configuration for it. */
export interface TlsSetting extends PlacedSetting {
  readonly value: JsonObject
  /** The files it names without placeholders. */
  readonly files: readonly { readonly key: string; readonly written: string; readonly file: string }[]
}

/** Every `tls` of a suite, in order, and that of the configuration where it applies to it. */
export function tlsSettings(
  parsed: ParsedSuite,
  configuration: YamlSource | undefined,
): readonly TlsSetting[] {
  return settingPlaces(parsed, configuration, 'tls').flatMap(withFiles)
}

/** The `tls` under `settings` of a suite or a configuration; none or one. */
export function sharedTls(source: YamlSource): readonly TlsSetting[] {
  return sharedSetting(source, 'tls').flatMap(withFiles)
}

function withFiles(setting: PlacedSetting): readonly TlsSetting[] {
  const { source, value } = setting
  return isObject(value) ? [{ ...setting, value, files: filesOf(value, path.dirname(source.file)) }] : []
}

function filesOf(tls: JsonObject, directory: string): TlsSetting['files'] {
  return tlsFiles.flatMap(key => {
    const written = tls[key]
    if (typeof written !== 'string' || written.includes('{{')) return []
    return [{ key, written, file: path.resolve(directory, written) }]
  })
}
