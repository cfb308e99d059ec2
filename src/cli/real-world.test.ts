import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { certificates } from '../testing/certificates.ts'
import { clients } from '../testing/authorization-server/index.ts'
import {
  type GuardedNetwork,
  guardedNetwork,
  type GuardedSettings,
  proxyCredentials,
} from '../testing/guarded-network.ts'
import { without } from '../testing/parts.ts'
import { startSquid, startTinyproxy } from '../testing/proxies.ts'
import { type Finished, runProgram, withFolder } from '../testing/run-program.ts'

const fileCount = 8
const stepCount = 3

/** Runs eight files on eight workers in a project whose settings are those of the network, with these instead. */
function run(
  { api, settings, environmentFile }: GuardedNetwork,
  changes: Partial<GuardedSettings> = {},
): Promise<Finished> {
  const steps = Array.from({ length: stepCount }, (_, index) => ({
    request: `GET ${api.url}/orders/${index}`,
  }))
  const suites = Array.from({ length: fileCount }, (_, index) => [
    `suites/${index}.apitest.yaml`,
    JSON.stringify({ suite: `Orders ${index}`, steps }),
  ])
  const configuration = { 'env-file': '.env', suites: ['suites'], settings: { ...settings, ...changes } }
  const files = {
    ...(Object.fromEntries(suites) as Record<string, string>),
    'apitest.config.yaml': JSON.stringify(configuration),
    '.env': environmentFile,
  }
  return withFolder(files, folder => runProgram(folder, ['--workers', '8', '--reporter', 'pretty']))
}

/** Every connection went through the proxy: it opened as many ways to the servers as they let clients in. */
async function assertAllThrough({ proxy, api, tokens }: GuardedNetwork): Promise<void> {
  const connections = api.clients.length + tokens.clients.length
  let ways: readonly string[] = []
  for (let tries = 0; tries < 100 && ways.length < connections; tries++) {
    ways = (await proxy.log()).match(/(?:Request.*|TCP_TUNNEL\S* \d+ )CONNECT 127\.0\.0\.1:\d+/g) ?? []
    await setTimeout(50)
  }
  const to = (url: string): number => ways.filter(way => way.endsWith(new URL(url).host)).length
  assert.deepEqual([to(api.url), to(tokens.tokenUrl)], [api.clients.length, tokens.clients.length])
}

/** Nobody but the client of the tests was let in. */
function assertClients(...networkClients: (readonly string[])[]): void {
  for (const names of networkClients) assert.deepEqual(new Set(names), new Set(['client']))
}

/** Node's servers let the handshake of TLS 1.3 end, then tell why and close the connection; the second may be heard first. */
const notLetIn =
  /Network Error: OAuth2 token request failed: (?:the server closed the connection without an answer|TLS with \S+ failed: the server asks for a client certificate)[^]*hint: If the server asks for a client certificate/

/** The obstacles that keep a run out, and the message for each. */
const obstacles: readonly {
  readonly title: string
  readonly change: (settings: GuardedSettings) => Partial<GuardedSettings> | Promise<Partial<GuardedSettings>>
  readonly expected: RegExp
  /** How many token requests arrive at the least; 0 means none at all. */
  readonly asked?: number
}[] = [
  {
    title: 'without a client certificate',
    change: ({ tls: { ca = '' } }) => ({ tls: { ca } }),
    expected: notLetIn,
  },
  {
    title: 'with the certificate of a stranger',
    change: async ({ tls: { ca = '' } }) => ({ tls: { ca, ...(await certificates()).stranger } }),
    expected:
      /Network Error: OAuth2 token request failed: the server closed the connection without an answer[^]*hint: The server may not accept the client certificate \S+stranger\.pem: /,
  },
  {
    title: 'with an authority that did not sign the certificates of the servers',
    change: async ({ tls }) => ({ tls: { ...tls, ca: (await certificates()).selfSigned.certificate } }),
    expected: /Network Error: OAuth2 token request failed: the server certificate's authority is not/,
  },
  {
    title: 'with a wrong client secret',
    change: ({ auth: { oauth2 } }) => ({ auth: { oauth2: { ...oauth2, 'client-secret': 'wrong' } } }),
    expected: /Auth Error: OAuth2 token request failed: HTTP 401\n/,
    asked: 1,
  },
  {
    title: 'with a wrong password for the proxy',
    change: ({ proxy }) => ({ proxy: { ...proxy, password: 'wrong-horse' } }),
    expected:
      /Network Error: OAuth2 token request failed: the proxy http:\/\/127\.0\.0\.1:\d+ refused .*\(40[17] /,
  },
]

for (const [name, startProxy] of [
  ['squid', startSquid],
  ['tinyproxy', startTinyproxy],
] as const)
  describe(
    `eight files through ${name}, with client certificates and one token`,
    {
      skip: without(name) || without('openssl'),
    },
    () => {
      it('pass with one token request, which travels like every other request', async () => {
        await using network = await guardedNetwork(startProxy)
        const { output, errors, exitCode } = await run(network)
        assert.equal(exitCode, 0, output + errors)
        const { api, tokens } = network
        assert.equal(tokens.tokenRequests.length, 1)
        assert.equal(api.seen.length, fileCount * stepCount)
        assert.equal(new Set(api.seen.map(({ headers }) => headers.authorization)).size, 1)
        assertClients(api.clients, tokens.clients)
        await assertAllThrough(network)
      })

      it('pass with certificate and key in one PFX file behind a passphrase', async () => {
        const { authority, client } = await certificates()
        await using network = await guardedNetwork(startProxy)
        const tls = { ca: authority, pfx: client.pfx, passphrase: '{{env.PASSPHRASE}}' }
        const { output, errors, exitCode } = await run(network, { tls })
        assert.equal(exitCode, 0, output + errors)
        assert.deepEqual([network.tokens.tokenRequests.length, network.api.seen.length], [1, 24])
        assertClients(network.api.clients, network.tokens.clients)
      })

      it('fetch one other token when the API refuses the first, for all of them together', async () => {
        let first: string | undefined
        await using network = await guardedNetwork(startProxy, token => token === (first ??= token))
        const { output, errors, exitCode } = await run(network)
        assert.equal(exitCode, 0, output + errors)
        assert.equal(network.tokens.tokenRequests.length, 2)
        const refused = network.api.seen.filter(({ headers }) => headers.authorization === `Bearer ${first}`)
        assert.ok(refused.length >= 1 && refused.length <= fileCount, `${refused.length} refused`)
        assert.equal(network.api.seen.length, fileCount * stepCount + refused.length)
      })

      it('fetch one other token when the API refuses the first a single time', async () => {
        let refusals = 0
        await using network = await guardedNetwork(startProxy, () => ++refusals === 1)
        const { output, errors, exitCode } = await run(network)
        assert.equal(exitCode, 0, output + errors)
        assert.equal(network.tokens.tokenRequests.length, 2)
        assert.equal(network.api.seen.length, fileCount * stepCount + 1)
      })

      for (const { title, change, expected, asked = 0 } of obstacles)
        it(`are errored ${title}, and the API sees nothing`, async () => {
          await using network = await guardedNetwork(startProxy)
          const { output, errors, exitCode } = await run(network, await change(network.settings))
          assert.equal(exitCode, 3, output + errors)
          assert.match(output, expected)
          assert.doesNotMatch(output, /should not have happened/)
          assert.equal(network.api.seen.length, 0)
          assert.ok(network.tokens.tokenRequests.length >= asked)
          if (asked === 0) assert.equal(network.tokens.tokenRequests.length, 0)
          for (const secret of [clients.body.secret, proxyCredentials.password])
            assert.ok(!(output + errors).includes(secret))
        })
    },
  )
