import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { describe, it } from 'node:test'
import xpath from 'xpath'
import { hastenNodeSets } from './node-sets.ts'
import { readXml } from './read-document.ts'
import type { TreeNode } from './tree.ts'
import { shareOfCount } from '../../testing/parts.ts'

/** The package as it is. */
const untouched = ((): typeof xpath => {
  const require = createRequire(import.meta.url)
  const place = require.resolve('xpath')
  const known = require.cache[place]
  Reflect.deleteProperty(require.cache, place)
  const loaded = require(place) as typeof xpath
  require.cache[place] = known
  return loaded
})()

const namespaces: Readonly<Record<string, string>> = { p: 'urn:p', q: 'urn:q' }

describe('sets of nodes', () => {
  it('are found as the package finds them', () => {
    hastenNodeSets()
    const pick = picker(1)
    let sets = 0
    for (let round = 0; round < shareOfCount(30); round++) {
      const text = element(pick, 0)
      const document = readXml(text)
      for (let index = 0; index < 40; index++) {
        const expression = anyExpression(pick)
        const found = evaluated(xpath, expression, document)
        assert.deepEqual(found, evaluated(untouched, expression, document), `${expression} in ${text}`)
        if (Array.isArray(found) && found.length > 1) sets++
      }
    }
    assert.ok(sets > shareOfCount(100), `${sets} sets of several nodes`)
  })
})

/** The nodes of a set, in their order; the value of anything else; why there is none. */
function evaluated(used: typeof xpath, expression: string, node: TreeNode): unknown {
  try {
    const value = used.parse(expression).evaluate({ node, namespaces: prefix => namespaces[prefix] })
    // Nodes of the namespace axis are made anew each time.
    const nodes = value.toArray?.() as
      | readonly (Partial<TreeNode> & Pick<TreeNode, 'nodeName' | 'nodeValue'>)[]
      | undefined
    return nodes?.map(one => one.order ?? `${one.nodeName}=${one.nodeValue}`) ?? value.stringValue()
  } catch (error) {
    return (error as Error).message
  }
}

type Choose = <One>(choices: readonly One[]) => One

/** Choices that are the same in each run. */
function picker(seed: number): Choose {
  let state = seed
  return choices => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff
    return choices[(state >> 8) % choices.length] as (typeof choices)[number]
  }
}

function element(pick: Choose, level: number): string {
  const name = pick(['a', 'b', 'p:a', 'q:b', 'p:c'])
  const names = pick(['', ' x="1"', ' x="2" p:y="1"', ' xmlns:r="urn:r"'])
  const about = level === 0 ? ' xmlns:p="urn:p" xmlns:q="urn:q"' : ''
  const children = Array.from({ length: level > 4 ? 0 : pick([1, 2, 3, 4]) + Number(level === 0) }, () =>
    pick([
      () => element(pick, level + 1),
      () => element(pick, level + 1),
      () => pick(['1', '2', 'two', ' ']),
      () => pick(['<!--1-->', '<?a 2?>', '<a/>']),
    ])(),
  )
  return `<${name}${about}${names}>${children.join('')}</${name}>`
}

/** Not those of namespaces: the package counts their nodes once for each way that leads to an element. */
const axes = [
  ...[
    '',
    '',
    '',
    '@',
    'descendant::',
    'descendant-or-self::',
    'ancestor::',
    'ancestor-or-self::',
    'parent::',
  ],
  ...['following::', 'preceding::', 'following-sibling::', 'preceding-sibling::', 'self::'],
]

function path(pick: Choose, depth = 0): string {
  const steps = Array.from({ length: pick([1, 2, 2, 3]) }, () => {
    const test = pick(['a', 'b', '*', '*', 'p:a', 'q:*', 'node()', 'text()', 'comment()'])
    const filter = depth < 2 && pick([true, false, false]) ? `[${predicate(pick, depth + 1)}]` : ''
    return `${pick(axes)}${test}${filter}`
  })
  return `${pick(['/', '//', '', './/'])}${steps.join(pick(['/', '//', '/../']))}`
}

function predicate(pick: Choose, depth: number): string {
  return pick([
    () => pick(['1', '2', 'last()', 'position() > 1', '@x', '@x = 1', 'last() - 1', '. = 2']),
    () => path(pick, depth),
    () => `${path(pick, depth)} = ${path(pick, depth)}`,
    () => `count(${path(pick, depth)}) > 1`,
  ])()
}

function anyExpression(pick: Choose): string {
  return pick([
    () => path(pick),
    () => path(pick),
    () => `${path(pick)} | ${path(pick)}`,
    () => `//*/namespace::* | ${pick(['//*', '//@x'])}`,
    () => `(${path(pick)})[${predicate(pick, 1)}]/${pick(['..', '*', 'node()'])}`,
    () => `${pick(['count', 'sum', 'string', 'name', 'boolean'])}(${path(pick)})`,
    () => `${path(pick)} ${pick(['=', '!=', '<', '>='])} ${pick(['1', '"two"', path(pick)])}`,
  ])()
}
