import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createScope } from './scope.ts'

describe('createScope', () => {
  test('the innermost layer wins', () => {
    const scope = createScope([
      { name: 'row', values: { a: 'row' } },
      { name: 'suite', values: { a: 'suite', b: 'suite' } },
    ])
    assert.equal(scope.find('a')?.value, 'row')
    assert.equal(scope.find('b')?.value, 'suite')
    assert.equal(scope.find('c'), undefined)
  })

  test('a layer wins over a built-in of the same name', () => {
    assert.equal(createScope([{ name: '--var', values: { $uuid: 'mine' } }]).find('$uuid')?.value, 'mine')
  })

  test('null, false, 0 and the empty text are values', () => {
    const scope = createScope([{ name: 'suite', values: { a: null, b: false, c: 0, d: '' } }])
    assert.deepEqual(
      ['a', 'b', 'c', 'd'].map(name => scope.find(name)?.value),
      [null, false, 0, ''],
    )
  })

  for (const name of [
    'constructor',
    '__proto__',
    'toString',
    'hasOwnProperty',
    'env.constructor',
    'env.__proto__',
  ])
    test(`${name} is unknown unless it is data`, () => {
      assert.equal(createScope([{ name: 'suite', values: {} }], {}).find(name), undefined)
    })

  test('__proto__ can be data', () => {
    const values = JSON.parse('{"__proto__":"data"}') as Record<string, string>
    assert.equal(createScope([{ name: 'row', values }]).find('__proto__')?.value, 'data')
  })

  test('the process environment is secret data', () => {
    const scope = createScope([], { TOKEN: '{{a}}' })
    assert.deepEqual(scope.find('env.TOKEN'), { value: '{{a}}', literal: true, secret: true })
    assert.equal(scope.find('env.OTHER'), undefined)
    assert.equal(scope.find('TOKEN'), undefined)
  })

  test('extracted values are data, written ones are not', () => {
    const scope = createScope([
      { name: 'extracted', values: { a: 'x' } },
      { name: 'suite', values: { b: 'x' }, secret: true },
    ])
    assert.deepEqual(scope.find('a'), { value: 'x', literal: true, secret: false })
    assert.deepEqual(scope.find('b'), { value: 'x', literal: false, secret: true })
  })

  test('names are listed once, nearest first, built-in ones last', () => {
    const names = createScope([
      { name: 'row', values: { b: 1 } },
      { name: 'suite', values: { a: 1, b: 2 } },
    ]).names()
    assert.deepEqual(names.slice(0, 3), ['b', 'a', '$uuid'])
  })
})
