import type { JsonObject, JsonValue } from '../../model/json.ts'
import { hasBraces } from '../../template/template.ts'
import { isCredentialField, isCredentialLine, type Secrets } from '../../secrets/index.ts'
import { mapping } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import { isCollection } from '../../util/is-json.ts'
import { isNumber } from '../../util/exact-number.ts'

/** Fewest characters of a parameter such as `key`, which may as well be no credential: shorter ones stand in every text. */
const shortestDoubtful = 8

/** Fewest characters of a field of a body: what a small one says may stand anywhere in an answer. */
const shortestField = 6

/**
 * Hides the credentials that were typed into the headers, the query and the body of a call, or of the settings of calls, as
 * those under `auth` are. A value with a placeholder has to be given again when that is filled in.
 */
export function hideGivenCredentials(call: JsonObject, secrets: Secrets): void {
  const { headers, metadata, query, ...others } = call
  for (const [name, value] of [...Object.entries(mapping(headers)), ...Object.entries(mapping(metadata))])
    if (isCredentialLine(name)) for (const text of literalsOf(value)) addWithoutScheme(text, secrets)
  for (const [name, value] of Object.entries(mapping(query)))
    for (const text of literalsOf(value)) hideParameter(name, text, secrets)
  for (const value of Object.values(others))
    if (typeof value === 'string')
      for (const [, name = '', text = ''] of value.matchAll(parameters))
        if (!hasBraces(text)) hideParameter(name, text, secrets)
  for (const key of bodies) hideFields(others[key] ?? null, secrets)
}

/** The keys of a step under which a body has named fields. */
const bodies = ['json', 'form', 'multipart', 'graphql', 'message', 'messages']

/** Hides the fields of a body whose names say that they are credentials. */
function hideFields(body: JsonValue, secrets: Secrets): void {
  if (!isCollection(body)) return
  for (const [name, value] of Object.entries<JsonValue>(body)) {
    if (isCredentialField(name))
      for (const text of literalsOf(value)) if (text.length >= shortestField) secrets.add(text)
    hideFields(value, secrets)
  }
}

/** Hides the value of a parameter whose name says that it is a credential. */
function hideParameter(name: string, value: string, secrets: Secrets): void {
  const isHidden = isCredentialField(name) || (isCredentialLine(name) && value.length >= shortestDoubtful)
  if (isHidden) secrets.add(value)
}

/** The parameters of a URL. */
const parameters = /(?:^|[?&])([^=&#{}\s]+)=([^&#\s]+)/g

/** Of `Bearer abc` what is behind the scheme, so that this is still told; of another word before it the whole as well. */
function addWithoutScheme(value: string, secrets: Secrets): void {
  const [, scheme = '', credentials] = /^([\w-]+)\s+(\S.*)$/.exec(value) ?? []
  if (credentials !== undefined) secrets.add(credentials)
  if (!knownScheme.test(scheme)) secrets.add(value)
}

const knownScheme = /^(?:apikey|aws4-hmac-sha256|basic|bearer|digest|negotiate|token)$/i

function literalsOf(value: JsonValue): readonly string[] {
  return [value].flat().flatMap(one => {
    const text = typeof one === 'string' || isNumber(one) ? valueText(one) : ''
    return text === '' || hasBraces(text) ? [] : [text]
  })
}
