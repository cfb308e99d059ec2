import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { checked, findingsOf } from './testing/checked.ts'

const folders = ['contracts/openapi', 'imports/openapi'].map(name => path.resolve('../shared/corpus', name))
const documents = folders
  .filter(folder => existsSync(folder))
  .flatMap(folder => readdirSync(folder).map(name => path.join(folder, name)))
  .filter(file => /\.(?:ya?ml|json)$/.test(file) && !/(?:facts|index)\.json$/.test(file))

describe(
  'requests with made-up values',
  { skip: documents.length === 0 ? 'there are no documents' : false },
  () => {
    for (const file of documents)
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
  },
)
