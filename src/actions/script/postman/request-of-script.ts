import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { isList, isObject } from '../../../util/is-json.ts'
import { valueText } from '../../../util/value-text.ts'
import { failed, prepared, type Prepared } from '../../failure.ts'
import { mappingOf, readPairs } from './pairs.ts'
import { bodyOfScript } from './script-body.ts'
import { urlText } from './url-text.ts'

/** The request of a `pm.sendRequest` as the input of a step. Scripts send no files. */
export function requestOfScript(request: JsonObject): Prepared<JsonObject> {
  const { method, url, header, body, auth } = request
  const credentials = authOf(auth)
  if (!credentials.ok) return credentials
  const text = urlText(url)
  const headers = readPairs(header)
  return prepared({
    request: `${typeof method === 'string' ? method.toUpperCase() : 'GET'} ${text.includes('://') ? text : `http://${text}`}`,
    ...(headers.length === 0 ? {} : { headers: mappingOf(headers) }),
    ...bodyOfScript(body, false),
    auth: credentials.value,
  })
}

function authOf(auth: JsonValue | undefined): Prepared<JsonValue> {
  if (!isObject(auth)) return prepared('none')
  const { type } = auth
  const given = parametersOf(auth[valueText(type ?? '')])
  switch (type) {
    case undefined:
    case 'noauth':
      return prepared('none')
    case 'basic':
      return prepared({ basic: { username: given['username'] ?? '', password: given['password'] ?? '' } })
    case 'bearer':
      return prepared({ bearer: given['token'] ?? '' })
    case 'apikey':
      return prepared({
        'api-key': {
          [given['in'] === 'query' ? 'query' : 'header']: given['key'] ?? '',
          value: given['value'] ?? '',
        },
      })
    default:
      return failed('script-ended', { reason: `pm.sendRequest has no auth ${JSON.stringify(type)} here` })
  }
}

/** A list of keys and values, or a mapping of them. */
function parametersOf(value: JsonValue | undefined): JsonObject {
  if (value !== undefined && isList(value)) return mappingOf(readPairs(value))
  return isObject(value) ? value : {}
}
