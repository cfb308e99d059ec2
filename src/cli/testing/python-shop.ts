import path from 'node:path'
import { startPythonServer } from '../../testing/python-server.ts'
import { pythonWith } from '../../testing/python-tools.ts'

/** The packages of Python that the shop needs, and those it is measured beside. */
export const packageLists = {
  shop: path.join('fixtures', 'negative', 'server.txt'),
  schemathesis: path.join('fixtures', 'negative', 'schemathesis.txt'),
} as const

/** The token that the shop knows. */
export const shopToken = 'shop-token'

/** The holes of holes.py, each with the failure that shows it. */
export const holes: readonly { readonly name: string; readonly shows: RegExp }[] = [
  { name: 'missing-field', shows: /^POST \/articles: price missing is accepted/ },
  { name: 'long-text', shows: /^POST \/articles: name longer than 40 is answered with 500/ },
  { name: 'no-auth', shows: /^GET \/articles: (?:no credentials|credentials of nobody) is accepted/ },
  { name: 'foreign-token', shows: /^PUT \/articles\/\{article_id\}: credentials of nobody is accepted/ },
  { name: 'bad-enum', shows: /^POST \/articles: size none of its values is accepted/ },
  { name: 'content-type', shows: /^POST .*\/reviews: content type text\/plain is answered with 500/ },
  { name: 'unknown-id', shows: /^GET \/articles\/\{article_id\}: unknown article_id is accepted/ },
  { name: 'out-of-range', shows: /^GET \/articles: query limit (?:below 1|above 100) is accepted/ },
  { name: 'null', shows: /^POST \/articles: note null is accepted/ },
  { name: 'bad-date', shows: /^POST \/articles: since no date is answered with 500/ },
]

/** The shop while it is served, to be ended with `await using`. */
interface Shop extends AsyncDisposable {
  readonly url: string
}

/** Why tests with the shop are skipped; false when they need not be. */
export function withoutShop(): string | false {
  return (
    pythonWith(packageLists.shop) === undefined &&
    'FastAPI is not installed; run "node scripts/negative.mjs install".'
  )
}

/** Serves sound.py or holes.py. */
export async function startShop(name: 'sound' | 'holes'): Promise<Shop> {
  const python = pythonWith(packageLists.shop)
  if (python === undefined) throw new Error('FastAPI is not installed.')
  const program = path.join('fixtures', 'negative', `${name}.py`)
  // Errors that are raised in a hole are written there.
  const server = await startPythonServer(program, [], { python, errors: 'ignore' })
  const { address } = server
  return { url: `http://${address}`, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

/** Makes the options for a check of the shop. */
export function shopOptions({ url }: Shop) {
  return {
    spec: `${url}/openapi.json`,
    settings: { auth: { bearer: shopToken } },
    includeWrites: true,
    negative: true,
  } as const
}
