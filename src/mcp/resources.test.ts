import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hostIn } from '../operations/testing/host-in.ts'
import { withFolder } from '../testing/run-program.ts'
import { KeptAnswers } from './kept-answers.ts'
import { listResources, readResource } from './resources.ts'

const store = JSON.stringify({
  version: 1,
  collections: [
    {
      name: 'Shop/East',
      environments: [],
      secrets: { password: 'correct-horse' },
      items: [{ kind: 'request', step: { request: 'GET {{baseUrl}}/users' } }],
    },
  ],
  environments: [{ name: 'local', variables: { baseUrl: 'http://a' }, secrets: { token: 'battery-staple' } }],
  history: [],
})

const files = {
  '.tool/api-collections.json': store,
  '.tool/contracts/latest.json': '{"version":1}',
  'suites/users.apitest.yaml':
    'suite: Users\nsecrets: { key: open-sesame }\nsteps:\n  - request: GET http://a/\n',
  'secret.txt': 'not a suite',
}

async function read(folder: string, uri: string, kept = new KeptAnswers()): Promise<string | undefined> {
  const found = await readResource(uri, hostIn(folder), kept)
  const [content] = found?.contents ?? []
  return content !== undefined && 'text' in content ? content.text : undefined
}

describe('what a client may read', () => {
  it('is listed: collections, environments, suites, reports, the last run, and answers that were kept', () =>
    withFolder(files, async folder => {
      const kept = new KeptAnswers()
      kept.add('report', 'application/json', '{}')
      const uris = (await listResources(hostIn(folder), kept)).map(({ uri }) => uri)
      assert.deepEqual(uris, [
        'apitest://answers/1',
        'apitest://collections/Shop%2FEast',
        'apitest://environments/local',
        'apitest://suites/suites%2Fusers.apitest.yaml',
        'apitest://reports/latest.json',
        'apitest://runs/last',
      ])
      for (const uri of uris) assert.ok((await read(folder, uri, kept)) !== undefined, uri)
    }))

  it('never shows what is secret', () =>
    withFolder(files, async folder => {
      const all = await listResources(hostIn(folder), new KeptAnswers())
      const texts = await Promise.all(all.map(({ uri }) => read(folder, uri)))
      assert.doesNotMatch(texts.join('\n'), /correct-horse|battery-staple|open-sesame/)
      assert.match(texts.join('\n'), /key: \*\*\*/)
    }))

  it('shows no secret of another suite or of the configuration, wherever it stands', () => {
    const request =
      'steps:\n  - request: POST http://a/\n    json: { one: open-sesame, two: hidden-in-settings }\n'
    const suite = `suite: Other\n${request}`
    const configuration = 'secrets: { two: hidden-in-settings }\n'
    const more = { 'suites/other.apitest.yaml': suite, 'apitest.config.yaml': configuration }
    return withFolder({ ...files, ...more }, async folder => {
      const shown = await read(folder, 'apitest://suites/suites%2Fother.apitest.yaml')
      assert.equal(shown, suite.replace('open-sesame', '***').replace('hidden-in-settings', '***'))
    })
  })

  it('is nothing outside of these, whatever a URI says', () =>
    withFolder(files, async folder => {
      for (const uri of [
        'apitest://suites/..%2Fsecret.txt',
        'apitest://suites/secret.txt',
        'apitest://suites/%2Fetc%2Fpasswd',
        'apitest://reports/..%2Fapi-collections.json',
        'apitest://reports/nothing.json',
        'apitest://runs/first',
        'apitest://collections/None',
        'apitest://environments/None',
        'apitest://history/abc',
        'apitest://answers/7',
        'apitest://constructor/a',
        'apitest://__proto__/a',
        'apitest://suites/%E0%A4%A',
        'apitest://suites/a/b',
        'file:///etc/passwd',
        '',
      ])
        assert.equal(await read(folder, uri), undefined, uri)
    }))
})

describe('answers that are kept', () => {
  it('make room for the latest', () => {
    const kept = new KeptAnswers()
    for (let number = 1; number <= 30; number++) kept.add('a', 'text/plain', String(number))
    assert.equal(kept.all.length, 20)
    assert.equal(kept.all[0]?.text, '30')
    assert.equal(kept.get('apitest://answers/10'), undefined)
    for (let number = 0; number < 5; number++) kept.add('b', 'text/plain', 'x'.repeat(7 * 1024 * 1024))
    assert.ok(kept.all.every(({ name }) => name === 'b'))
    assert.equal(kept.all.length, 2)
    kept.add('c', 'text/plain', 'x'.repeat(20 * 1024 * 1024))
    assert.deepEqual(
      kept.all.map(({ name }) => name),
      ['c'],
    )
  })
})
