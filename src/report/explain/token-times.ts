import type { HeaderList } from '../../model/exchange.ts'
import { headerValue } from '../../model/header-value.ts'
import { isObject } from '../../util/is-json.ts'
import { jsonIn } from '../../util/json-in.ts'

/** When a token is valid, in milliseconds since 1970. */
export interface TokenTimes {
  readonly begins?: number
  readonly expires?: number
}

/** When the JSON Web Token among headers is valid (RFC 7519, section 4.1): all that is told of it. */
export function tokenTimes(headers: HeaderList): TokenTimes | undefined {
  const value = headerValue(headers, 'authorization') ?? ''
  const payload = /^Bearer eyJ[\w-]*\.([\w-]{1,8000})\.[\w-]*$/i.exec(value)?.[1]
  const claims = payload === undefined ? undefined : jsonIn(Buffer.from(payload, 'base64url').toString())
  if (!isObject(claims)) return undefined
  const { nbf, exp } = claims
  return {
    ...(typeof nbf === 'number' ? { begins: nbf * 1000 } : {}),
    ...(typeof exp === 'number' ? { expires: exp * 1000 } : {}),
  }
}
