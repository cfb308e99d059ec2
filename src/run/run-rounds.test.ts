import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { runText, type RunTextOptions } from '../testing/run-text.ts'

/**
 * A server with pets, which go when they are deleted: `/pets` lists them, `/page?cursor=c1` and `/page?number=2` are pages of two,
 * `/odd` answers with another kind of value each time.
 */
async function withPets<Value>(use: (url: string, asked: string[]) => Promise<Value>): Promise<Value> {
  const pets = new Map(['Rex', 'Tom', 'Ada', 'Bob', 'Eve'].map((name, id) => [String(id), { id, name }]))
  const asked: string[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    asked.push(`${String(request.method)} ${String(request.url)}`)
    const [, kind, id = ''] = url.pathname.split('/')
    if (kind === 'pet' && !pets.has(id)) response.statusCode = 404
    if (kind === 'pet' && request.method === 'DELETE') pets.delete(id)
    const all = [...pets.values()]
    const at = Number(
      url.searchParams.get('cursor')?.slice(1) ?? 2 * (Number(url.searchParams.get('number') ?? 1) - 1),
    )
    const next = at + 2 < all.length ? `c${at + 2}` : undefined
    const answer =
      kind === 'pets'
        ? { pets: all, none: [], one: all[0], text: 'a,b' }
        : { pets: all.slice(at, at + 2), next }
    response.setHeader('content-type', 'application/json')
    response.end(kind === 'html' ? '<p>' : JSON.stringify(answer))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

/** Runs a suite that has read the list of pets. */
async function run(steps: string, options: RunTextOptions & { readonly head?: string } = {}) {
  return withPets(async (url, asked) => {
    const head = options.head ?? 'variables: { cursor: null, ids: [] }'
    const ran = await runText(
      `suite: A
${head}
steps:
  - request: GET ${url}/pets
    extracts: { pets: $.pets, none: $.none, one: $.one, text: $.text }
${steps.replaceAll('URL', url).replace(/^/gm, '  ')}`,
      options,
    )
    return {
      ...ran,
      asked: asked.slice(1),
      names: ran.steps.slice(1).map(({ name, round }) => [name, round?.number, round?.of].join(' ').trim()),
    }
  })
}

describe('for-each', () => {
  it('runs a step for each item of a list, with its number', async () => {
    const { outcomes, asked, names, steps } = await run(`
- name: Delete {{pet.name}}
  for-each: { pet: "{{pets}}" }
  request: DELETE URL/pet/{{pet.id}}?{{$index}}-{{$round}}`)
    assert.equal(outcomes, 'passed passed passed passed passed passed')
    assert.deepEqual(asked.slice(0, 2), ['DELETE /pet/0?0-1', 'DELETE /pet/1?1-2'])
    assert.deepEqual(names.slice(0, 2), ['Delete Rex 1 5', 'Delete Tom 2 5'])
    assert.deepEqual(steps[1]?.round, { number: 1, of: 5 })
    assert.equal(steps[1].writtenName, 'Delete {{pet.name}}')
  })

  it('takes lists as they are written, and items of any kind', async () => {
    const { messages, steps } = await run(`
- for-each: { item: [1, "{{text}}", { a: [true] }] }
  request: POST URL/pets
  json: "{{item}}"`)
    assert.deepEqual(messages, [])
    const sent = steps.slice(1).map(({ exchange }) => exchange?.request.body?.text)
    assert.deepEqual(sent, ['1', '"a,b"', '{"a":[true]}'])
  })

  it('goes on with the others after one that failed, and skips the rest of the file', async () => {
    const { outcomes, messages } = await run(`
- for-each: { id: [0, 77, 1] }
  request: GET URL/pet/{{id}}
- request: GET URL/pets`)
    assert.equal(outcomes, 'passed passed failed passed skipped')
    assert.deepEqual(messages, ['status: Expected 2xx or 3xx, got 404'])
  })

  it('asks `when` in each round, and is skipped if all of them are', async () => {
    const { outcomes } = await run(`
- when: { pet.name: { starts-with: A } }
  for-each: { pet: "{{pets}}" }
  request: GET URL/pets
- when: { pet.name: Zoe }
  for-each: { pet: "{{pets}}" }
  request: GET URL/pets`)
    assert.equal(outcomes, `passed skipped skipped passed skipped skipped${' skipped'.repeat(5)}`)
  })

  it('is skipped over an empty list where `when` says so', async () => {
    const { outcomes, steps } = await run(`
- when: { none: { exists: true } }
  for-each: { pet: "{{none}}" }
  request: GET URL/pets`)
    assert.equal(outcomes, 'passed skipped')
    assert.match(steps[1]?.skipReason ?? '', /variable none/)
  })

  it('leaves what the last round found', async () => {
    const { messages } = await run(`
- for-each: { n: [1, 2] }
  request: GET URL/page?number={{n}}
  extracts:
    first: $.pets[0].id
    ids: { from: "$.pets[*].id", append: true }
- set: { done: true }
  validations: [{ variable first: 2 }, { variable ids: [0, 1, 2, 3] }]`)
    assert.deepEqual(messages, [])
  })

  it('begins anew for each row of the suite', async () => {
    const { outcomes, rows } = await run(
      `
- for-each: { id: [0, 1] }
  request: GET URL/pet/{{id}}?{{row}}`,
      { head: 'data: [{ row: 1 }, { row: 2 }]' },
    )
    assert.equal(outcomes, 'passed passed passed passed passed passed')
    assert.equal(rows.length, 2)
  })
})

describe('repeat', () => {
  it('reads all pages by a cursor', async () => {
    const { outcomes, asked, names, messages } = await run(`
- name: Page {{$round}}
  repeat: { until: { $.next: { exists: false } }, at-most: 9 }
  request: GET URL/page
  query: { cursor: "{{cursor}}" }
  extracts:
    cursor: { from: $.next, default: null }
    ids: { from: "$.pets[*].id", append: true }
- set: { done: true }
  validations: [{ variable ids: [0, 1, 2, 3, 4] }]`)
    assert.deepEqual(messages, [])
    assert.equal(outcomes, 'passed passed passed passed passed')
    assert.deepEqual(asked, ['GET /page', 'GET /page?cursor=c2', 'GET /page?cursor=c4'])
    assert.deepEqual(names.slice(0, 3), ['Page 1 1', 'Page 2 2', 'Page 3 3'])
  })

  it('runs so many times, with a wait between', async () => {
    const began = Date.now()
    const { outcomes, names } = await run(`
- name: Ask
  repeat: { times: 3, interval: 40ms }
  request: GET URL/pets`)
    assert.equal(outcomes, 'passed passed passed passed')
    assert.ok(Date.now() - began >= 80)
    assert.equal(names[2], 'Ask 3 3')
  })

  it('tries again within a round', async () => {
    const { steps } = await run(`
- repeat: { times: 2 }
  retry: { attempts: 2, interval: 1ms }
  request: GET URL/pet/9`)
    assert.deepEqual(
      steps.slice(1).map(({ attempts, outcome }) => [attempts, outcome]),
      [[2, 'failed']],
    )
  })
})

describe('a group', () => {
  it('answers with what its steps extracted, and shares the variables of the suite', async () => {
    const { outcomes, messages, steps } = await run(`
- name: All pages together
  variables: { cursor: null, ids: [] }
  steps:
    - repeat: { until: { $.next: { exists: false } }, at-most: 9 }
      request: GET URL/page
      query: { cursor: "{{cursor}}" }
      extracts:
        cursor: { from: $.next, default: null }
        ids: { from: "$.pets[*].id", append: true }
  validations: [{ $.ids: [0, 1, 2, 3, 4] }, { $: { has-length: 2 } }]
  extracts: { all: $.ids }
- set: { last: "{{all[4]}}" }
  validations: [{ variable last: 4 }, { variable ids: { has-length: 5 } }]`)
    assert.deepEqual(messages, [])
    assert.equal(outcomes, 'passed passed passed')
    assert.equal(steps[1]?.steps?.length, 3)
  })

  it('repeats as a whole, with the numbers and items of the rounds around', async () => {
    const { asked, messages } = await run(`
- for-each: { pet: "{{pets}}" }
  when: { pet.id: { less-than: 2 } }
  variables: { outer: "{{$round}}" }
  steps:
    - repeat: { times: 2 }
      request: GET URL/pet/{{pet.id}}?{{outer}}.{{$round}}`)
    assert.deepEqual(messages, [])
    assert.deepEqual(asked, ['GET /pet/0?1.1', 'GET /pet/0?1.2', 'GET /pet/1?2.1', 'GET /pet/1?2.2'])
  })

  it('runs its steps for their rows', async () => {
    const { asked } = await run(`
- steps:
    - data: [{ id: 0 }, { id: 1 }]
      request: GET URL/pet/{{id}}?{{$round}}`)
    assert.deepEqual(asked, ['GET /pet/0?1', 'GET /pet/1?2'])
  })

  const groups: readonly [title: string, steps: string, outcomes: string, inner: string][] = [
    ['a step fails', '[{ request: GET URL/pet/9 }, { request: GET URL/pets }]', 'failed', 'failed skipped'],
    ['no step runs', '[{ when: { cursor: 1 }, request: GET URL/pets }]', 'skipped', 'skipped'],
    ['a step is errored', '[{ request: "GET URL/{{one.x}}" }]', 'errored', 'errored'],
  ]
  for (const [title, steps, outcome, inner] of groups)
    it(`does not pass where ${title}`, async () => {
      const ran = await run(`- steps: ${steps}`)
      assert.equal(ran.steps[1]?.outcome, outcome)
      assert.equal(ran.steps[1].steps?.map(one => one.outcome).join(' '), inner)
    })

  it('fails by what is expected of it', async () => {
    const { messages } = await run(`
- steps: [{ set: { a: 1 } }]
  validations: [{ $.b: 1 }]`)
    assert.equal(messages.length, 1)
  })

  it('is chosen by its steps', async () => {
    const { outcomes, asked } = await run(
      `
- name: First
  steps: [{ name: One, request: GET URL/pet/0 }]
- name: Second
  steps: [{ name: Two, tags: [mine], request: GET URL/pet/1 }]`,
      { input: { tags: ['mine'] } },
    )
    assert.equal(outcomes, 'passed')
    assert.deepEqual(asked, [])
  })
})

describe('what repeats fails, and never passes by itself', () => {
  const until = 'repeat: { until: { $.next: { exists: false } }, at-most: 2 }'
  const cases: readonly [title: string, step: string, message: string][] = [
    [
      'the bound is reached',
      `${until}\n  request: GET URL/page`,
      'until did not hold after 2 rounds: body-json-path $.next: Expected exists false, got c2',
    ],
    [
      'no answer is JSON',
      `${until}\n  request: GET URL/html`,
      `until did not hold after 2 rounds: body-json-path $.next: Expected exists false, got a body that is not JSON (Unexpected token '<', "<p>" is not valid JSON)`,
    ],
    ['a round fails', `${until}\n  request: GET URL/pet/9`, 'status: Expected 2xx or 3xx, got 404'],
    [
      'the list is empty',
      'for-each: { pet: "{{none}}" }\n  request: GET URL/pets',
      'none is an empty list: nothing was repeated',
    ],
    [
      'an object is no list',
      'for-each: { pet: "{{one}}" }\n  request: GET URL/pets',
      'one is an object, not a list',
    ],
    [
      'a text is no list',
      'for-each: { pet: "{{text}}" }\n  request: GET URL/pets',
      'text is text, not a list',
    ],
    [
      'a member that is not there',
      'for-each: { pet: "{{one.x}}" }\n  request: GET URL/pets',
      'Template Error: "one.x" was not found: the variable "one" has no such member',
    ],
    [
      'an item without the member',
      'for-each: { pet: "{{pets}}" }\n  request: GET URL/pet/{{pet.x}}',
      'Template Error: "pet.x" was not found: the variable "pet" has no such member',
    ],
    [
      'until with an unknown member',
      'repeat: { until: { $.next: "{{one.x}}" }, at-most: 2 }\n  request: GET URL/page',
      'until: body-json-path $.next: "one.x" was not found: the variable "one" has no such member',
    ],
    [
      'a later round is skipped before until holds',
      `when: { cursor: null }\n  ${until}\n  request: GET URL/page\n  extracts: { cursor: $.next }`,
      'until did not hold after 2 rounds, and this one is skipped: variable cursor: Expected equals null, got c2',
    ],
  ]
  for (const [title, step, message] of cases)
    it(title, async () => {
      const { messages, summary } = await run(`- ${step}\n- request: GET URL/pets`)
      assert.equal(messages[0], message)
      assert.equal(summary.exitCode, summary.outcome === 'errored' ? 3 : 1)
      assert.notEqual(summary.outcome, 'passed')
    })

  for (const [id, url, told] of [
    ['""', 'URL/pet/{{pet}}', /\{\{pet\}\} is empty/],
    ['""', 'URL/pet/{{pet | url}}/x', /\{\{pet \| url\}\} is empty/],
    ['".."', 'URL/pet/{{pet | url}}', /is \.\., whose dots make another path/],
    ['"../admin"', 'URL/pet/{{pet}}', /is \.\.\/admin, whose dots/],
    ['"a/%2E%2e/b"', 'URL/pet/{{pet}}?a', /whose dots/],
    ['{ id: "1/../../admin" }', 'URL/pet/{{pet.id}}', /whose dots/],
    ['"../admin"', 'URL/pet/{{pet | url}}', undefined],
    ['a/..b/c.', 'URL/pet/{{pet}}', undefined],
    ['".."', 'URL/pet/0?at={{pet}}', undefined],
    ['""', 'URL/pet/0{{pet}}', undefined],
  ] as const)
    it(`${id} in ${url} is ${told === undefined ? 'sent' : 'not sent'}`, async () => {
      const ran = await run(`- for-each: { pet: [${id}] }\n  request: GET ${url}`)
      assert.equal(ran.asked.length, told === undefined ? 1 : 0)
      if (told !== undefined) assert.match(ran.messages[0] ?? '', told)
    })

  it('a row and a variable of the suite may have any path', async () => {
    const { asked } = await run('- data: [{ pet: "" }]\n  request: GET URL/pet/{{pet}}')
    assert.deepEqual(asked, ['GET /pet/'])
  })

  for (const [path, url, told] of [
    ['"{{pet}}"', 'URL/pet/{{path}}', /\{\{pet\}\} is \.\., whose dots make another path/],
    ['"{{pet | url}}"', 'URL/pet/{{path}}', /\{\{pet \| url\}\} is \.\., whose dots/],
    ['"/pet/{{pet}}/x"', 'URL{{path}}', /\{\{pet\}\} is \.\./],
    ['{ id: "{{pet}}" }', 'URL/pet/{{path.id}}', /\{\{path\.id\}\} is \.\./],
    ['"{{pet}}"', 'URL/pet/{{path | url}}', /\{\{path \| url\}\} is \.\./],
    ['"pet?at={{pet}}"', 'URL/{{path}}', undefined],
    ['"pet/../pet/0"', 'URL/{{path}}', undefined],
    ['"pet/x{{pet}}"', 'URL/{{path}}', undefined],
  ] as const)
    it(`${url} is ${told === undefined ? 'sent' : 'not sent'} where path is ${path} of a pet ..`, async () => {
      const head = `variables: { path: ${path} }`
      const ran = await run(`- set: { pet: ".." }\n- request: GET ${url}`, { head })
      assert.equal(ran.steps.at(-1)?.outcome === 'errored', told !== undefined)
      assert.equal(ran.asked.length, told === undefined ? 1 : 0)
      if (told !== undefined) assert.match(ran.messages[0] ?? '', told)
    })

  for (const [what, step, message, files = {}] of [
    ['that are counted', '{ repeat: { times: 1001 }, set: { a: 1 } }', '1001 rounds, at most 1000'],
    [
      'of a list that is written',
      `{ for-each: { n: [${'1,'.repeat(1001)}] }, set: { a: "{{n}}" } }`,
      '1001 items, at most 1000',
    ],
    [
      'in a group of a suite that is used',
      '{ use: b.apitest.yaml }',
      '1001 rounds, at most 1000',
      {
        'b.apitest.yaml':
          'suite: B\nsteps: [{ steps: [{ repeat: { until: { $.a: 1 }, at-most: 1001 }, request: GET http://127.0.0.1:1/ }] }]',
      },
    ],
  ] as const)
    it(`too many rounds ${what} are refused before anything is sent`, async () => {
      const refused = await run(`- ${step}`, { files })
      assert.equal(refused.summary.exitCode, 2)
      assert.deepEqual(refused.steps, [])
      const told = refused.summary.problems.map(({ message, hint }) => [message, hint])
      assert.deepEqual(told, [[message, 'With --allow-many there may be more.']])
      const left = await run(`- { steps: [${step}], skip: later }\n- set: { a: 1 }`, { files })
      assert.equal(left.summary.exitCode, 0)
    })

  it('where there are too many, unless they are allowed', async () => {
    const head = `variables: { many: [${'1,'.repeat(1001)}] }`
    const list = await run('- for-each: { n: "{{many}}" }\n  set: { a: 1 }', { head })
    assert.deepEqual(list.messages, ['1001 items, at most 1000'])
    assert.equal(list.steps[1]?.failures[0]?.hint, 'With --allow-many there may be more.')
    const allowed = await run('- for-each: { n: "{{many}}" }\n  set: { a: 1 }', {
      head,
      input: { allowMany: true },
    })
    assert.equal(allowed.summary.steps.passed, 1002)
  })
})
