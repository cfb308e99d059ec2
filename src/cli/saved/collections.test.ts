import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import { withPracticeServer } from '../../testing/practice-server.ts'
import { runLine, withFolder } from '../../testing/run-program.ts'

/** Runs commands one after the other in a folder of their own; answers with the output of the last one. */
async function after(commands: readonly (readonly string[])[], exitCode = 0): Promise<string> {
  const isInShop = shop.every((command, index) => command === commands[index])
  if (!isInShop) return withFolder({}, folder => runAll(folder, commands, exitCode))
  shopFile ??= withFolder({}, async folder => {
    await runAll(folder, shop)
    return readFile(path.join(folder, savedIn), 'utf8')
  })
  const files = { [savedIn]: await shopFile }
  return withFolder(files, folder => runAll(folder, commands.slice(shop.length), exitCode))
}

const savedIn = '.tool/api-collections.json'

/** The file that the commands of `shop` leave behind. */
let shopFile: Promise<string> | undefined

async function runAll(
  folder: string,
  commands: readonly (readonly string[])[],
  exitCode = 0,
): Promise<string> {
  let last = ''
  for (const [index, words] of commands.entries()) {
    const finished = await runLine(folder, words)
    const isLast = index === commands.length - 1
    assert.equal(finished.exitCode, isLast ? exitCode : 0, finished.output + finished.errors)
    last = finished.output + finished.errors
  }
  return last
}

const shop = [
  ['collections', 'create', 'Shop', '--base-url', 'http://127.0.0.1:1'],
  ['collections', 'create', 'Users', '--into', 'Shop'],
  ['collections', 'save', 'Shop/Users', 'GET', '{{baseUrl}}/users/1', '--name', 'First user'],
  ['collections', 'save', 'Shop/Users', 'GET', '{{baseUrl}}/users', '--name', 'GET / all'],
]

/** The file of a collection with requests of these names, each with the number of its URL; one may stand in a folder. */
function saved(...names: readonly string[]): string {
  const items = names.map((written, index) => {
    const [name = '', folder] = written.split('/').reverse()
    const request = { kind: 'request', step: { name, request: `GET http://${index}/` } }
    return folder === undefined ? request : { kind: 'folder', name: folder, items: [request] }
  })
  return JSON.stringify({ version: 1, collections: [{ name: 'Shop', environments: [], items }] })
}

describe('apitest collections', () => {
  it('says that there are none', async () => {
    assert.match(await after([['collections']]), /^no collections; apitest import makes one/)
  })

  it('lists them, and shows one as a tree', async () => {
    assert.equal(await after([...shop, ['collections']]), 'Shop  2 requests\n')
    assert.equal(
      await after([...shop, ['collections', 'show', 'Shop']]),
      'Shop\n  Users/\n    First user  GET {{baseUrl}}/users/1\n    GET / all  GET {{baseUrl}}/users\n',
    )
  })

  for (const [words, change] of [
    ['create New', { change: 'created', place: 'New' }],
    ['set Shop a=1', { change: 'changed', place: 'Shop' }],
    ['rename Shop/Users People', { change: 'renamed', place: 'Shop/Users', to: 'People' }],
    ['move Shop/Users/First Shop', { change: 'moved', place: 'Shop/Users/First', to: 'Shop' }],
    ['delete Shop/Users', { change: 'deleted', place: 'Shop/Users' }],
  ] as const)
    it(`tells as JSON what it did: ${words}`, async () => {
      const named = shop.map(command => command.map(word => word.replace('First user', 'First')))
      const output = await after([...named, ['collections', ...words.split(' '), '--json']])
      assert.deepEqual(JSON.parse(output), change)
    })

  it('shows braces in names as they are meant, and finds them by what it shows', async () => {
    const braces = ['collections', 'save', 'Shop', 'GET', '{{baseUrl}}/a', '--name', '\\{{v}} all']
    assert.match(
      await after([...shop, braces, ['collections', 'show', 'Shop']]),
      /^ {2}\{\{v\}\} all {2}GET/m,
    )
    for (const name of ['{{v}} all', '\\{{v}} all'])
      assert.match(await after([...shop, braces, ['collections', 'show', `Shop/${name}`]]), /request: GET/)
  })

  it('finds what has a slash in its name, whatever the case and the spaces', async () => {
    const shown = await after([...shop, ['collections', 'show', 'shop / users / get / all']])
    assert.match(shown, /^ {2}- name: GET \/ all\n {4}request: GET \{\{baseUrl\}\}\/users\n$/)
  })

  it('suggests what was probably meant', async () => {
    const output = await after([...shop, ['collections', 'show', 'Shop/Usrs']], 2)
    assert.match(
      output,
      /saved-missing {2}nothing is saved as "Shop\/Usrs"\n {2}hint: Did you mean "Shop\/Users"\?/,
    )
  })

  it('chooses among several of one name by number', async () => {
    // Postman and others allow it.
    await withFolder({ '.tool/api-collections.json': saved('One', 'One') }, async folder => {
      const both = await runAll(folder, [['collections', 'show', 'Shop/One']], 2)
      assert.match(both, /saved-ambiguous {2}2 things are saved as/)
      const one = await runAll(folder, [['collections', 'show', 'Shop/One#2']])
      assert.match(one, /request: GET http:\/\/1\//)
    })
  })

  it('renames, moves and deletes', async () => {
    const output = await after([
      ...shop,
      ['collections', 'rename', 'Shop/Users/First user', 'One'],
      ['collections', 'move', 'Shop/Users/One', 'Shop', '--position', '1'],
      ['collections', 'delete', 'Shop/Users/GET / all'],
      ['collections', 'show', 'Shop'],
    ])
    assert.equal(output, 'Shop\n  One  GET {{baseUrl}}/users/1\n  Users/\n')
  })

  it('refuses to move a folder into itself, and a second collection of one name', async () => {
    const nested = [...shop, ['collections', 'create', 'Inner', '--into', 'Shop/Users']]
    assert.match(
      await after([...nested, ['collections', 'move', 'Shop/Users', 'Shop/Users/Inner']], 2),
      /into itself/,
    )
    assert.match(await after([...shop, ['collections', 'create', 'Shop']], 2), /saved-exists/)
  })

  it('gives no name that another one beside it has', async () => {
    const others = [
      ...shop,
      ['collections', 'create', 'Other'],
      ['collections', 'create', 'All', '--into', 'Shop'],
    ]
    assert.match(
      await after([...others, ['collections', 'rename', 'Other', 'Shop']], 2),
      /saved-exists {2}"Shop" is there already/,
    )
    assert.match(await after([...others, ['collections', 'rename', 'Shop/All', 'Users']], 2), /saved-exists/)
    const renamed = [...others, ['collections', 'rename', 'Shop/Users/GET / all', 'First user']]
    assert.match(await after(renamed, 2), /saved-exists/)
  })

  it('F11: gives a name only once in a folder, so that all of it can be found again', () =>
    withFolder({ '.tool/api-collections.json': saved('First user', 'Inner/First user') }, async folder => {
      for (const words of [
        ['save', 'Shop', 'GET', 'http://a/', '--name', 'First user '],
        ['save', 'Shop', 'GET', 'http://a/', '--name', 'Inner'],
        ['move', 'Shop/Inner/First user', 'Shop'],
      ])
        assert.match(
          await runAll(folder, [['collections', ...words]], 2),
          /saved-exists {2}"Shop" has something called "(First user ?|Inner)" already/,
        )
      await runAll(folder, [['collections', 'move', 'Shop/First user', 'Shop', '--position', '2']])
    }))

  it('says what is lacking, and what is in the way', async () => {
    assert.match(await after([['collections', 'allow', 'Shop']], 2), /needs a place and what it may read/)
    await withFolder({ '.tool': '' }, async folder => {
      for (const words of [['collections'], ['collections', 'create', 'Shop']])
        assert.match(await runAll(folder, [words], 2), /\.tool is no folder, and has to be one/)
    })
  })

  it('makes a collection to save in, but none that looks mistyped', async () => {
    const into = (name: string) => [...shop, ['collections', 'save', name, 'GET', 'http://a/']]
    assert.equal(await after(into('Mine')), 'saved in Mine, a new collection\n')
    assert.match(
      await after(into('Shpo'), 2),
      /saved-missing {2}nothing is saved as "Shpo"\n {2}hint: Did you mean "Shop"\? A new collection is made by/,
    )
  })

  it('adds validations and extracts behind those that are there', async () => {
    const output = await after([
      ...shop,
      ['collections', 'validate', 'Shop/Users/First user', '--validate', 'status: 200'],
      ['collections', 'validate', 'Shop/Users/First user', '--validate', '$.id: 1', '--extract', 'id: $.id'],
      ['collections', 'show', 'Shop/Users/First user'],
    ])
    assert.match(output, /validations:\n {6}- status: 200\n {6}- \$\.id: 1\n {4}extracts:\n {6}id: \$\.id\n/)
  })

  it('keeps no secret in a query or a body, either', async () => {
    await withFolder({}, async folder => {
      const typed = [
        'http://a/?token=geheim-1',
        '--json',
        '{"user":{"password":"geheim-2"}}',
        '-u',
        'a:geheim-3',
      ]
      await runAll(folder, [['collections', 'save', 'Shop', 'POST', ...typed]])
      await runAll(folder, [['collections', 'set', 'Shop', 'pin=geheim-4', '--secret']])
      const output = await runAll(folder, [['compile', 'Shop', '--to', 'suite', '-o', 'out']])
      assert.match(output, /note .*PIN: secrets are not written to files/)
      const written = await readFile(path.join(folder, 'out/shop.apitest.yaml'), 'utf8')
      assert.doesNotMatch(written, /geheim/)
      const stored = await readFile(path.join(folder, '.tool/api-collections.json'), 'utf8')
      assert.deepEqual(stored.match(/geheim-\d/g), ['geheim-4'])
    })
  })

  it('refuses what no suite could have', async () => {
    const wrong = ['collections', 'validate', 'Shop/Users/First user', '--validate', 'statsu: 200']
    assert.match(await after([...shop, wrong], 2), /unknown-target {2}"statsu"/)
    assert.match(
      await after([...shop, ['collections', 'save', 'Shop', 'FOO', 'http://a/']], 2),
      /"FOO" is not a method/,
    )
  })

  it('keeps no secret that was typed', async () => {
    await withFolder({}, async folder => {
      const words = ['collections', 'save', 'Shop', 'GET', 'http://a/', '--bearer', 'geheim-4711']
      assert.match(await runAll(folder, [words]), /API_TOKEN/)
      const stored = await readFile(path.join(folder, '.tool/api-collections.json'), 'utf8')
      assert.doesNotMatch(stored, /geheim/)
    })
  })
})

describe('apitest environments', () => {
  it('sets, shows, renames and deletes', async () => {
    const local = [
      ['environments', 'set', 'local', 'baseUrl=http://a', 'x=1'],
      ['environments', 'set', 'local', 'password=geheim', '--secret', '--unset', 'x'],
    ]
    const shown = await after([...local, ['environments', 'show', 'local']])
    assert.equal(shown, 'baseUrl = http://a\npassword = ***\n')
    assert.match(
      await after([...local, ['environments', 'set', 'local', '--rename', 'test'], ['environments']]),
      /^test {2}2 variables\n$/,
    )
    assert.match(
      await after([...local, ['environments', 'delete', 'local'], ['environments', 'show', 'local']], 2),
      /there is no environment "local"/,
    )
  })

  it('marks one as production, shows it, and takes the mark away', async () => {
    const live = [['environments', 'set', 'live', 'baseUrl=http://a', 'production=of-nobody', '--production']]
    const kept = [
      ...live,
      ['environments', 'set', 'live', 'x=1'],
      ['environments', 'set', 'live', '--rename', 'real'],
    ]
    assert.equal(await after([...kept, ['environments']]), 'real  3 variables  production\n')
    assert.match(
      await after([...kept, ['environments', 'show', 'real']]),
      /^marked as production\nbaseUrl = http:\/\/a\nproduction = of-nobody\n/,
    )
    const listed = JSON.parse(await after([...kept, ['environments', '--json']])) as unknown
    const variables = ['baseUrl', 'production', 'x']
    assert.deepEqual(listed, [{ name: 'real', variables, production: true }])
    const cleared = [...kept, ['environments', 'set', 'real', '--no-production']]
    assert.equal(await after([...cleared, ['environments']]), 'real  3 variables\n')
    const again = [...cleared, ['environments', 'set', 'real', '--production']]
    assert.match(await after([...again, ['environments']]), /production$/m)
  })

  it('makes none of a mark alone, which is for one that is there', async () => {
    const live = [['environments', 'set', 'live', 'baseUrl=http://a']]
    const output = await after([...live, ['environments', 'set', 'liv', '--production']], 2)
    assert.match(output, /there is no saved environment "liv"\n {2}hint: Did you mean "live"\?/)
  })

  it('shows that of none, or the only one of a name, as --env takes it', async () => {
    const inShop = [...shop, ['environments', 'set', 'local', 'a=shop', '--collection', 'Shop']]
    const show = ['environments', 'show', 'local']
    assert.equal(await after([...inShop, show]), 'a = shop\n')
    const inBoth = [
      ...inShop,
      ['collections', 'create', 'Other'],
      ['environments', 'set', 'local', 'a=other', '--collection', 'Other'],
    ]
    assert.match(
      await after([...inBoth, show], 2),
      /"local" is an environment of Shop and Other\n {2}hint: Choose one by --collection\./,
    )
    assert.equal(await after([...inBoth, [...show, '--collection', 'Other']]), 'a = other\n')
    assert.equal(await after([...inBoth, ['environments', 'set', 'local', 'a=none'], show]), 'a = none\n')
  })

  it('masks secrets as JSON, too', async () => {
    const output = await after([
      ['environments', 'set', 'local', 'password=geheim', '--secret'],
      ['environments', 'show', 'local', '--json'],
    ])
    assert.doesNotMatch(output, /geheim/)
  })
})

describe('apitest run', () => {
  const flow = (url: string): readonly (readonly string[])[] => [
    ['collections', 'create', 'Shop', '--base-url', url],
    ['collections', 'create', 'Login', '--into', 'Shop'],
    ['collections', 'create', 'Use', '--into', 'Shop'],
    [
      'collections',
      'save',
      'Shop/Login',
      'GET',
      '{{baseUrl}}/json',
      '--name',
      'Sign in',
      '--extract',
      'who: $.name',
    ],
    ['collections', 'save', 'Shop/Use', 'GET', '{{baseUrl}}/echo?who={{who}}', '--name', 'Look'],
  ]

  it('runs a collection, and what one folder extracts is there in the next', () =>
    withPracticeServer(url =>
      withFolder({}, async folder => {
        const output = await runAll(folder, [...flow(url), ['run', 'Shop']])
        assert.match(output, /✓ 200 .* Login \/ Sign in/)
        assert.match(output, /✓ 200 .* Use \/ Look/)
        assert.match(output, /Steps {5}2 passed \(2\)/)
      }),
    ))

  it('runs a folder or a request with an environment, variables and rows', () =>
    withPracticeServer(url =>
      withFolder({ 'rows.csv': 'who\na\nb\n' }, async folder => {
        await runAll(folder, [
          ...flow('http://127.0.0.1:1'),
          ['environments', 'set', 'here', `baseUrl=${url}`, '--collection', 'Shop'],
        ])
        const here = ['--env', 'here']
        assert.match(await runAll(folder, [['run', 'Shop/Use/Look', ...here, '--var', 'who=x']]), /1 passed/)
        assert.match(
          await runAll(folder, [['run', 'Shop/Use', ...here, '--data', 'rows.csv']]),
          /Rows .*2 passed/,
        )
        const listed = await runAll(folder, [['run', 'Shop', ...here, '--list']])
        assert.match(listed, /Login \/ Sign in/)
      }),
    ))

  it('never passes when nothing is there by that name', async () => {
    assert.match(
      await after([...shop, ['run', 'Shop/Nothing']], 2),
      /Nothing is saved by that name, either\./,
    )
    assert.match(
      await after(
        [
          ['collections', 'create', 'Empty'],
          ['run', 'Empty'],
        ],
        2,
      ),
      /"Empty" has no requests/,
    )
  })

  it('prefers a file to what is saved under the same name', () =>
    withFolder(
      { Shop: 'suite: S\nsteps: [{ set: { a: 1 }, validations: [{ variable a: 1 }] }]' },
      async folder => {
        const output = await runAll(folder, [...shop, ['run', 'Shop']])
        assert.match(output, /1 passed/)
      },
    ))
})
