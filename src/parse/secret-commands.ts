import path from 'node:path'
import type { Environment, SecretCommand } from '../model/configuration.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import type { DocumentPath } from '../model/span.ts'
import type { YamlSource } from '../document/index.ts'
import { isList, isObject } from '../util/is-json.ts'
import { mapping, text, texts } from '../util/read-values.ts'
import { mapValues } from '../util/map-values.ts'
import { buildDuration } from './build-settings.ts'

/** Stands for the output of a command that has not run. */
export const commandMask = '***'

/** Milliseconds that a command may take, unless it says so: it may ask somebody who has to answer. */
const usualTimeout = 30_000

/** True where the value of a secret is the output of a command. */
export function isSecretCommand(value: JsonValue | undefined): value is JsonObject {
  return isObject(value) && Object.hasOwn(value, 'command')
}

/** True where a place is in such a command: braces in it are left to the program. */
export function isInSecretCommand(document: unknown, place: DocumentPath): boolean {
  const at = place[0] === 'environments' ? 2 : 0
  if (place[at] !== 'secrets' || place[at + 2] !== 'command') return false
  let value: JsonValue | undefined = document as JsonValue
  for (const key of place.slice(0, at + 2)) value = mapping(value)[key]
  return isSecretCommand(value)
}

/** The secrets under a key of a configuration, and the commands among them. */
export function buildSecrets(
  written: JsonValue | undefined,
  source: YamlSource,
  place: DocumentPath,
): Pick<Environment, 'secrets' | 'commands'> {
  const secrets = mapping(written)
  const commands = Object.entries(secrets).flatMap(([name, value]) =>
    isSecretCommand(value) ? [buildCommand(name, value, source, [...place, name])] : [],
  )
  if (commands.length === 0) return { secrets }
  return { secrets: mapValues(secrets, value => (isSecretCommand(value) ? commandMask : value)), commands }
}

function buildCommand(
  name: string,
  { command = '', timeout }: JsonObject,
  source: YamlSource,
  place: DocumentPath,
): SecretCommand {
  return {
    name,
    key: `${source.file}:${place.join('.')}`,
    command: isList(command) ? texts(command) : (text(command) ?? ''),
    timeout: buildDuration(timeout) ?? usualTimeout,
    directory: path.dirname(source.file),
    span: source.keySpanOf(place),
  }
}
