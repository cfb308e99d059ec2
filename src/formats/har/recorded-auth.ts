import { literalText } from '../../compile/literal-text.ts'
import type { JsonValue } from '../../model/json.ts'
import type { RecordedSecrets } from './recorded-secrets.ts'

/** Credentials as a step's `auth`, or as the value of its Authorization header where suites have no key for them. */
export type RecordedAuth = { readonly auth: JsonValue } | { readonly header: string }

/** Describes an Authorization header, without the credentials in it. */
export function recordedAuth(value: string, secrets: RecordedSecrets): RecordedAuth {
  const [, scheme = '', credentials = ''] = /^([\w-]+)\s+(.+)$/s.exec(value) ?? []
  const lower = scheme.toLowerCase()
  if (lower === 'bearer') return { auth: { bearer: secrets.placeholder('token', credentials) } }
  if (lower === 'basic') return basicAuth(credentials, secrets)
  if (lower === 'digest') return { auth: { digest: digestUser(credentials, secrets) } }
  if (scheme === 'AWS4-HMAC-SHA256') return awsAuth(credentials, secrets)
  if (scheme !== '')
    return { header: `${literalText(scheme)} ${secrets.placeholder('authorization', credentials)}` }
  return { header: secrets.placeholder('authorization', value) }
}

/** The user name and password of a URL or of basic credentials, `user:password`. */
export function basicUser(text: string, secrets: RecordedSecrets): JsonValue {
  const at = text.indexOf(':')
  const username = at < 0 ? text : text.slice(0, at)
  const password = at < 0 ? '' : text.slice(at + 1)
  return {
    basic: {
      username: username === '' ? '' : secrets.placeholder('username', username),
      password: password === '' ? '' : secrets.placeholder('password', password),
    },
  }
}

function basicAuth(credentials: string, secrets: RecordedSecrets): RecordedAuth {
  const decoded = Buffer.from(credentials, 'base64').toString()
  return decoded.includes(':') && !decoded.includes('\ufffd')
    ? { auth: basicUser(decoded, secrets) }
    : { header: `Basic ${secrets.placeholder('credentials', credentials)}` }
}

/** The password of a digest is not on the wire: the environment of the run gives it. */
function digestUser(credentials: string, secrets: RecordedSecrets): JsonValue {
  const [, username = ''] = /username="([^"]*)"/.exec(credentials) ?? []
  return {
    username: secrets.placeholder('username', username),
    password: secrets.placeholder('password', `password of ${username}`),
  }
}

/** A signature holds for one request: it is made anew, for the region and service that were recorded. */
function awsAuth(credentials: string, secrets: RecordedSecrets): RecordedAuth {
  const [, id = '', region = '', service = ''] =
    /Credential=([^/,]+)\/\d+\/([^/,]+)\/([^/,]+)\/aws4_request/.exec(credentials) ?? []
  if (service === '')
    return { header: `AWS4-HMAC-SHA256 ${secrets.placeholder('authorization', credentials)}` }
  return {
    auth: {
      aws: {
        'access-key-id': secrets.placeholder('awsAccessKeyId', id),
        'secret-access-key': secrets.placeholder('awsSecretAccessKey', `secret of ${id}`),
        region: literalText(region),
        service: literalText(service),
      },
    },
  }
}
