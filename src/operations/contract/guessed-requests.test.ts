import assert from 'node:assert/strict'
import path from 'node:path'
import { describe, it } from 'node:test'
import { corpusDocuments } from '../../testing/corpus.ts'
import { checked, findingsOf } from './testing/checked.ts'

describe('requests with made-up values', () => {
  for (const file of corpusDocuments('contracts/openapi', 'imports/openapi'))
    it(`satisfy ${path.basename(file)}`, async () => {
      const result = await checked(
        {},
        (request, response) => {
          request.resume().on('end', () => response.writeHead(204).end())
        },
        { spec: file, choice: { includeWrites: true, maxOperations: 100_000 } },
      )
      const { operations } = result.check
      const wrong = operations
        .filter(({ called, checks }) => !called || checks?.request.outcome !== 'passed')
        .map(one =>
          [
            one.operation,
            one.reason ?? '',
            ...findingsOf(one).filter(text => text.startsWith('request')),
          ].join(' | '),
        )
      assert.ok(operations.length > 0)
      assert.ok(wrong.length <= operations.length / 100, wrong.slice(0, 20).join('\n'))
    })
})
