import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject, JsonValue } from '../model/json.ts'
import type { RecordedAround } from './common-pattern.ts'
import { decideValidations, type StepAnswer } from './decide-validations.ts'

interface Said {
  readonly body?: JsonValue
  readonly text?: string
  readonly status?: number
  readonly type?: string
  readonly location?: string
  readonly variables?: Readonly<Record<string, JsonValue>>
}

function answered({ body, text, status = 200, type, location, variables = {} }: Said): StepAnswer {
  const written = text ?? (body === undefined ? '' : JSON.stringify(body))
  const usual = body === undefined ? 'text/plain' : 'application/json; charset=utf-8'
  return {
    status,
    headers: [
      ['Content-Type', type ?? usual],
      ...(location === undefined ? [] : [['Location', location] as const]),
    ],
    text: () => written,
    digest: () => (written === '' ? undefined : `digest of ${written.length}`),
    variables: new Map(Object.entries(variables)),
  }
}

/** The validations for answers, without status and type. */
function decided(
  answers: readonly Said[],
  isSecret = (_: string): boolean => false,
  around: Partial<RecordedAround> = {},
): readonly JsonObject[] {
  const [, , ...others] = decideValidations('GET', answers.map(answered), { isSecret, ...around })
  return others
}

const nothingHidden: RecordedAround = { isSecret: () => false }

const ofBodies = (...bodies: readonly JsonValue[]): readonly JsonObject[] =>
  decided(bodies.map(body => ({ body })))

describe('decideValidations', () => {
  it('always says the status and the type', () => {
    const all = decideValidations('GET', [answered({ body: 1, status: 201 })], nothingHidden)
    assert.deepEqual(all.slice(0, 2), [
      { status: 201 },
      { 'header content-type': { contains: 'application/json' } },
    ])
  })

  it('says nothing of a type that differs, and of a body that cannot be', () => {
    const answers = [answered({ text: 'a', type: 'text/a' }), answered({ text: 'a', type: 'text/b' })]
    assert.deepEqual(decideValidations('HEAD', answers, nothingHidden), [{ status: 200 }])
  })

  it('expects what is constant to be equal', () => {
    const body = { a: 1, b: ['x', null, true], c: {}, d: [] }
    assert.deepEqual(ofBodies(body, body), [{ $: { equals: body } }])
  })

  it('writes braces as what they are, and texts that look like markers as patterns', () => {
    assert.deepEqual(ofBodies({ a: '{{x}}' }), [{ $: { equals: { a: String.raw`\{{x}}` } } }])
    assert.deepEqual(ofBodies({ a: '<any>' }), [{ $: { matches: { a: '<regex:^<any>$>' } } }])
  })

  it('expects markers of what differs in its value, and nothing of what comes and goes', () => {
    const first = {
      id: 'a3f1c9d0-0000-4000-8000-000000000001',
      at: '2026-01-01T10:00:00Z',
      n: 1,
      f: 1.5,
      t: 'a',
      b: true,
      m: null,
      gone: 1,
      key: 'ord_1a2b3c4d',
      x: 1,
    }
    const second = {
      id: 'b3f1c9d0-0000-4000-8000-000000000001',
      at: '2026-01-02T10:00:00.5+01:00',
      n: 2,
      f: 2,
      t: 'bc',
      b: false,
      m: 'x',
      key: 'ord_ffffffff',
      x: 1,
    }
    assert.deepEqual(ofBodies(first, second), [
      {
        $: {
          matches: {
            ...{
              id: '<uuid>',
              at: '<date-time>',
              n: '<integer>',
              f: '<number>',
              t: '<string>',
              b: '<boolean>',
            },
            ...{ m: '<any>', key: '<regex:^ord_[0-9a-f]{8}$>', x: 1 },
          },
        },
      },
    ])
  })

  it('expects no date of the day on which it was recorded', () => {
    const body = { today: '2026-12-02', year: 2026, of: 'Of 02.12.2026', at: '2026-12-02T00:00:00Z', n: 7 }
    const answers = [answered({ body }), answered({ body })]
    const days = [new Date('2026-12-02T10:00:00Z')]
    const [, , found] = decideValidations('GET', answers, { ...nothingHidden, days })
    assert.deepEqual(found, {
      $: {
        matches: {
          today: String.raw`<regex:^\d\d\d\d-\d\d-\d\d$>`,
          year: '<integer>',
          of: String.raw`<regex:^Of \d\d\.\d\d\.\d\d\d\d$>`,
          ...{ at: '<date-time>', n: 7 },
        },
      },
    })
  })

  it('lets short numbers in texts grow', () => {
    assert.deepEqual(ofBodies({ id: 'cart-1' }, { id: 'cart-2' }), [
      { $: { matches: { id: String.raw`<regex:^cart-\d+$>` } } },
    ])
  })

  it('leaves the order of lists free, and keeps their length', () => {
    assert.deepEqual(ofBodies({ tags: ['a', 'b'] }, { tags: ['b', 'a'] }), [
      { $: { matches: { tags: ['a', 'b'] } } },
      { '$.tags': { 'has-length': 2 } },
    ])
    assert.deepEqual(ofBodies({ tags: ['a'] }, { tags: [] }), [{ $: { matches: { tags: '<array>' } } }])
  })

  it('says of empty lists and objects beside what differs only what they are', () => {
    assert.deepEqual(ofBodies({ a: [], o: {}, n: 1 }, { a: [], o: {}, n: 2 }), [
      { $: { matches: { a: '<array>', o: '<object>', n: '<integer>' } } },
      { '$.a': { 'has-length': 0 } },
    ])
    assert.deepEqual(ofBodies({ a: 1 }, { b: 1 }), [{ $: { 'has-type': 'object' } }])
  })

  it('expects what repeats an earlier answer to be that, alone and within a text', () => {
    const of = (id: number): Said => ({
      body: { id, link: `/orders/${id}/items` },
      variables: { orderId: id },
    })
    assert.deepEqual(decided([of(17), of(18)]), [
      { $: { matches: { id: '{{orderId}}', link: '/orders/{{orderId}}/items' } } },
    ])
    const created = (id: number): Said => ({
      status: 303,
      text: '',
      location: `/orders/${id}`,
      variables: { orderId: id },
    })
    assert.deepEqual(decided([created(17), created(18)]), [{ 'header location': '/orders/{{orderId}}' }])
  })

  it('expects of a text that differs what is the same each time', () => {
    const page = (id: string, more = ''): Said => ({
      text: `<h1>Order</h1>\n<id>${id}</id><p>at 12.5 of {{x}}${more}</p>`,
    })
    assert.deepEqual(decided([page('a-1'), page('b-2')]), [
      {
        text: { 'matches-regex': '^<h1>Order<\\/h1>\n<id>[^<>]*<\\/id><p>at 12\\.5 of \\{\\{x\\}\\}<\\/p>$' },
      },
    ])
    assert.deepEqual(decided([page('7'), page('7', ' and more')]), [
      {
        text: {
          'matches-regex': '^<h1>Order<\\/h1>\n<id>7<\\/id><p>at 12\\.5 of \\{\\{x\\}\\}[\\s\\S]*<\\/p>$',
        },
      },
    ])
    const isSecret = (text: string): boolean => text.includes('hidden')
    assert.deepEqual(decided([{ text: '<b>hidden-1</b> of Ada' }], isSecret), [
      { text: { 'matches-regex': '^<b>[^<>]*<\\/b> of Ada$' } },
    ])
    const days = [new Date('2026-12-02T10:00:00Z')]
    assert.deepEqual(decided([{ text: 'Ada, 02.12.2026' }], undefined, { days }), [
      { text: { 'matches-regex': '^Ada, [^<>]*$' } },
    ])
  })

  it('expects the server to name itself by the variable for it', () => {
    const origin = 'http://127.0.0.1:51'
    const around = { origin }
    const body = { next: `${origin}/a?page=2`, other: `${origin}01/a`, all: `${origin}, ${origin}` }
    assert.deepEqual(decided([{ body }], undefined, around), [
      {
        $: {
          equals: { next: '{{baseUrl}}/a?page=2', other: `${origin}01/a`, all: '{{baseUrl}}, {{baseUrl}}' },
        },
      },
    ])
    assert.deepEqual(decided([{ text: `at ${origin}/a` }], undefined, around), [{ text: 'at {{baseUrl}}/a' }])
    const at = (id: number): Said => ({
      text: '',
      location: `${origin}/items/${id}`,
      variables: { itemId: id },
    })
    const location = { 'header location': '{{baseUrl}}/items/{{itemId}}' }
    assert.deepEqual(decided([at(1), at(2)], undefined, around), [location])
  })

  it('expects what the answer gives elsewhere in it, and of it itself its shape', () => {
    const of = (id: string): Said => ({ body: { id, links: { id } }, variables: { itemId: id } })
    const taken = new Map([['$.id', 'itemId']])
    assert.deepEqual(decided([of('it_123'), of('it_456')], undefined, { taken }), [
      { $: { matches: { id: String.raw`<regex:^it_\d+$>`, links: { id: '{{itemId}}' } } } },
    ])
    const led = (id: string): Said => ({ text: '', location: `/a/${id}`, variables: { place: `/a/${id}` } })
    assert.deepEqual(
      decided([led('1'), led('2')], undefined, { taken: new Map([['header location', 'place']]) }),
      [{ 'header location': { 'matches-regex': '^\\/a\\/[^<>]*$' } }],
    )
  })

  it('keeps what items in another order have in common', () => {
    const items = (id: number): readonly JsonObject[] => [
      { id, name: 'new' },
      { id: 1, name: 'one' },
      { id: 2, name: 'two' },
    ]
    const [a, b, c] = items(8)
    const known = { variables: { itemId: 7 } }
    assert.deepEqual(
      decided([
        { body: items(7), ...known },
        { body: [c, a, b] as readonly JsonObject[], variables: { itemId: 8 } },
      ]),
      [
        {
          $: {
            matches: [
              { id: '{{itemId}}', name: 'new' },
              { id: 1, name: 'one' },
              { id: 2, name: 'two' },
            ],
          },
        },
        { $: { 'has-length': 3 } },
      ],
    )
  })

  it('writes no secret, by its name or its value', () => {
    const isSecret = (text: string): boolean => text.includes('hidden')
    const body = { token: 'abc', note: 'hidden', hidden: 1, plain: 'a' }
    assert.deepEqual(decided([{ body }], isSecret), [
      { $: { matches: { token: '<string>', note: '<string>', plain: 'a' } } },
    ])
    assert.deepEqual(decided([{ text: 'all hidden' }], isSecret), [
      { text: { 'matches-regex': '^all [^<>]*$' } },
    ])
  })

  it('says less and less of long bodies, and of constant texts their hash', () => {
    const items = Array.from({ length: 200 }, (_, id) => ({
      id,
      name: `The name of item ${id}`,
      more: 'x'.repeat(50),
    }))
    const [pattern, length, ...others] = ofBodies({ items })
    assert.ok(JSON.stringify(pattern).length < 4200)
    assert.deepEqual([length, others], [{ '$.items': { 'has-length': 200 } }, []])
    assert.deepEqual(decided([{ text: 'short' }]), [{ text: 'short' }])
    assert.deepEqual(decided([{ text: 'x'.repeat(900) }]), [{ sha256: 'digest of 900' }])
    assert.deepEqual(decided([{ text: 'x' }, { text: 'y' }]), [{ text: { exists: true } }])
    assert.deepEqual(decided([{ text: 'a\r\nb\n' }]), [{ text: 'a\r\nb\n' }])
    assert.deepEqual(decided([{ text: '' }]), [])
  })
})
