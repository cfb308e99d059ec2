import type { JsonObject, JsonValue } from '../../../model/json.ts'
import type { ConversionLog } from '../conversion-log.ts'
import { memberAt, objectAt, objectOf, textAt, withoutUndefined } from '../parts.ts'
import { reportAuth, writeAuth } from './write-auth.ts'
import { writeBehavior } from './write-behavior.ts'
import { writeEvents } from './write-events.ts'
import { leftOutNames } from './write-headers.ts'
import { noDescription } from './write-request.ts'

/** Writes the settings of a folder for everything in it, as a folder of a collection without its items. */
export function writeGroup(folder: JsonObject, log: ConversionLog): JsonObject {
  const settings = objectAt(folder, 'settings')
  reportUnsayable(folder, settings, log)
  return withoutUndefined({
    name: textAt(folder, 'name') ?? '',
    description: folder['description'],
    ...writeSettings(settings),
  })
}

/** The collection itself, without its items and variables. Suites do not follow redirects unless they say so. */
export function writeRoot(root: JsonObject, log: ConversionLog): JsonObject {
  const settings = objectAt(root, 'settings')
  reportUnsayable(root, settings, log)
  const follow = settings['follow-redirects'] ?? false
  const { 'follow-redirects': _, ...others } = settings
  return withoutUndefined({
    info: withoutUndefined({
      name: textAt(root, 'name') ?? '',
      description: root['description'],
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    }),
    ...writeSettings(follow === true ? others : { ...others, 'follow-redirects': follow }),
  })
}

function writeSettings(settings: JsonObject): Readonly<Record<string, JsonValue | undefined>> {
  const names = leftOutNames(settings['headers'])
  return {
    auth: writeAuth(settings['auth']),
    event: writeEvents(settings['scripts']),
    protocolProfileBehavior: writeBehavior(settings, {
      disabledSystemHeaders: objectOf(Object.fromEntries(names.map(name => [name, true]))),
    }),
  }
}

const unsayable: Readonly<Record<string, string>> = {
  tags: 'folders of Postman have no tags',
  skip: 'who runs a collection says which folders are left out',
  environment: 'environments are chosen when a collection is run',
  inputs: 'Postman knows no variables that must be given',
  exclusive: 'Postman runs nothing side by side',
  mocks: 'a mock of Postman is made in its cloud',
  data: 'rows are given to the runner, such as with --iteration-data',
}

const unsayableSettings: Readonly<Record<string, string>> = {
  timeout: 'the time limit of Postman is given to the runner, such as with --timeout-request',
  proxy: 'proxies are set in Postman itself',
  resolve: 'Postman connects where the URL says',
  'unix-socket': 'Postman connects where the URL says',
  correlation: 'Postman has no ids of runs',
  contract: noDescription,
}

/** Tells of what does not come with a folder or collection. */
function reportUnsayable(group: JsonObject, settings: JsonObject, log: ConversionLog): void {
  reportAuth(settings['auth'], log)
  for (const [key, why] of Object.entries(unsayable)) if (Object.hasOwn(group, key)) log.lose(key, why)
  for (const [key, why] of Object.entries(unsayableSettings))
    if (Object.hasOwn(settings, key)) log.lose(`settings ${key}`, why)
  if (settings['stop-on-failure'] === true)
    log.lose('settings stop-on-failure', 'stopping is asked of the runner, such as with --bail')
  const tls = Object.keys(objectAt(settings, 'tls')).filter(key => key !== 'verify')
  if (tls.length > 0) log.lose(`settings tls ${tls.join(', ')}`, 'certificates are set in Postman itself')
  if (memberAt(group, 'secrets') !== undefined) log.note('secrets', 'they are variables of the type secret')
}
