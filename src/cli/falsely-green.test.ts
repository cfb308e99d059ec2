import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { kinds } from './testing/falsely-green/kinds.ts'
import { judge, type Tried, trySlips } from './testing/falsely-green/try-slips.ts'
import type { Slip } from './testing/falsely-green/slip.ts'
import { leftToLaterTier, shareOf } from '../testing/parts.ts'

let tried: ReadonlyMap<Slip, Tried> = new Map()

before(async () => {
  tried = await trySlips(Object.values(kinds).flatMap(shareOf))
})

for (const [kind, slips] of Object.entries(kinds))
  describe(`falsely green by ${kind}`, () => {
    for (const [index, slip] of slips.entries())
      it(`B: ${slip.title}`, { skip: leftToLaterTier(index) }, () => {
        const both = tried.get(slip)
        assert.ok(both)
        judge(slip, both)
      })
  })
