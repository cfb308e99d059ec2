import type { JsonObject } from '../../model/json.ts'
import { text } from '../../util/read-values.ts'
import type { CallArguments } from './call-options.ts'
import { argument, misused, nothing, part, type Part, together } from './part.ts'
import { defined } from '../../util/defined.ts'

/** Reads the options that say who asks. Values are credentials, so that no message repeats them. */
export function readAuth(given: CallArguments): Part {
  const ways = [readUser(given), readBearer(given), readApiKey(given), readOauth2(given), readNoAuth(given)]
  const chosen = ways.filter(way => way !== nothing)
  if (chosen.filter(({ problems }) => problems.length === 0).length > 1)
    return misused(
      'credentials of two kinds are given',
      'Keep --user, --bearer, --api-key or --oauth2-token-url.',
    )
  return together(chosen)
}

const unset = 'Is a variable not set?'

function readUser({ user, digest, awsSigv4 }: CallArguments): Part {
  if (user === undefined)
    return digest === true || awsSigv4 !== undefined
      ? misused(`${digest === true ? '--digest' : '--aws-sigv4'} needs --user`)
      : nothing
  const [, username, password] = /^([^:]*):(.*)$/s.exec(user) ?? []
  if (username === undefined || password === undefined) return misused('--user needs name:password')
  if (awsSigv4 !== undefined) return readAws(awsSigv4, username, password)
  const kind = digest === true ? 'digest' : 'basic'
  return part({ auth: { [kind]: { username, password } } }, argument('--user', user, 'auth'))
}

function readAws(written: string, id: string, secret: string): Part {
  const [, , region, service] = written.split(':')
  if (region === undefined || service === undefined)
    return misused(`--aws-sigv4 ${written} does not name region and service`, 'Write aws:amz:REGION:SERVICE.')
  if (id === '' || secret === '') return misused('--aws-sigv4 needs --user ID:SECRET', unset)
  const keys = { 'access-key-id': id, 'secret-access-key': secret, region, service }
  return part({ auth: { aws: keys } }, argument('--aws-sigv4', written, 'auth'))
}

function readBearer({ bearer }: CallArguments): Part {
  if (bearer === undefined) return nothing
  if (bearer.trim() === '') return misused('--bearer is empty', unset)
  return part({ auth: { bearer } }, argument('--bearer', bearer, 'auth'))
}

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
