import assert from 'node:assert/strict'
import { symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import { httpServer } from '../../actions/http/testing/http-server.ts'
import type { Problem } from '../../model/problem.ts'
import { importDocument } from '../../operations/convert/import-document.ts'
import { prepareRun } from '../../operations/suites/prepare-run.ts'
import { allowReads } from '../../operations/saved/allow-reads.ts'
import { hostIn } from '../../operations/testing/host-in.ts'
import { runLine, withFolder } from '../../testing/run-program.ts'

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

function postman(request: object, more: object = {}): string {
  return JSON.stringify({ info: { name: 'Shop', schema }, item: [{ name: 'a', request, ...more }] })
}

const upload = (src: string): string =>
  postman({
    method: 'POST',
    url: 'URL',
    body: { mode: 'formdata', formdata: [{ key: 'f', type: 'file', src }] },
  })

const before = (script: string): string =>
  postman(
    {
      method: 'POST',
      url: 'URL',
      body: { mode: 'formdata', formdata: [{ key: 'f', type: 'file', src: '{{name}}' }] },
    },
    { event: [{ listen: 'prerequest', script: { exec: [script] } }] },
  )

/** Documents that read something, with the entry that allows it; one that only a run can find. */
const documents: readonly {
  readonly what: string
  text: string
  entry: string
  late?: true
  env?: string
}[] = [
  {
    what: 'a header',
    text: postman({ url: 'URL', header: [{ key: 'X', value: '{{env.TOKEN}}' }] }),
    entry: 'env.TOKEN',
  },
  { what: 'a URL', text: postman({ url: 'URL/?t={{env.TOKEN}}' }), entry: 'env.TOKEN' },
  {
    what: 'a script',
    text: postman(
      { url: 'URL' },
      {
        event: [
          {
            listen: 'test',
            script: { exec: ["pm.sendRequest('URL/?t=' + pm.variables.replaceIn('{{env.TOKEN}}'))"] },
          },
        ],
      },
    ),
    entry: 'env.TOKEN',
  },
  { what: 'the credentials of a command', text: 'curl -u ada:pw URL', entry: 'env.API_PASSWORD' },
  { what: 'a file of a command', text: 'curl URL -F "f=@OUTSIDE"', entry: 'OUTSIDE' },
  { what: 'an absolute file', text: upload('OUTSIDE'), entry: 'OUTSIDE' },
  { what: 'a file above', text: upload('../OUTSIDE'), entry: '../OUTSIDE' },
  { what: 'a dot-file', text: upload('.env'), entry: '.env' },
  {
    what: 'what is kept in .tool',
    text: upload('.tool/api-collections.json'),
    entry: '.tool/api-collections.json',
  },
  { what: 'a link that leads out', text: upload('link.txt'), entry: 'link.txt' },
  { what: 'a socket', text: 'curl --unix-socket OUTSIDE URL', entry: 'OUTSIDE' },
  {
    what: 'a file that a script names',
    text: before("pm.variables.set('name', 'OUTSIDE')"),
    entry: 'OUTSIDE',
    late: true,
  },
  {
    what: 'a variable that a script names',
    text: postman(
      { url: 'URL' },
      {
        event: [
          {
            listen: 'prerequest',
            script: { exec: ["pm.request.headers.add({ key: 'X', value: '{{env.' + 'TOKEN}}' })"] },
          },
        ],
      },
    ),
    entry: 'env.TOKEN',
    late: true,
  },
]

/** Lists the problems that keep `Shop` from running, with the entries that are allowed for it. */
async function problemsOf(folder: string, allow: readonly string[]): Promise<readonly Problem[]> {
  const input = { tags: [], lastFailed: false, allowExec: false, failOnFlaky: false, variables: {}, allow }
  const surroundings = { workingFolder: folder, processEnvironment: environment }
  const prepared = await prepareRun(
    { ...input, ...surroundings, paths: ['Shop'] },
    { interrupt: new AbortController().signal },
  )
  return prepared.ok ? [] : prepared.problems
}

const environment = { TOKEN: 't1', OTHER: 't2', API_PASSWORD: 'pw' }

describe('what was imported', () => {
  for (const { what, text, entry: written, late } of documents)
    it(`C4: reads nothing beside its folder until that is allowed by name: ${what}`, async () => {
      await using server = await httpServer()
      await withFolder({ 'secret.txt': 'outside' }, async above => {
        const outside = path.join(above, 'secret.txt')
        const filled = (template: string): string =>
          template
            .replaceAll('../OUTSIDE', `../${path.basename(above)}/secret.txt`)
            .replaceAll('OUTSIDE', outside)
            .replaceAll('URL', server.url)
        const entry = filled(written)
        await withFolder({ 'shop.txt': filled(text), '.env': 'A=1', 'ok.txt': 'inside' }, async folder => {
          await symlink(outside, path.join(folder, 'link.txt'))
          const imported = await importDocument.run({ source: 'shop.txt', name: 'Shop' }, hostIn(folder))
          assert.ok(imported.ok)
          const words = `apitest collections allow Shop ${entry}`
          if (late === true) {
            const refused = await runLine(folder, ['run', 'Shop'], { environment })
            assert.equal(refused.exitCode, 3)
            assert.ok((refused.output + refused.errors).includes(words), refused.output)
            assert.equal(server.seen.length, 0)
            const allowed = await runLine(folder, ['run', 'Shop', '--allow', entry], { environment })
            assert.equal(allowed.exitCode, 0, allowed.output + allowed.errors)
            assert.equal(server.seen.length, 1)
            return
          }
          assert.ok(imported.value.report.notes.some(({ why }) => why.includes(words)))
          const [refused] = await problemsOf(folder, [])
          assert.deepEqual(
            [refused?.code, refused?.span?.file],
            ['import-not-allowed', path.join(folder, 'Shop')],
          )
          assert.ok(refused?.hint?.includes(words))
          assert.deepEqual(await problemsOf(folder, [entry]), [])
          await allowReads.run({ place: 'Shop', entries: [entry] }, hostIn(folder))
          assert.deepEqual(await problemsOf(folder, []), [])
        })
      })
    })

  it('C4: reads the files of its folder, and what the user names', async () => {
    await using server = await httpServer()
    const text = upload('ok.txt').replace('URL', `${server.url}/?a={{a}}&b={{b}}`)
    const config = 'variables: { a: "{{env.TOKEN}}" }\n'
    await withFolder(
      { 'shop.json': text, 'ok.txt': 'inside', 'apitest.config.yaml': config },
      async folder => {
        await runLine(folder, ['import', 'shop.json'])
        await runLine(folder, ['collections', 'set', 'Shop', 'b={{env.OTHER}}'])
        const { exitCode, output, errors } = await runLine(folder, ['run', 'Shop'], { environment })
        assert.equal(exitCode, 0, output + errors)
        assert.equal(server.seen[0]?.url, '/?a=t1&b=t2')
      },
    )
  })

  it('C4: as an environment reads nothing, either', async () => {
    const values = [{ key: 't', value: '{{env.TOKEN}}', enabled: true }]
    const document = JSON.stringify({ name: 'live', values, _postman_variable_scope: 'environment' })
    const suite =
      'suite: A\nsteps: [{ set: { a: "{{t}}" }, validations: [{ variable a: { exists: true } }] }]\n'
    await withFolder({ 'live.json': document, 'a.apitest.yaml': suite }, async folder => {
      const run = ['run', 'a.apitest.yaml', '--env', 'live']
      await runLine(folder, ['import', 'live.json'])
      const refused = await runLine(folder, run, { environment })
      assert.equal(refused.exitCode, 2)
      assert.match(refused.output + refused.errors, /import-not-allowed .*TOKEN[^]*--allow env\.TOKEN/)
      assert.equal((await runLine(folder, [...run, '--allow', 'env.TOKEN'], { environment })).exitCode, 0)
      await runLine(folder, ['import', 'live.json', '--allow', 'env.TOKEN'])
      assert.equal((await runLine(folder, run, { environment })).exitCode, 0)
    })
  })

  it('C4: brings no permissions with it', async () => {
    const step = { name: 'a', request: 'GET http://127.0.0.1:1/{{env.TOKEN}}' }
    const collection = {
      name: 'Shop',
      environments: [],
      items: [{ kind: 'request', step }],
      imported: { from: 'collection', allow: ['env.TOKEN'] },
    }
    await withFolder({}, async folder => {
      await writeFile(path.join(folder, 'c.json'), JSON.stringify({ version: 1, collection }))
      await runLine(folder, ['import', 'collection', 'c.json'])
      await runLine(folder, ['import', 'c.json'])
      const { exitCode, output, errors } = await runLine(folder, ['run', 'Shop'])
      assert.equal(exitCode, 2)
      assert.match(output + errors, /import-not-allowed/)
    })
  })
})

describe('an imported URL without a host', () => {
  it('B9: is told at the import', async () => {
    const openApi = {
      openapi: '3.0.0',
      info: { title: 'Shop', version: '1' },
      servers: [{ url: 'http:///v1' }],
    }
    const paths = { '/a': { get: { responses: { 200: { description: 'ok' } } } } }
    const variable = [{ key: 'host', value: '' }]
    for (const [text, told] of [
      ['curl http:///a', /note +.*url http:\/\/\/a: its URL names no host/],
      [postman({ url: 'http:///a' }), /note +Shop \/ a: url "http:\/\/\/a": it names no host; as by Postman/],
      [
        postman({ url: { protocol: 'http', path: ['a'] } }),
        /lost +Shop \/ a: url "http:\/\/\/a": it names no host/,
      ],
      [
        JSON.stringify({ ...JSON.parse(postman({ url: 'http://{{host}}/a' })), variable }),
        /its URL names no host/,
      ],
      [JSON.stringify({ ...openApi, paths }), /its URL names no host/],
    ] as const)
      await withFolder({ 'shop.txt': text }, async folder => {
        const { output, errors } = await runLine(folder, ['import', 'shop.txt'])
        assert.match(output + errors, told)
      })
  })
})
