import { requestMethods } from '../../model/request-methods.ts'

const bodies = 'json text xml sparql graphql graphql:vars form-urlencoded multipart-form file ws grpc'
const credentials = 'apikey awsv4 akamai-edgegrid basic bearer digest ntlm oauth1 oauth2 wsse'

/** The blocks of requests, folders and collections. */
const ofRequests = new Set([
  ...'meta headers metadata query params:query params:path auth body assert tests docs example settings'.split(
    ' ',
  ),
  ...'script:pre-request script:post-response vars:pre-request vars:post-response'.split(' '),
  ...bodies.split(' ').map(name => `body:${name}`),
  ...credentials.split(' ').map(name => `auth:${name}`),
])

/** True for a block that says how a request is sent. */
export function isRequestBlock(name: string): boolean {
  return requestMethods.includes(name.toUpperCase()) || ['http', 'grpc', 'ws'].includes(name)
}

/** True for a block of a request, a folder or a collection. */
export function isBlock(name: string): boolean {
  return ofRequests.has(name) || isRequestBlock(name) || name.startsWith('auth:oauth2:')
}

/** True for a block of an environment. */
export function isEnvironmentBlock(name: string): boolean {
  return /^(?:meta|vars|vars:secret|vars:externalsecrets:[\w-]+)$/.test(name)
}
