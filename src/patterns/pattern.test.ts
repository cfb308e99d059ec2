import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { PatternTimeout, type Pattern } from './result.ts'
import { compilePattern } from './index.ts'
import { whenLoaded } from '../util/lazy-part.ts'

async function pattern(text: string): Promise<Pattern> {
  const compiled = await whenLoaded(() => compilePattern(text))
  if (!compiled.ok) throw new Error(compiled.message)
  return compiled.pattern
}

const cases: readonly (readonly [pattern: string, text: string, matches: boolean])[] = [
  ['b', 'abc', true],
  ['^b', 'abc', false],
  ['^.$', '😀', true],
  ['.', '\r', false],
  ['.', '\u2028', false],
  ['\\s', '\u00a0', true],
  ['\\S', '\u00a0', false],
  ['^[^\\s]$', '\u2003', false],
  ['^[\\s\\S]+$', 'a\n\u00a0', true],
  ['^[\\Sx]$', '\ufeff', false],
  ['^a$', 'a\n', false],
  ['[[:alpha:]]', 'x', false],
  ['^[.]$', 'x', false],
  ['^\\w+\\-\\d+$', 'ab-12', true],
  ['^\\p{Lu}$', 'É', true],
  ['^\\p{Letter}+$', 'Éa', true],
  ['^\\p{Script=Greek}$', 'α', true],
  ['^\\u00e9$', 'é', true],
  ['^\\u{1F600}$', '😀', true],
  ['(?i)^ADA$', 'ada', true],
  ['(?s)a.b', 'a\nb', true],
  ['^(?:a|b){2,3}?$', 'aba', true],
  ['(?<=\\$)\\d+', '$12', true],
  ['(?<!\\$)\\b\\d+', '$12', false],
  ['^(?!.*secret)', 'no secrets', false],
  ['^(a|b)\\1$', 'aa', true],
  ['^(a|b)\\1$', 'ab', false],
  ['^(?<x>a|b)\\k<x>$', 'bb', true],
  ['^(?<x>a|b)\\k<x>$', 'bk<x>', false],
  ['^a{2,5000}$', 'aaa', true],
  ['a{', 'a{', true],
]

describe('patterns', () => {
  for (const [text, subject, matches] of cases)
    it(`${text} ${matches ? 'matches' : 'does not match'} ${JSON.stringify(subject)}`, async () => {
      assert.equal((await pattern(text)).test(subject), matches)
    })

  it('give their first group, or all of a match without groups', async () => {
    assert.equal((await pattern('id=(\\d+)-(\\d+)')).firstGroup('x id=12-3'), '12')
    assert.equal((await pattern('\\d+')).firstGroup('x 12'), '12')
    assert.equal((await pattern('(?=x)x(\\d)')).firstGroup('x1'), '1')
    assert.equal((await pattern('(?=x)x\\d')).firstGroup('x1'), 'x1')
    assert.equal((await pattern('()x')).firstGroup('x'), '')
    assert.equal((await pattern('(a)|b')).firstGroup('b'), undefined)
    assert.equal((await pattern('c')).firstGroup('b'), undefined)
  })

  for (const text of ['(', '[a', '*', 'a**b++', '(?<x', '\\p{Nonsense}(?=a)['])
    it(`${text} is none`, async () => {
      const compiled = await whenLoaded(() => compilePattern(text))
      assert.equal(compiled.ok, false)
      assert.notEqual(compiled.message, '')
    })
})

describe('patterns that would hang a backtracking engine', () => {
  const subject = `${'a'.repeat(100_000)}!`

  for (const text of ['^(a+)+$', '^(a|a)*$', '^(a|aa)+$', '(?:a*)*b', '^(([a-z])+.)+[A-Z]([a-z])+$'])
    it(`${text} ends soon`, async () => {
      const startedAt = performance.now()
      assert.equal((await pattern(text)).test(subject), false)
      assert.ok(performance.now() - startedAt < 900)
    })

  for (const text of ['^(a+)+$(?!x)', '^(a+)+\\1$'])
    it(`${text} is stopped after a second`, async () => {
      const slow = await pattern(text)
      const startedAt = performance.now()
      assert.throws(() => slow.test(subject), PatternTimeout)
      assert.ok(performance.now() - startedAt < 5000)
      assert.equal(slow.test('b'), false)
    })
})
