import type { InputOf } from '../action.ts'
import type { Settings } from '../../model/settings.ts'
import { decodePercent } from '../../util/decode-percent.ts'
import { isObject } from '../../util/is-json.ts'
import type { Auth } from '../auth/auth.ts'
import { basicCredentials } from '../auth/credentials.ts'
import { readAuth } from '../auth/read-auth.ts'
import { prepared, type Prepared, unfit } from '../failure.ts'
import type { Address } from './address.ts'
import { headerProblem, type HeaderLines, type HeaderSources } from './header-lines.ts'

/**
 * Chooses the credentials of a request. A step's `auth` wins over a name and password in its URL, and those over the
 * settings' `auth`, which also gives way to a header or query value of the same name.
 */
export function chooseCredentials(
  input: InputOf<'request'>,
  settings: Settings,
  address: Address,
  { own, shared }: HeaderSources,
): Prepared<Auth | undefined> {
  const ofStep = readAuth(input.auth)
  if (!ofStep.ok) return ofStep
  if (ofStep.value !== undefined) return unlessTwice(ofStep.value, own)
  if (address.username !== '' || address.password !== '') {
    const credentials = basicCredentials(decodePercent(address.username), decodePercent(address.password))
    return unlessTwice({ kind: 'fixed', credentials }, own)
  }
  if (input.auth !== undefined) return prepared(undefined)
  const ofSettings = readAuth(settings.auth)
  if (!ofSettings.ok || ofSettings.value === undefined) return ofSettings
  const { placement, name } = placeOf(ofSettings.value)
  const taken =
    placement === 'query'
      ? isObject(input.query) && Object.hasOwn(input.query, name)
      : own.names.has(name.toLowerCase()) || shared.names.has(name.toLowerCase())
  return taken ? prepared(undefined) : checked(ofSettings.value)
}

/** A step that says the same thing twice may have meant either. */
function unlessTwice(auth: Auth, own: HeaderLines): Prepared<Auth> {
  const { placement, name } = placeOf(auth)
  if (placement === 'header' && own.names.has(name.toLowerCase()))
    return unfit(`the step has both auth and a header "${name}"`, 'Keep one of them.')
  return checked(auth)
}

function checked(auth: Auth): Prepared<Auth> {
  const { placement, name, value } = placeOf(auth)
  return (placement === 'header' ? headerProblem(name, value) : undefined) ?? prepared(auth)
}

/** Where credentials go, and what goes there as far as it is known yet. */
function placeOf(auth: Auth): { placement: 'header' | 'query'; name: string; value: string } {
  return auth.kind === 'fixed' ? auth.credentials : { placement: 'header', name: 'authorization', value: '' }
}
