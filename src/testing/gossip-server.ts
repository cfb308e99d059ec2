import { httpServer, type SeenRequest } from '../actions/http/testing/http-server.ts'
import { forms, tracesOf } from './secret-traces.ts'

/** A server that tells everything it hears. */
export type GossipServer = Awaited<ReturnType<typeof httpServer>> & {
  /** The token that it gives to whoever asks. */
  readonly token: string
  /** How many secrets it has told, each in every form. */
  readonly told: () => number
}

/**
 * Starts a server that answers every request with what was in it, and each secret in it in every form: as JSON; under
 * `/page` as a page; under `/long/N` the secret alone behind N letters; under `/away` a redirect. `/token` gives a token,
 * `/login` sets a cookie for `/kept`,
 * `/refused` refuses one with the secret in its reason, `/everything` tells all but the token to anybody, `/digest` wants
 * a digest. Status 500 under `/broken`.
 */
export async function gossipServer(
  secrets: readonly string[],
  token: string,
  cookie: string,
): Promise<GossipServer> {
  let told = 0
  const server = await httpServer((request, response) => {
    const heard = secrets.filter(secret => hears(request, secret))
    told += heard.length
    const { pathname } = new URL(request.url, 'http://gossip.test')
    const [first = ''] = heard
    if (pathname === '/token') response.end(JSON.stringify({ access_token: token, token_type: 'Bearer' }))
    else if (pathname === '/refused')
      response
        .writeHead(401)
        .end(JSON.stringify({ error: 'invalid_client', error_description: forms['json']?.(first) }))
    else if (pathname === '/digest' && request.headers.authorization === undefined)
      response.writeHead(401, { 'www-authenticate': 'Digest realm="a", nonce="b", qop="auth"' }).end()
    else if (pathname === '/everything')
      response.end(inEveryForm(secrets.filter(secret => secret !== token && secret !== cookie)).join('\n'))
    else if (pathname === '/login')
      response
        .setHeader('set-cookie', [`sid=${cookie}; Path=/kept; HttpOnly`, 'theme=darkness; Path=/kept'])
        .end('{}')
    else if (pathname.startsWith('/long/'))
      response.end('x'.repeat(Number(pathname.slice('/long/'.length))) + (secrets[0] ?? ''))
    else if (pathname.startsWith('/away'))
      response.writeHead(302, { location: `/json?again=${encodeURIComponent(first)}` }).end()
    else if (pathname.startsWith('/page'))
      response.setHeader('content-type', 'text/html').end(`<p>${inEveryForm(heard).join('\n')}</p>`)
    else {
      response.setHeader('set-cookie', `session=${encodeURIComponent(first)}`)
      response.setHeader(
        'x-heard',
        heard.flatMap(secret => forms['json']?.(secret) ?? []),
      )
      response.writeHead(pathname.startsWith('/broken') ? 500 : 200)
      response.end(JSON.stringify(answerTo(request, heard)))
    }
  })
  return Object.assign(server, { token, told: () => told })
}

function hears({ url, rawHeaders, body }: SeenRequest, secret: string): boolean {
  return [url, ...rawHeaders, body.toString()].some(text => tracesOf(text, secret).length > 0)
}

function answerTo({ url, headers, body }: SeenRequest, heard: readonly string[]): object {
  return {
    url,
    headers,
    body: body.toString(),
    first: heard[0],
    keys: Object.fromEntries(heard.map(secret => [secret, secret.length])),
    forms: inEveryForm(heard),
  }
}

function inEveryForm(secrets: readonly string[]): readonly string[] {
  return secrets.flatMap(secret => Object.entries(forms).map(([name, write]) => `${name}: ${write(secret)}`))
}
