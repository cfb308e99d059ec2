import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pathParameters } from '../util/path-shape.ts'
import { RouteTrie } from './route-trie.ts'

function found(
  paths: readonly string[],
  path: string,
): readonly (readonly [string, Record<string, string>])[] {
  const trie = new RouteTrie<string>()
  for (const one of paths) trie.add(one, one)
  return trie.find(path).flatMap(({ values, parameters }) =>
    values.map(value => {
      const names = pathParameters(value)
      return [value, Object.fromEntries(names.map((name, index) => [name, parameters[index] ?? '']))] as const
    }),
  )
}

describe('paths of routes', () => {
  it('are found by their segments, with the values of their parameters', () => {
    const paths = ['/users', '/users/{id}', '/users/{id}/orders/{order}']
    assert.deepEqual(found(paths, '/users'), [['/users', {}]])
    assert.deepEqual(found(paths, '/users/7'), [['/users/{id}', { id: '7' }]])
    assert.deepEqual(found(paths, '/users/7/orders/a'), [
      ['/users/{id}/orders/{order}', { id: '7', order: 'a' }],
    ])
    assert.deepEqual(found(paths, '/users/7/orders'), [])
  })

  it('that are concrete come before those with parameters at every level, whatever their order', () => {
    const paths = ['/{a}/{b}', '/{a}/list', '/users/{b}', '/users/v{b}', '/users/list']
    const values = found(paths, '/users/list').map(([value]) => value)
    assert.deepEqual(values, ['/users/list', '/users/{b}', '/{a}/list', '/{a}/{b}'])
    assert.deepEqual(
      found(paths, '/users/v2')
        .map(([value]) => value)
        .slice(0, 2),
      ['/users/v{b}', '/users/{b}'],
    )
  })

  it('go back where the concrete way leads nowhere', () => {
    assert.deepEqual(found(['/users/me/keys', '/users/{id}'], '/users/me'), [['/users/{id}', { id: 'me' }]])
  })

  for (const [path, asked, parameters] of [
    ['/reports/{name}.{type}', '/reports/a.b.csv', { name: 'a', type: 'b.csv' }],
    ['/v1/items:{action}', '/v1/items:search', { action: 'search' }],
    ['/files/{path*}', '/files/a/b/c.txt', { path: 'a/b/c.txt' }],
    ['/{id}', '/a%2Fb%20c', { id: 'a/b c' }],
    ['/{id}', '/100%', { id: '100%' }],
    ['/caf%C3%A9', '/café', {}],
    ['/', '/', {}],
    ['/{__proto__}', '/x', Object.fromEntries([['__proto__', 'x']])],
  ] as const)
    it(`${asked} is one of ${path}`, () => {
      const [[, values] = ['', {}]] = found([path], asked)
      assert.deepEqual(Object.entries(values), Object.entries(parameters))
    })

  for (const [path, asked] of [
    ['/users/{id}', '/users/'],
    ['/users', '/users/'],
    ['/users', '/Users'],
    ['/a.b', '/axb'],
    ['/v1/items:search', '/v1/items:find'],
    ['/path/{x}/end', '/path//end'],
  ] as const)
    it(`${asked} is none of ${path}`, () => {
      assert.deepEqual(found([path], asked), [])
    })

  it('are told apart in a time that grows with their length alone', () => {
    const trie = new RouteTrie<string>()
    trie.add('/{a}-{b}-{c}-{d}.json', 'x')
    assert.deepEqual(trie.find('/1--2-3-4-5.json')[0]?.parameters, ['1', '-2', '3', '4-5'])
    const started = performance.now()
    assert.deepEqual(trie.find(`/${'-'.repeat(10_000)}`), [])
    assert.deepEqual(trie.find(`/${'-'.repeat(10_000)}.jso`), [])
    assert.ok(performance.now() - started < 200)
  })

  it('are found as fast among ten thousand as alone', () => {
    const trie = new RouteTrie<number>()
    for (let index = 0; index < 10_000; index++) trie.add(`/r${index}/items/{id}`, index)
    const { cpu } = measured(() => {
      for (let index = 0; index < 10_000; index++)
        assert.equal(trie.find(`/r${index}/items/1`)[0]?.values[0], index)
    })
    assert.ok(cpu < 500, `${cpu} ms`)
  })
})

function measured(work: () => void): { readonly cpu: number } {
  const before = process.cpuUsage()
  work()
  const { user } = process.cpuUsage(before)
  return { cpu: user / 1000 }
}
