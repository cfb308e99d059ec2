import path from 'node:path'
import { transportKeys } from '../generated/language.ts'
import { enabledOnly } from '../model/disabled.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import type { Settings } from '../model/settings.ts'
import { parseDuration } from '../util/duration.ts'
import { mapping, property, text } from '../util/read-values.ts'
import { buildExemptions } from './build-exemptions.ts'
import { buildScripts } from './build-scripts.ts'
import { tlsFiles } from './tls-files.ts'
import type { YamlSource } from '../document/index.ts'
import { isObject } from '../util/is-json.ts'
import { defined } from '../util/defined.ts'

/** The `settings` of a suite or a configuration; file names in them count from the folder of the file. */
export function buildSettings(value: unknown, source: YamlSource): Settings {
  const settings = mapping(value)
  const headers = property(settings, 'headers')
  const auth = property(settings, 'auth')
  const stopOnFailure = property(settings, 'stop-on-failure')
  const unset = property(settings, 'unset-variables')
  return defined({
    timeout: buildDuration(settings['timeout']),
    headers: isObject(headers) ? enabledOnly(headers) : undefined,
    auth: isObject(auth) || auth === 'none' ? auth : undefined,
    transport: buildTransport(settings, path.dirname(source.file)),
    contract: buildExemptions(property(settings, 'contract'), source, ['settings', 'contract']),
    namespaces: buildNamespaces(property(settings, 'namespaces')),
    scripts: buildScripts(property(settings, 'scripts'), source, ['settings', 'scripts']),
    stopOnFailure: typeof stopOnFailure === 'boolean' ? stopOnFailure : undefined,
    unsetVariables: unset === 'fail' || unset === 'fail-step' || unset === 'refuse' ? unset : undefined,
  })
}

/** Prefixes with the namespaces that they stand for. */
export function buildNamespaces(value: unknown): Readonly<Record<string, string>> | undefined {
  if (!isObject(value)) return undefined
  const named = Object.entries(value).filter((one): one is [string, string] => typeof one[1] === 'string')
  return Object.fromEntries(named)
}

const isOnTransport = new Set(transportKeys)

/** The keys that say how requests travel, with their file names made absolute; undefined when there is none. */
export function buildTransport(settings: JsonObject, directory: string): JsonObject | undefined {
  const own = Object.keys(settings).filter(key => isOnTransport.has(key))
  if (own.length === 0) return undefined
  return Object.fromEntries(own.map(key => [key, withFiles(key, settings[key] ?? null, directory)]))
}

function withFiles(key: string, value: JsonValue, directory: string): JsonValue {
  if (key === 'unix-socket') return absolute(value, directory)
  if (key !== 'tls' || !isObject(value)) return value
  const entries = Object.entries(value)
  return Object.fromEntries(
    entries.map(([name, file]) => [name, tlsFiles.includes(name) ? absolute(file, directory) : file]),
  )
}

/** A name that begins with a placeholder says itself where it begins. */
function absolute(file: JsonValue, directory: string): JsonValue {
  return typeof file !== 'string' || file.startsWith('{{') ? file : path.resolve(directory, file)
}

/** Milliseconds of a duration such as `10s`. */
export function buildDuration(value: unknown): number | undefined {
  const written = text(value)
  return written === undefined ? undefined : parseDuration(written)
}
