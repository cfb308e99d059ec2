import type { JsonObject } from '../../model/json.ts'
import { text } from '../../util/read-values.ts'
import type { CallArguments } from './call-options.ts'
import { argument, misused, nothing, part, type Part, together } from '../../parse/argument-part.ts'
import { typed } from '../../curl/remarks.ts'
import { readAuth as readOptions } from '../../curl/read-auth.ts'
import { curlOptionsOf } from './curl-options-of.ts'
import { defined } from '../../util/defined.ts'

/** Reads the options that say who asks. Values are credentials, so that no message repeats them. */
export function readAuth(given: CallArguments): Part {
  const { user, bearer, words = [] } = given
  const known = typed(readOptions(curlOptionsOf(given), words.at(-1) ?? ''))
  const ways = [known, readApiKey(given), readOauth2(given), readNoAuth(given)]
  const count = ways.filter(({ keys }) => 'auth' in keys).length
  if (count > 1 || (user !== undefined && bearer !== undefined))
    return misused(
      'credentials of two kinds are given',
      'Keep --user, --bearer, --api-key or --oauth2-token-url.',
    )
  return together(ways)
}

const unset = 'Is a variable not set?'

function readApiKey({ apiKey }: CallArguments): Part {
  if (apiKey === undefined) return nothing
  const [, name = '', sign, value = ''] = /^([^\s:=]+)(:\s*|=)(.*\S.*)$/s.exec(apiKey) ?? []
  if (sign === undefined) return misused("--api-key needs 'Name: key', or name=key for the query")
  const place = sign === '=' ? 'query' : 'header'
  return part({ auth: { 'api-key': { [place]: name, value } } }, argument('--api-key', apiKey, 'auth'))
}

function readOauth2(given: CallArguments): Part {
  const { oauth2TokenUrl, oauth2ClientId, oauth2ClientSecret, oauth2Scope, oauth2Credentials } = given
  const keys: JsonObject = defined({
    'token-url': oauth2TokenUrl,
    'client-id': oauth2ClientId,
    'client-secret': oauth2ClientSecret,
    scope: oauth2Scope,
    credentials: oauth2Credentials,
  })
  const names = Object.keys(keys)
  if (names.length === 0) return nothing
  const missing = ['token-url', 'client-id', 'client-secret'].find(name => !names.includes(name))
  if (missing !== undefined) return misused(`--oauth2-${String(names[0])} needs --oauth2-${missing}`)
  const empty = names.find(name => name !== 'scope' && /^\s*$/.test(text(keys[name]) ?? ''))
  if (empty !== undefined) return misused(`--oauth2-${empty} is empty`, unset)
  return part(
    { auth: { oauth2: keys } },
    ...names.map(name => argument(`--oauth2-${name}`, undefined, 'auth', 'oauth2', name)),
  )
}

function readNoAuth({ auth }: CallArguments): Part {
  return auth === false ? part({ auth: 'none' }, argument('--no-auth', undefined, 'auth')) : nothing
}
