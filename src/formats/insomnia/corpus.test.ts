import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { httpServer } from '../../actions/http/testing/http-server.ts'
import { suitesToRun } from '../../compile/suites-to-run.ts'
import type { Collection, CollectionItem } from '../../model/collection.ts'
import type { Imported } from '../../model/conversion.ts'
import { corpusFacts, corpusFolders } from '../../testing/corpus.ts'
import { runText } from '../../testing/run-text.ts'
import { list, mapping } from '../../util/read-values.ts'
import { holdAgainst, type Sent, sentToShop } from '../testing/shop.ts'
import { valueText } from '../../util/value-text.ts'
import { importedText } from './testing/import-text.ts'

/** The values of private environments in the samples, and of what a server here is called. */
const given = (url: string) => ({ base_url: url, secret: 'demo-secret', password: 'demo-password' })

/** Runs a collection with the values of its environment `local`, without what no server here can answer. */
async function run({ collection }: Imported, folder: string, url: string): Promise<void> {
  const { environments, ...contents } = collection ?? assert.fail('no collection')
  const own = environments.find(({ name }) => name === 'local')
  const sent: Collection = { ...contents, environments, items: contents.items.flatMap(answerable) }
  const files = { 'files/stock.csv': readFileSync(path.join(folder, 'files/stock.csv'), 'utf8') }
  for (const suite of suitesToRun(sent, [])) {
    const variables = { ...mapping(suite['variables']), ...own?.variables }
    const text = JSON.stringify({ ...suite, variables })
    const { messages, summary } = await runText(text, { files, input: { variables: given(url) } })
    assert.deepEqual([messages, summary.problems], [[], []])
  }
}

function answerable(item: CollectionItem): readonly CollectionItem[] {
  if (item.kind === 'folder') return [{ ...item, items: item.items.flatMap(answerable) }]
  const { request = '', auth = null } = item.step
  if (/^$|\.invalid$/.test(valueText(request))) return []
  // The shop gives no tokens to clients.
  const isFetched = mapping(auth)['oauth2'] !== undefined
  return [isFetched ? { ...item, step: { ...item.step, auth: { bearer: '<token>' } } } : item]
}

describe('samples of Insomnia', () => {
  for (const root of corpusFolders('interchange')) {
    const folder = path.join(root, 'insomnia')
    for (const name of readdirSync(folder).filter(file => /-v[45]\.(?:yaml|json)$/.test(file)))
      it(`${name} sends what it says, and tells what is not carried over`, async () => {
        const imported = await importedText(readFileSync(path.join(folder, name), 'utf8'))
        const expected = path.join(folder, name.replace(/\.\w+$/, '.expected.json'))
        const sent =
          imported.collection === undefined
            ? []
            : await sentToShop(root, port => run(imported, folder, `http://127.0.0.1:${port}`))
        holdAgainst(expected, sent.map(asExpected), imported)
        holdEnvironments(
          imported,
          mapping(mapping(JSON.parse(readFileSync(expected, 'utf8')))['environments']),
        )
      })
  }
})

/** A request with names for the values that are made up, and without the cookie of the sign-in. */
function asExpected(request: Sent): Sent {
  const isForm = request.body.startsWith('--')
  const made = request.body
    .replace(/[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/, '<uuid>')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/, '<isoTimestamp>')
  const body = isForm ? request.body : made
  return { ...request, body, headers: request.headers.filter(([name]) => !/^cookie$/i.test(name)) }
}

/** Holds environments against those of a sample; private ones have their own values as secrets without a value. */
function holdEnvironments(imported: Imported, wanted: Readonly<Record<string, unknown>>): void {
  const { collection, environments } = imported
  for (const [name, one] of Object.entries(wanted)) {
    const { variables, secrets } =
      [...(collection?.environments ?? []), ...environments].find(made => made.name === name) ??
      assert.fail(name)
    const values = mapping(mapping(one)['variables'])
    assert.deepEqual(Object.keys({ ...variables, ...secrets }).sort(), Object.keys(values).sort())
    for (const [key, value] of Object.entries(variables)) assert.deepEqual(value, values[key])
    const isPrivate = mapping(one)['private'] === true
    assert.equal(
      Object.values(secrets).every(value => valueText(value).startsWith('{{env.')),
      true,
    )
    assert.equal(Object.keys(secrets).length > 0, isPrivate)
  }
}

describe('exports of our own', () => {
  for (const { name, file, facts } of corpusFacts('imports/insomnia', 'facts.json'))
    it(`${name} sends what it says, and tells what is not carried over`, async () => {
      await using server = await httpServer((_, response) => {
        response.setHeader('content-type', 'application/json').end('{"id": 12, "token": "t-1"}')
      })
      const imported = await importedText(readFileSync(file, 'utf8'))
      const all = [imported, ...(imported.others ?? [])]
      for (const one of all) if (one.collection !== undefined) await run(one, path.dirname(file), server.url)
      const { requests, losses, notes, environments } = mapping(facts)
      assert.deepEqual(
        server.seen.map(({ method, url, headers, body }) => ({
          request: `${method} ${url}`,
          ...(headers.authorization === undefined ? {} : { authorization: headers.authorization }),
          ...(headers['x-plot'] === undefined ? {} : { plot: headers['x-plot'] }),
          ...(body.length === 0 ? {} : { type: headers['content-type'], body: String(body) }),
        })),
        list(requests),
      )
      assert.deepEqual(
        all.flatMap(({ report }) => report.losses).map(({ where, what }) => `${where}: ${what}`),
        losses,
      )
      assert.deepEqual(
        all.flatMap(({ report }) => report.notes).map(({ where, what }) => `${where}: ${what}`),
        notes,
      )
      const saved = all.flatMap(one => [...(one.collection?.environments ?? []), ...one.environments])
      assert.deepEqual(
        saved.map(one => [one.name, { ...one.variables, ...one.secrets }]),
        list(environments),
      )
    })
})
