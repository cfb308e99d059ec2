import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { collectionName } from './collection-name.ts'

const url = 'https://ada:secret@api.example.com:8080/users'
const names: readonly (readonly [file: string, url: string, name: string])[] = [
  ['calls/orders.sh', url, 'orders'],
  ['orders', url, 'orders'],
  ['-', url, 'api.example.com'],
  ['-', 'localhost/users', 'localhost'],
  ['-', '{{baseUrl}}/users', 'imported'],
  ['-', '', 'imported'],
  ['.sh', '', 'imported'],
  ['https://files.example.com/orders.sh?key=1', url, 'orders'],
  ['https://files.example.com/', url, 'api.example.com'],
]

describe('the name of a collection that has none', () => {
  for (const [file, first, name] of names)
    it(`is ${name} for ${file} with ${first || 'no URL'}`, () => {
      assert.equal(collectionName(file, /\.sh$/, first), name)
    })
})
