import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { learn, numberedScript } from './numbered-scripts.ts'
import { translateScript } from './translate-script.ts'

/** Scripts by their numbers, and numbers of which some mean something to one of them. */
const forms: Readonly<Record<string, (number: string) => string>> = {
  'a value of the body': number =>
    `pm.test('Right', () => pm.expect(pm.response.json().id).to.eql(${number}))`,
  'a status': number => `pm.test('Right', () => pm.expect(pm.response.code).to.eql(${number}))`,
  'a status and a value': number =>
    `const json = pm.response.json(); pm.test('Both', () => { pm.expect(pm.response.code).to.eql(${number}); pm.expect(json.id).to.eql(${number}) })`,
  'a length': number =>
    `const json = pm.response.json(); pm.test('Long', () => { pm.expect(json.list).to.be.an('array'); pm.expect(json.list.length).to.eql(${number}) })`,
  'the name of a test': number => `pm.test('Case ${number}', () => pm.response.to.have.status(200))`,
  'a test named as its validation': number =>
    `pm.test('body id equals ${number}', () => pm.expect(pm.response.json().id).to.eql(${number}))`,
  'a test named as that of an extract': number =>
    `const json = pm.response.json(); pm.test('extract id${number}', () => { pm.expect(json).to.have.property('id'); pm.environment.set('id${number}', json.id) })`,
  'a variable': number => `pm.environment.set('order${number}', pm.response.json().id)`,
  'a variable that is read': number =>
    `pm.environment.set('order${number}', 'x'); pm.test('Order', () => pm.expect(pm.response.json().id).to.eql(pm.environment.get('order200')))`,
  'a variable set twice': number =>
    `pm.environment.set('order${number}', 'x'); pm.environment.set('order404', 'y')`,
  'what stays a script': number =>
    `pm.test('Loop ${number}', () => { for (const one of pm.response.json()) pm.expect(one.id).to.eql(${number}) })`,
  'a line that is cut': number =>
    `pm.expect(pm.response.json().withANameThatIsSoLongThatTheLineIsCutBehindItSomewhere).to.eql(${number})`,
  'a value under a condition': number =>
    `const json = pm.response.json(); if (json.id === 200) pm.test('Id', () => pm.expect(json.id).to.eql(${number}))`,
  'a number by its escape': number =>
    `pm.test('\\x34\\x30\\x34', () => pm.expect(pm.response.json().id).to.eql(${number}))`,
}
const numbers = [
  '1',
  '7',
  '2',
  '0',
  '12',
  '31',
  '55',
  '123',
  '200',
  '404',
  '599',
  '600',
  '999',
  '1234',
  '007',
  '5678',
]

describe('a script that differs in numbers from others', () => {
  for (const [name, form] of Object.entries(forms))
    for (const phase of ['after', 'before'] as const)
      test(`becomes what it becomes by itself: ${name}, ${phase}`, () => {
        // The second time all forms are known.
        for (const [index, number] of [...numbers, ...numbers].entries()) {
          const shared = { names: new Set(['order999', 'id31']), mayBeAny: false }
          const alone = { texts: new Set([`${name} ${phase} ${index}`]), shared }
          const source = form(number)
          assert.deepEqual(translateScript(source, phase, { shared }), translateScript(source, phase, alone))
        }
      })
})

describe('scripts of one form', () => {
  const form = (one: number, other: number) =>
    `pm.test('Case ${one}', () => { pm.expect(pm.response.json().id).to.eql(${other}); pm.response.to.have.status(200) })`
  const example = (one: number, other: number) => {
    const source = form(one, other)
    const script = numberedScript(source)
    assert.ok(script)
    return { script, translation: translateScript(source, 'after') }
  }

  test('are filled in', () => {
    const learnt = learn(example(11, 22), example(33, 44))
    assert.deepEqual(learnt?.(['55', '66'])?.validations, [
      { name: 'Case 55', '$.id': 66 },
      { name: 'Case 55', status: 200 },
    ])
  })
  test('are so where they have the numbers that the examples have in common', () => {
    const learnt = learn(example(11, 22), example(11, 44))
    assert.deepEqual(learnt?.(['11', '66'])?.validations[0], { name: 'Case 11', '$.id': 66 })
    assert.equal(learnt(['55', '66']), undefined)
  })
  test('are of one form only if the same of their numbers are the same, and as long', () => {
    const forms = [form(11, 22), form(33, 33), form(1, 22), form(200, 22)].map(
      one => numberedScript(one)?.form,
    )
    assert.equal(new Set(forms).size, forms.length)
  })
})
