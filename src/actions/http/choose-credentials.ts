import type { JsonObject } from '../../model/json.ts'
import type { Settings } from '../../model/settings.ts'
import { failed, prepared, type Prepared } from '../failure.ts'
import type { Address } from './address.ts'
import { basicCredentials, readAuth, type Credentials } from './credentials.ts'
import { headerProblem, type HeaderLines } from './header-lines.ts'
import { isObject } from '../../util/is-json.ts'

/**
 * The credentials of a request. A step's `auth` wins over a name and password in its URL, and those over the settings'
 * `auth`, which also gives way to a header or query value of the same name.
 */
export function chooseCredentials(
  input: JsonObject,
  settings: Settings,
  address: Address,
  own: HeaderLines,
  shared: HeaderLines,
): Prepared<Credentials | undefined> {
  const ofStep = readAuth(input['auth'])
  if (!ofStep.ok) return ofStep
  if (ofStep.value !== undefined) return unlessTwice(ofStep.value, own)
  if (address.username !== '' || address.password !== '')
    return unlessTwice(basicCredentials(decode(address.username), decode(address.password)), own)
  if (input['auth'] !== undefined) return prepared(undefined)
  const ofSettings = readAuth(settings.auth)
  if (!ofSettings.ok || ofSettings.value === undefined) return ofSettings
  const { placement, name } = ofSettings.value
  const taken =
    placement === 'query'
      ? isObject(input['query']) && Object.hasOwn(input['query'], name)
      : own.names.has(name.toLowerCase()) || shared.names.has(name.toLowerCase())
  return taken ? prepared(undefined) : checked(ofSettings.value)
}

/** A step that says the same thing twice may have meant either. */
function unlessTwice(credentials: Credentials, own: HeaderLines): Prepared<Credentials> {
  const { placement, name } = credentials
  if (placement === 'header' && own.names.has(name.toLowerCase()))
    return failed('Request Error', `the step has both auth and a header "${name}"`, 'Keep one of them.')
  return checked(credentials)
}

function checked(credentials: Credentials): Prepared<Credentials> {
  const { placement, name, value } = credentials
  return (placement === 'header' ? headerProblem(name, value) : undefined) ?? prepared(credentials)
}

/** A URL's name or password without its percent-encoding; as it is when that is not valid. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
