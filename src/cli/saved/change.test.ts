import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import type { JsonObject } from '../../model/json.ts'
import { runLine, runProgram, withFolder } from '../../testing/run-program.ts'

const savedIn = '.tool/api-collections.json'

const first = {
  name: 'First',
  request: 'GET {{baseUrl}}/users/1',
  headers: { 'X-Tenant': 'acme', Accept: 'text/html' },
  retry: { attempts: 2 },
  validations: [{ status: 200 }],
}

const collection = {
  name: 'Shop',
  environments: [{ name: 'local', variables: {}, secrets: {} }],
  variables: { page: '1' },
  secrets: { pin: '4711' },
  items: [
    {
      kind: 'request',
      step: first,
      examples: [{ name: 'Ada', status: 200 }],
      kept: { postman: { id: 'x' } },
    },
    { kind: 'request', step: { name: 'Twice', request: 'GET http://a/' } },
    { kind: 'request', step: { name: 'Twice', request: 'GET http://b/' } },
    { kind: 'folder', name: 'Inner', items: [] },
    { kind: 'request', step: { name: 'Odd', request: 'GET http://a/', timeot: '5s' } },
  ],
}

const file = JSON.stringify({ version: 1, collections: [collection] })

/** Runs a command and returns the collection it leaves, with its output. */
async function changed(words: readonly string[], given = file, exitCode = 0) {
  return withFolder({ [savedIn]: given }, async folder => {
    const { exitCode: code, output, errors } = await runLine(folder, ['collections', ...words])
    assert.equal(code, exitCode, output + errors)
    const text = await readFile(path.join(folder, savedIn), 'utf8')
    const { collections } = JSON.parse(text) as { collections: [typeof collection] }
    return { text, said: output + errors, shop: collections[0] }
  })
}

describe('apitest collections change', () => {
  for (const [fields, differing] of [
    [['headers.X-Tenant=other'], { headers: { 'X-Tenant': 'other', Accept: 'text/html' } }],
    [['headers.x-tenant=other'], { headers: { 'X-Tenant': 'other', Accept: 'text/html' } }],
    [['headers.X\\.Trace=on'], { headers: { ...first.headers, 'X.Trace': 'on' } }],
    [
      ['retry.attempts=5', 'query.page=2', 'query.zip=007', 'query.q={{term}}'],
      { retry: { attempts: 5 }, query: { page: 2, zip: '007', q: '{{term}}' } },
    ],
    [['query.a[0]=x'], { query: { 'a[0]': 'x' } }],
    [
      ['request=GET http://b/?a=1', 'description=Note: mine'],
      { request: 'GET http://b/?a=1', description: 'Note: mine' },
    ],
    [
      ['validations=[{ status: 201 }]', '--unset', 'retry'],
      { validations: [{ status: 201 }], retry: undefined },
    ],
    [['--unset', 'headers.accept'], { headers: { 'X-Tenant': 'acme' } }],
    [
      ['--patch', '{"request": "POST http://b/", "json": {"items": [{"price": 3}]}}', 'json.currency=EUR'],
      { request: 'POST http://b/', json: { items: [{ price: 3 }], currency: 'EUR' } },
    ],
    [['name=One'], { name: 'One' }],
  ] as const)
    it(`of a request: ${fields.join(' ')}`, async () => {
      const { shop, said } = await changed(['change', 'Shop/First', ...fields])
      assert.equal(said, 'changed Shop/First\n')
      const expected = JSON.parse(JSON.stringify({ ...first, ...differing })) as typeof first
      assert.deepEqual(shop, {
        ...collection,
        items: [{ ...collection.items[0], step: expected }, ...collection.items.slice(1)],
      })
    })

  for (const [words, differing] of [
    [
      ['change', 'Shop', 'settings.timeout=5s', 'baseUrl=http://a'],
      { settings: { timeout: '5s' }, baseUrl: 'http://a' },
    ],
    [['change', 'Shop', 'variables.pin=1'], { variables: { page: '1', pin: 1 }, secrets: {} }],
    [
      ['change', 'Shop', 'tags=[smoke]', 'load={ callers: 2, for: 10s }'],
      { tags: ['smoke'], load: { callers: 2, for: '10s' } },
    ],
    [['set', 'Shop', 'pin=1'], { variables: { page: '1', pin: '1' }, secrets: {} }],
    [['set', 'Shop', 'page=2', '--secret'], { variables: {}, secrets: { pin: '4711', page: '2' } }],
    [['set', 'Shop', 'pin=1', '--unset', 'page'], { variables: { pin: '1' }, secrets: {} }],
    [['set', 'Shop', '--unset', 'pin'], { secrets: {} }],
    [['rename', 'Shop', 'Store'], { name: 'Store' }],
  ] as const)
    it(`of a collection: ${words.join(' ')}`, async () => {
      const { shop } = await changed(words)
      assert.deepEqual(shop, { ...collection, ...differing })
    })

  for (const [words, said] of [
    [
      ['Shop/First', 'headrs.a=1'],
      /unknown-key {2}"headrs" is not a key of a step\n {2}hint: Did you mean "headers"/,
    ],
    [
      ['Shop/First', 'retry.attemps=1'],
      /"attemps" is not a key of "retry"\n {2}hint: Did you mean "attempts"/,
    ],
    [['Shop/First', 'retry.attempts=many'], /bad-value {2}"attempts" must be a whole number/],
    [
      ['Shop/First', 'form.a=1', 'json={}'],
      /a request has one body: "json" and "form" are two|"form" and "json"/,
    ],
    [['Shop/First', 'websocket=ws://a/'], /a step has one action/],
    [['Shop/First', 'request=FOO http://a/'], /"FOO" is not a method/],
    [
      ['Shop/First', 'validations=[{ statsu: 200 }]'],
      /unknown-target {2}"statsu".*\n {2}hint: Did you mean "status"/,
    ],
    [['Shop/First', 'step={}'], /"step" is not a key of a step/],
    [['Shop/First', 'items=[]'], /"items" is not a key of a step/],
    [['Shop/First', 'name=Inner'], /saved-exists {2}"Inner" is there already/],
    [['Shop/First', 'name= '], /the new name is empty/],
    [
      ['Shop/First', '--unset', 'headers.X-Tenat'],
      /no "headers\.X-Tenat" to take away\n {2}hint: Did you mean "headers\.X-Tenant"\?/,
    ],
    [['Shop/First', '--unset', 'auth'], /there is no "auth" to take away/],
    [
      ['Shop/First', 'json.items[0].price=3'],
      /an item of a list, which is changed as a whole\n {2}hint: Give all of it: json\.items=/,
    ],
    [
      ['Shop/First', 'json.n=null'],
      /"json\.n=null" does not say what.*\n {2}hint: Write --unset json\.n to take/,
    ],
    [
      ['Shop/First', '--patch', '{"json":{"n":null}}'],
      /there is no "json\.n".*\n {2}hint: In a change null takes/,
    ],
    [
      ['Shop/First', 'validations.0.status=201'],
      /which is changed as a whole\n {2}hint: .*: validations=\[…\]/,
    ],
    [
      ['Shop/First', '--patch', '{"validations":{"0":{"status":201}}}'],
      /"validations" is a list, which is replaced whole\n {2}hint: Give all of it: validations=/,
    ],
    [
      ['Shop/First', 'method=POST'],
      /"method" is no field.*\n {2}hint: Write request='POST \{\{baseUrl\}\}\/users\/1'/,
    ],
    [['Shop/First', 'url=http://b/'], /"url" is no field.*\n {2}hint: Write request='GET http:\/\/b\/'/],
    [['Shop', 'baseUrl=nope'], /"nope" cannot be the base URL: it is no URL\n {2}hint/],
    [['Shop', '--patch', '{"name":null}'], /"name" must be text\n {2}hint: It cannot be taken away/],
    [['Shop/Inner', '--patch', '{"name":null}'], /"name" must be text/],
    [['Shop', 'variables={"$a":"1"}'], /"\$a" cannot be the name of a variable/],
    [['Shop/First', 'headers'], /"headers" is not name=value/],
    [['Shop/First', 'headers..a=1'], /is not name=value/],
    [['Shop/First', 'validations=[{'], /validations=\[\{/],
    [['Shop/First', '--patch', '[1]'], /--patch is not a JSON object/],
    [['Shop/First', '--patch', '@none.json'], /--patch @none\.json does not exist/],
    [['Shop/First'], /there is nothing to change/],
    [['Shop/Frist', 'a=1'], /saved-missing.*\n {2}hint: Did you mean "Shop\/First"\?/],
    [['Shop/Twice', 'a=1'], /saved-ambiguous {2}2 things/],
    [
      ['Shop', 'items=[]'],
      /"items" is nothing that can be changed of a collection\n {2}hint: Save, change, move/,
    ],
    [['Shop', 'after=[]'], /"after" is nothing that can be changed/],
    [['Shop', 'environments=[]'], /apitest environments set/],
    [['Shop', 'imported.allow=[]'], /apitest collections allow/],
    [['Shop', 'kind=request'], /"kind" is nothing that can be changed/],
    [['Shop', 'baseURL=http://a'], /Did you mean "baseUrl"\?/],
    [['Shop', 'baseUrl=1'], /"baseUrl" must be text/],
    [['Shop', '--unset', 'name'], /"name" must be text/],
    [['Shop', 'settings.timeot=5s'], /"timeot" is not a key of "settings"\n {2}hint: Did you mean "timeout"/],
    [['Shop', 'tags=smoke'], /"tags" must be a list/],
    [['Shop/Inner', 'baseUrl=http://a'], /"baseUrl" is nothing that can be changed of a folder/],
  ] as const)
    it(`refuses ${words.join(' ')}, and writes nothing`, async () => {
      const { said: output, text } = await changed(['change', ...words], file, 2)
      assert.match(output, said)
      assert.equal(text, file)
    })

  it('does not hold against a change what was wrong before', async () => {
    const { shop } = await changed(['change', 'Shop/Odd', 'description=x'])
    assert.deepEqual(shop.items[4], {
      kind: 'request',
      step: { name: 'Odd', request: 'GET http://a/', timeot: '5s', description: 'x' },
    })
  })

  it('keeps no credential that was typed', async () => {
    for (const words of [
      ['change', 'Shop/First', 'auth.bearer=geheim-1'],
      ['change', 'Shop', '--patch', '{"settings": {"proxy": "http://a:geheim-2@b:1"}}'],
    ]) {
      const { text, said } = await changed(words)
      assert.doesNotMatch(text, /geheim/)
      assert.match(said, /set the environment variable (API_TOKEN|PROXY_PASSWORD)\n/)
    }
  })

  it('names files from where it is typed', () =>
    withFolder({ 'apitest.config.yaml': '{}', 'inner/a.txt': '' }, async folder => {
      await runLine(folder, ['collections', 'save', 'Shop', 'POST', 'http://a/', '--name', 'A'])
      await runLine(path.join(folder, 'inner'), ['collections', 'change', 'Shop/A', 'file=a.txt'])
      assert.match((await runLine(folder, ['collections', 'show', 'Shop/A'])).output, /file: inner\/a\.txt/)
    }))

  it('allows an imported collection to read what is typed for it', async () => {
    const imported = { ...collection, imported: { from: 'curl', allow: [] } }
    const given = JSON.stringify({ version: 1, collections: [imported] })
    const { shop } = await changed(['change', 'Shop/First', 'auth.bearer={{env.SHOP_TOKEN}}'], given)
    assert.deepEqual((shop as JsonObject)['imported'], { from: 'curl', allow: ['env.SHOP_TOKEN'] })
  })

  it('loses nothing when several change one request at once', () =>
    withFolder({ [savedIn]: file }, async folder => {
      const names = ['a', 'b', 'c', 'd']
      await Promise.all(
        names.map(async name => {
          const words = ['collections', 'change', 'Shop/First', `query.${name}=${name}`]
          assert.equal((await runProgram(folder, words)).exitCode, 0)
        }),
      )
      const { output } = await runLine(folder, ['collections', 'show', 'Shop/First', '--json'])
      const { step } = JSON.parse(output) as { step: JsonObject }
      assert.deepEqual(step['query'], { a: 'a', b: 'b', c: 'c', d: 'd' })
    }))
})

describe('apitest collections save --replace', () => {
  for (const words of [
    ['save', 'Shop', 'PUT', 'http://b/', '--name', 'First', '--replace'],
    ['save', 'Shop/First', 'PUT', 'http://b/', '--replace'],
  ])
    it(`puts a request in the place of another: ${words.join(' ')}`, async () => {
      const { shop, said } = await changed(words)
      assert.match(said, /in the place of First\n$/)
      const step = { name: 'First', request: 'PUT http://b/' }
      assert.deepEqual(shop.items, [{ ...collection.items[0], step }, ...collection.items.slice(1)])
    })

  for (const [words, said] of [
    [
      ['Shop', 'GET', 'http://b/', '--name', 'First'],
      /hint: Choose another name, or replace it with --replace\./,
    ],
    [
      ['Shop', 'GET', 'http://b/', '--name', 'Inner', '--replace'],
      /"Inner" already\n {2}hint: Choose another name\.\n/,
    ],
    [
      ['Shop', 'GET', 'http://b/', '--name', 'Twice', '--replace'],
      /"Twice" already\n {2}hint: Choose another name\.\n/,
    ],
    [['Shop', 'POST', 'http://b/', '--json', '{}', '--data', 'a=1'], /a request has one body/],
    [
      ['Shop/First', 'GET', 'http://b/', '--name', 'ZZZ'],
      /"Shop\/First" is a request, not a folder\n {2}hint: Save it in Shop, or put it in the place of that one/,
    ],
    [
      ['Shop/First', 'GET', 'http://b/', '--name', 'ZZZ', '--replace'],
      /"ZZZ" cannot be put in the place of "Shop\/First".*\n {2}hint: Leave its name out, or save it in Shop\./,
    ],
  ] as const)
    it(`refuses ${words.join(' ')}`, async () => {
      const { said: output, text } = await changed(['save', ...words], file, 2)
      assert.match(output, said)
      assert.equal(text, file)
    })
})
