import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pathParameters } from '../util/path-parameters.ts'
import { RouteTrie } from './route-trie.ts'

function found(
  paths: readonly string[],
  path: string,
): readonly (readonly [string, Record<string, string>])[] {
  const trie = new RouteTrie(paths.map(one => ({ path: one })))
  return trie.find(path).flatMap(({ values, parameters }) =>
    values.map(({ path: value }) => {
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

  it('are found whichever came first, and looked for before or after', () => {
    const paths = ['/a/b/c/d', '/a/b/c/{x}', '/a/{y*}', '/a/b', '/a/b/c/d']
    for (const given of [paths, paths.toReversed()]) {
      const trie = new RouteTrie(given.map(path => ({ path })))
      const values = (path: string): readonly string[] =>
        trie.find(path).flatMap(one => one.values.map(value => value.path))
      assert.deepEqual(values('/a/b/c/d'), ['/a/b/c/d', '/a/b/c/d', '/a/b/c/{x}', '/a/{y*}'])
      assert.deepEqual(values('/a/b'), ['/a/b', '/a/{y*}'])
      assert.deepEqual(values('/a/b/c'), ['/a/{y*}'])
      assert.deepEqual(values('/a'), [])
    }
  })

  it('of which several fit the same are told, whatever their parameters are called', () => {
    const paths = [
      '/a/{x}',
      '/b',
      '/c/{x*}',
      '/a/{y}',
      '/c/{y*}',
      '/a/x',
      '/d{x}.{y}',
      '/d{y}.{x}',
      '/%62',
      '/a%2Fx',
    ]
    const alike = new RouteTrie(paths.map(path => ({ path })))
      .alike()
      .map(group => group.map(one => one.path))
    assert.deepEqual(alike.map(group => group.join(' ')).toSorted(), [
      '/a/{x} /a/{y}',
      '/b /%62',
      '/c/{x*} /c/{y*}',
      '/d{x}.{y} /d{y}.{x}',
    ])
  })

  it('are told apart in a time that grows with their length alone', () => {
    const trie = new RouteTrie([{ path: '/{a}-{b}-{c}-{d}.json' }])
    assert.deepEqual(trie.find('/1--2-3-4-5.json')[0]?.parameters, ['1', '-2', '3', '4-5'])
    const started = performance.now()
    assert.deepEqual(trie.find(`/${'-'.repeat(10_000)}`), [])
    assert.deepEqual(trie.find(`/${'-'.repeat(10_000)}.jso`), [])
    assert.ok(performance.now() - started < 200)
  })

  it('are found as fast among ten thousand as alone', () => {
    const paths = Array.from({ length: 10_000 }, (_, index) => `/r${index}/items/{id}`)
    const trie = new RouteTrie(paths.map(path => ({ path })))
    const { cpu } = measured(() => {
      for (let index = 0; index < 10_000; index++)
        assert.equal(trie.find(`/r${index}/items/1`)[0]?.values[0]?.path, paths[index])
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
