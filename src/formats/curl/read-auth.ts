import type { Given, Piece } from './given.ts'

/** Reads -u with what says how it is proved, and --oauth2-bearer. `url` is that of the request. */
export function readAuth(given: Given, url: string): Piece {
  const bearer = given.last('oauth2-bearer')
  if (bearer !== undefined) return { keys: { auth: { bearer } } }
  const user = given.last('user')
  if (user === undefined) return { keys: {} }
  const at = user.indexOf(':')
  const username = at < 0 ? user : user.slice(0, at)
  const password = at < 0 ? '' : user.slice(at + 1)
  const unasked = at < 0 && username !== '' ? [{ what: '--user', why: 'curl asks for the password' }] : []
  const aws = given.last('aws-sigv4')
  if (aws !== undefined) return awsAuth(aws, { username, password, url, token: given })
  if (given.has('digest')) return { keys: { auth: { digest: { username, password } } }, losses: unasked }
  const chosen = given.has('anyauth')
    ? [{ what: '--anyauth', why: 'a suite has one kind of credentials; basic is sent' }]
    : []
  return { keys: { auth: { basic: { username, password } } }, losses: [...unasked, ...chosen] }
}

/** Region and service that are not named are those of the host, `service.region.amazonaws.com`. */
function awsAuth(
  written: string,
  { username, password, url }: { username: string; password: string; url: string; token: Given },
): Piece {
  const [, , named, signing] = written.split(':')
  const host = URL.canParse(url) ? new URL(url).hostname.split('.') : []
  const region = named ?? (host.length > 3 ? host[1] : undefined)
  const service = signing ?? host[0]
  if (region === undefined || service === undefined)
    return { keys: {}, refused: [`--aws-sigv4 ${written} does not name region and service`] }
  const keys = { 'access-key-id': username, 'secret-access-key': password, region, service }
  return { keys: { auth: { aws: keys } } }
}
