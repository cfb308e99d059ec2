import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareWithNode } from '../testing/compare-answer.ts'
import { variedAnswers } from '../testing/vary-answer.ts'

// scripts/compare-answers.mjs does the same with as many answers as one likes, and with curl.

for (const seed of [1, 2, 3])
  test(`answers that are right, nearly right and wrong are read as node:http does (seed ${seed})`, async () => {
    const next = variedAnswers(seed)
    for (let count = 0; count < 1500; count++) {
      const { answer, ours, theirs, reason } = (await compareWithNode(next())) ?? { reason: 'the same' }
      assert.ok(reason !== undefined, JSON.stringify({ answer, ours, theirs }, undefined, 2))
    }
  })
