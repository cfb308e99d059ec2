import type { JsonObject } from '../../../model/json.ts'
import { ConversionLog } from '../conversion-log.ts'
import { memberAt, objectAt, objectOf, textAt, withoutUndefined } from '../parts.ts'
import { scriptedVariables } from '../scripts/understand/scripted-variables.ts'
import type { SharedVariables, Context } from '../context.ts'
import { readAuth } from './read-auth.ts'
import { leftOutHeaders, readBehavior } from './read-behavior.ts'
import { readDescription } from './read-description.ts'
import { readSharedEvents, scriptTexts } from './read-events.ts'
import { readVariables } from './read-variables.ts'

/** Reads the settings of a folder for everything in it, as keys of a folder; its items are read elsewhere. */
export function readFolder(folder: JsonObject, { behavior: inherited, log }: Context): JsonObject {
  const own = objectAt(folder, 'protocolProfileBehavior')
  const { variables, secrets } = readVariables(memberAt(folder, 'variable'), log)
  return withoutUndefined({
    name: textAt(folder, 'name') ?? '',
    description: readDescription(memberAt(folder, 'description')),
    variables: objectOf(variables),
    secrets: objectOf(secrets),
    settings: objectOf(readSettings(folder, own, { ...inherited, ...own }, log)),
  })
}

/**
 * Reads the settings of a collection for everything in it. Postman follows redirects, and goes on after a test that
 * failed.
 */
export function readRoot(document: JsonObject, log: ConversionLog): JsonObject {
  const info = objectAt(document, 'info')
  const own = { followRedirects: true, ...objectAt(document, 'protocolProfileBehavior') }
  const { variables, secrets } = readVariables(memberAt(document, 'variable'), log)
  return withoutUndefined({
    name: textAt(info, 'name') ?? '',
    description: readDescription(memberAt(info, 'description') ?? memberAt(document, 'description')),
    variables: objectOf(variables),
    secrets: objectOf(secrets),
    settings: { ...readSettings(document, own, own, log), 'stop-on-failure': false },
  })
}

function readSettings(
  group: JsonObject,
  own: JsonObject,
  behavior: JsonObject,
  log: ConversionLog,
): JsonObject {
  return withoutUndefined({
    headers: objectOf(leftOutHeaders(own)),
    auth: readAuth(memberAt(group, 'auth'), log),
    ...readBehavior(own, behavior, log),
    scripts: readSharedEvents(memberAt(group, 'event'), log).keys['scripts'],
  })
}

/** The context of the items of a folder or collection. */
export function within(around: Context, group: JsonObject, name: string): Context {
  const silent = new ConversionLog()
  return {
    known: around.known,
    shared: sharedWithin(around.shared, group),
    extracted: around.extracted,
    log: around.log.below(name, group),
    auth: readAuth(memberAt(group, 'auth'), silent) ?? around.auth,
    behavior: { ...around.behavior, ...objectAt(group, 'protocolProfileBehavior') },
    hasTests: around.hasTests || readSharedEvents(memberAt(group, 'event'), silent).hasTests,
  }
}

function sharedWithin(outer: SharedVariables, group: JsonObject): SharedVariables {
  const { texts, others, mayBeAny } = scriptedVariables(scriptTexts(group))
  return {
    names: new Set([...outer.names, ...texts, ...others]),
    mayBeAny: outer.mayBeAny || mayBeAny,
  }
}
