import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { startLab } from '../../actions/grpc/testing/lab-server.ts'
import { freePort } from '../../testing/ports.ts'
import { type Files, withFolder } from '../../testing/run-program.ts'

/** An environment of the project: where its shop is, and where its gRPC server. */
export interface Place {
  readonly url: string
  readonly rpc: string
  /** The starts and the calls of its shop since they were last asked for, in order. */
  calls(): readonly string[]
  /** The calls of its gRPC server so far. */
  readonly rpcCalls: readonly string[]
}

/** One project with everything that a project has, in a folder of its own. */
export interface OneProject {
  readonly folder: string
  readonly local: Place
  readonly staging: Place
  /** How often the command of the secret has run since that was last asked for. */
  keyReads(): number
  /** Runs the shop of the local environment by hand for as long as `use` needs it. */
  whileShopRuns<Value>(use: () => Promise<Value>): Promise<Value>
}

const shop = path.resolve('fixtures/one-project/shop.mjs')

/** The files of the project: a shop with a login, a service and a payment mock of one environment, a secret of a command, a setup. */
export function oneProjectFiles(local: Pick<Place, 'url' | 'rpc'>, staging: typeof local): Files {
  const variables = ({ url, rpc }: typeof local, user: string): string =>
    `{ shop: "${url}", rpc: "${rpc}", user: ${user} }`
  return {
    'apitest.config.yaml': `suites: [suites/]
environment: local
allow-exec: true
environments:
  local:
    variables: ${variables(local, 'lea')}
  staging:
    variables: ${variables(staging, 'stan')}
secrets:
  key: { command: [sh, -c, 'echo read >>key.log; cat key.txt'] }
services:
  - name: shop
    environments: [local]
    command: node '${shop}' ${new URL(local.url).port} local.log key.txt
    url: "{{shop}}/health"
    environment: { PAYMENTS_URL: "{{mocks.payments.url}}" }
mocks:
  payments:
    environments: [local]
    routes:
      - route: POST /charges
        answer: { status: 201, json: { id: 7 } }
setup:
  - name: Log in once
    use: shared/log-in.apitest.yaml
    with: { user: "{{user}}" }
settings:
  auth: { bearer: "{{token}}" }
  headers: { X-Key: "{{key}}" }
`,
    'key.txt': 'k3y-of-the-shop\n',
    'shared/log-in.apitest.yaml': `suite: Log in
inputs: [user]
settings: { auth: none }
steps:
  - name: Log in
    request: POST {{shop}}/login
    json: { user: "{{user}}" }
    extracts: { token: $.token }
after:
  - name: Log out
    request: POST {{shop}}/logout
    auth: { bearer: "{{token}}" }
`,
    'suites/me.apitest.yaml': `suite: Me
steps:
  - request: GET {{shop}}/me
    validations: [{ status: 200 }]
`,
    'local/order.apitest.yaml': `suite: Order
environment: local
steps:
  - request: POST {{shop}}/orders
    json: { item: 7, paid: "{{mocks.payments.url}}/charges" }
    validations: [{ status: 201 }]
`,
    'me.openapi.yaml': `openapi: 3.0.3
info: { title: Me, version: '1' }
paths:
  /me: { get: { operationId: me, responses: { '200': { description: me, content: { application/json: {} } } } } }
`,
    'me.pact.json': JSON.stringify({
      consumer: { name: 'web' },
      provider: { name: 'shop' },
      interactions: [
        { description: 'me', request: { method: 'GET', path: '/me' }, response: { status: 200 } },
      ],
      metadata: { pactSpecification: { version: '2.0.0' } },
    }),
  }
}

/** Writes the project and runs its staging environment; the local one is left to the services of the configuration. */
export async function withOneProject(use: (project: OneProject) => Promise<void>): Promise<void> {
  await using localLab = await startLab()
  await using stagingLab = await startLab()
  const ports = { local: await freePort(), staging: await freePort() }
  const at = (name: keyof typeof ports, { address }: typeof localLab) => ({
    url: `http://127.0.0.1:${ports[name]}`,
    rpc: address,
  })
  const [local, staging] = [at('local', localLab), at('staging', stagingLab)]
  await withFolder(oneProjectFiles(local, staging), folder => {
    const taken = (log: string): readonly string[] => takeLines(path.join(folder, log))
    const whileRuns = <Value>(name: keyof typeof ports, work: () => Promise<Value>): Promise<Value> =>
      whileRunning(
        [shop, String(ports[name]), `${name}.log`, 'key.txt'],
        folder,
        () => taken(`${name}.log`).includes('start'),
        work,
      )
    return whileRuns('staging', () =>
      use({
        folder,
        local: { ...local, calls: () => taken('local.log'), rpcCalls: localLab.calls },
        staging: { ...staging, calls: () => taken('staging.log'), rpcCalls: stagingLab.calls },
        keyReads: () => taken('key.log').length,
        whileShopRuns: work => whileRuns('local', work),
      }),
    )
  })
}

function takeLines(file: string): readonly string[] {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  // Another process may be about to write.
  if (!text.endsWith('\n')) return []
  rmSync(file)
  return text.trimEnd().split('\n')
}

async function whileRunning<Value>(
  words: readonly string[],
  folder: string,
  isUp: () => boolean,
  work: () => Promise<Value>,
): Promise<Value> {
  const child = spawn(process.execPath, words, { cwd: folder, stdio: 'inherit' })
  try {
    while (!isUp()) {
      assert.equal(child.exitCode, null, 'The shop ended.')
      await setTimeout(10)
    }
    return await work()
  } finally {
    const ended = once(child, 'exit')
    child.kill()
    await ended
  }
}
