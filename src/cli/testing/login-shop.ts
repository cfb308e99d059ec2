import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RunReport, StepResult } from '../../model/result.ts'

/** The calls that a shop with a login received, in order. */
export interface Shop {
  readonly url: string
  readonly calls: string[]
  count(call: string): number
}

/** A shop that lets nobody in twice with one name, as long as `use` needs it. */
export async function withShop(use: (shop: Shop) => Promise<void>): Promise<void> {
  const calls: string[] = []
  const server = createServer((request, response) => {
    void bodyOf(request).then(body => {
      const call = `${String(request.method)} ${String(request.url)}`
      calls.push(body === '' ? call : `${call} ${body}`)
      const { url = '', headers } = request
      if (url === '/login') {
        const isKnown = !body.includes('nobody')
        response.statusCode = isKnown ? 200 : 401
        if (isKnown) response.setHeader('set-cookie', 'session=s3ss10n-of-ada; Path=/')
        const answer = isKnown ? `{"token":"t0ken-for-${/\w+(?="})/.exec(body)?.[0] ?? ''}"}` : '{}'
        return setTimeout(() => response.end(answer), 50)
      }
      if (url === '/cookie') response.statusCode = headers.cookie === undefined ? 401 : 200
      if (url === '/me')
        response.statusCode = headers.authorization?.startsWith('Bearer t0ken') === true ? 200 : 401
      response.setHeader('content-type', 'application/json')
      return response.end('{}')
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const count = (call: string): number => calls.filter(one => one.startsWith(call)).length
  try {
    await use({ url: `http://127.0.0.1:${port}`, calls, count })
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

/** A suite that signs in, and out behind it. */
export const signIn = (url: string): string => `suite: Sign in
inputs: [user]
settings: { auth: none }
steps:
  - name: Log in
    request: POST ${url}/login
    json: { user: "{{user}}" }
    extracts: { token: $.token }
after:
  - name: Log out
    request: POST ${url}/logout
    auth: { bearer: "{{token}}" }
`

/** Reads the report that the json reporter wrote. */
export function reportOf(text: string): RunReport {
  return JSON.parse(text) as RunReport
}

/** The steps of all suites. */
export function resultsOf({ suites }: RunReport): readonly StepResult[] {
  return suites.flatMap(({ results }) => results)
}
