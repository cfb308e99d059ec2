import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseSuite } from '../parse/parse-suite.ts'
import { type Selection, selectSteps } from './select.ts'

const text = `
suite: Shop
tags: [shop]
steps:
  - request: POST http://x/login
    name: Log in
    extracts: { token: $.token }
  - request: GET http://x/items
    name: Items
    tags: [smoke]
  - request: GET http://x/me?{{token}}
    name: Me
    id: me
    tags: [slow]
  - set: { later: "{{token}}" }
    name: Keep
  - request: GET http://x/later/{{later}}
    name: Later
`

function chosen(selection: Partial<Selection>): string {
  const { suite } = parseSuite(text, '/shop.apitest.yaml')
  return selectSteps(suite, 'shop.apitest.yaml', { tags: [], ...selection })
    .map(step => step.name)
    .join(', ')
}

describe('choosing steps', () => {
  it('by the tags of the step or the suite', () => {
    assert.equal(chosen({ tags: ['smoke'] }), 'Items')
    assert.equal(chosen({ tags: ['shop'] }), 'Log in, Items, Me, Keep, Later')
    assert.equal(chosen({ tags: ['nothing'] }), '')
  })

  it('leaves out tags with !', () => {
    assert.equal(chosen({ tags: ['!slow'] }), 'Log in, Items, Keep, Later')
    assert.equal(chosen({ tags: ['shop', '!smoke', '!slow'] }), 'Log in, Keep, Later')
  })

  it('brings the steps that give the chosen ones their variables', () => {
    assert.equal(chosen({ tags: ['slow'] }), 'Log in, Me')
    assert.equal(chosen({ grep: name => name.endsWith('> Later') }), 'Log in, Keep, Later')
  })

  it('by suite and step, id, or file', () => {
    assert.equal(chosen({ grep: name => name === 'Shop > Items' }), 'Items')
    assert.equal(chosen({ grep: name => name === 'me' }), 'Log in, Me')
    assert.equal(chosen({ grep: name => name === 'shop.apitest.yaml' }), 'Log in, Items, Me, Keep, Later')
  })
})
