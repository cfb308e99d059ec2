import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { environmentName } from './environment-names.ts'

const names = {
  apiKey: 'API_KEY',
  'X-API-Key': 'X_API_KEY',
  'access token': 'ACCESS_TOKEN',
  user: 'USER_',
  Path: 'PATH_',
  '2fa': 'VALUE_2FA',
  '-': 'VALUE_',
}

describe('the name of a variable in the environment', () => {
  for (const [name, expected] of Object.entries(names))
    it(`is ${expected} for ${name}`, () => {
      assert.equal(environmentName(name), expected)
    })
})
