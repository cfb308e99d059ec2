import assert from 'node:assert/strict'
import { it } from 'node:test'
import { briefly, needsTurn, useTime } from '../util/turns.ts'
import { type Reach, reachOf } from './decide-pattern.ts'

const patterns: Readonly<Record<Reach, readonly string[]>> = {
  every: [
    ...[String.raw`^(?=)`, String.raw`^(?!$.)`, '^[^]*$', '^(?=.*)', '(?<=)', '^(<!doctype|(?!<!doctype))'],
    ...[
      '.*',
      '^',
      '^.*$',
      'Bob|',
      String.raw`\s*`,
      '(?i)^',
      '^(a|(?!a))',
      '(?s)^.*$',
      String.raw`^([\s\S]*)$`,
    ],
  ],
  none: [
    ...['$fatal error', String.raw`[^\s\S]`, '(?!)', 'Traceback^', String.raw`Exception\b\B`],
    ...[
      String.raw`stack\btrace`,
      String.raw`(?i)[^\d\D]rror`,
      String.raw`error$\n^stack`,
      '.^',
      '[]',
      '^x(?!)',
    ],
  ],
  some: [
    ...[
      'error',
      '(?i)error',
      '^(?!.*error)',
      '^$',
      '^[^\n]*$',
      String.raw`^(?!\s*$)`,
      '^[^<>]*$',
      '.',
      '[^]',
    ],
    ...[String.raw`^(?=.*\d)(?=.*[a-z]).{8,}$`, String.raw`^[\x00-\x7f]*$`, String.raw`^[^\x00-\x08]*$`],
    ...['^[^]{0,10000}$', String.raw`[\u4e00-\u9fff]`, String.raw`^\P{L}*$`, String.raw`(a)\1`, '(?m)^b$'],
    ...[String.raw`^(?!.*\b(foo|bar)\b.*qux)`, String.raw`^\w*$`, String.raw`(?<!\d)\d{4}(?!\d)`, '^a?b?$'],
    ...[String.raw`^(\d{1,3}\.){3}\d{1,3}$`, '^(?:(?!abc).)*$', '(?m)error$\n^stack', String.raw`\x{41}`],
    ...['^[ -~]*$', String.raw`^[\s\S]{0,255}$`, String.raw`\{"id":\d+\}`, '(?<=a)b', '('],
  ],
}

for (const [reach, all] of Object.entries(patterns))
  for (const pattern of all)
    it(`${pattern} is found in ${reach}`, () => {
      assert.equal(reachOf(pattern), reach)
    })

it('is decided in a later turn where there is no time left', () => {
  const pattern = '^(?=)(?=)'
  const late = (): Reach =>
    briefly(() => {
      useTime(1000)
      return reachOf(pattern)
    })
  assert.throws(late, needsTurn)
  assert.equal(reachOf(pattern), 'every')
})
