import type { CurlOptions } from './given-options.ts'
import { argument, nothing, part, type Part, refused } from '../parse/argument-part.ts'
import { remarked } from './remarks.ts'
import { usageProblem } from '../model/problem.ts'

const unset = 'Is a variable not set?'

/**
 * Reads -u with what says how it is proved, and --oauth2-bearer. `url` is that of the request. Values are credentials, so
 * that no message repeats them.
 */
export function readAuth(options: CurlOptions, url: string): Part {
  const bearer = options.last('oauth2-bearer')
  if (bearer !== undefined) {
    const made = part({ auth: { bearer } }, argument('--bearer', bearer, 'auth'))
    return bearer.trim() === '' ? remarked(made, '--bearer', 'is empty', unset) : made
  }
  const user = options.last('user')
  const aws = options.last('aws-sigv4')
  const kind = options.has('digest') ? 'digest' : 'basic'
  if (user === undefined) {
    if (kind === 'basic' && aws === undefined) return nothing
    const option = aws === undefined ? '--digest' : '--aws-sigv4'
    return remarked(nothing, option, 'needs --user', 'Write --user name:password.')
  }
  const [, username = user, password = ''] = /^([^:]*):(.*)$/s.exec(user) ?? []
  const made =
    aws === undefined
      ? part({ auth: { [kind]: { username, password } } }, argument('--user', user, 'auth'))
      : awsPart(aws, { username, password, url })
  if (!user.includes(':'))
    return remarked(made, '--user', 'needs name:password', 'curl asks for the password.')
  return options.has('anyauth') && kind === 'basic' && aws === undefined
    ? remarked(made, '--anyauth', 'a suite has one kind of credentials; basic is sent')
    : made
}

/** Region and service that are not named are those of the host, `service.region.amazonaws.com`. */
function awsPart(
  written: string,
  { username, password, url }: { username: string; password: string; url: string },
): Part {
  const [, , named, signing] = written.split(':')
  const host = URL.canParse(url) ? new URL(url).hostname.split('.') : []
  const region = named ?? (host.length > 3 ? host[1] : undefined)
  const service = signing ?? host[0]
  if (region === undefined || service === undefined)
    return refused(
      usageProblem(
        `--aws-sigv4 ${written} does not name region and service`,
        'Write aws:amz:REGION:SERVICE.',
      ),
    )
  const keys = { 'access-key-id': username, 'secret-access-key': password, region, service }
  const made = part({ auth: { aws: keys } }, argument('--aws-sigv4', written, 'auth'))
  return username === '' || password === ''
    ? remarked(made, '--aws-sigv4', 'needs --user ID:SECRET', unset)
    : made
}
