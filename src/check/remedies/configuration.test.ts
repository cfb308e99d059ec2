import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readWithPlaces } from '../../document/index.ts'
import type { JsonObject } from '../../model/json.ts'
import validateConfiguration from '../../generated/configuration-validator.js'
import { checkConfiguration } from '../check-configuration.ts'
import { withConfigurationRemedies } from './configuration.ts'

const address = { baseUrl: 'http://127.0.0.1:4010' }

/** A line that no configuration takes, and the value of the lines that stand there in its place. */
const mistakes: readonly (readonly [written: string, instead: JsonObject])[] = [
  ['suites: 7', { suites: ['suites/'] }],
  ['paths: tests/', { suites: ['tests/'] }],
  ['environment: [local]', { environment: 'local' }],
  ['env: { a: 1 }', { environment: 'local' }],
  ['environments: 5', { environments: { local: { variables: address } } }],
  ['variables: 5', { variables: address }],
  ['secrets: [PASSWORD]', { secrets: { password: '{{env.SHOP_PASSWORD}}' } }],
  ['env-file: { a: 1 }', { 'env-file': '.env' }],
  ['url: 7', { variables: address }],
  ['settings: 5', { settings: { timeout: '10s', headers: { Accept: 'application/json' } } }],
  ['workers: many', { workers: 4 }],
  ['parallel: "8"', { workers: 8 }],
  ['reporters: { junit: a.xml }', { reporters: ['junit=a.xml'] }],
  ['reporter: 5', { reporters: ['pretty', 'junit=reports/junit.xml'] }],
  ['exec: yes', { 'allow-exec': true }],
  ['allow-exec: 5', { 'allow-exec': ['suites/with-commands/'] }],
  ['history: 5', { history: false }],
  [
    'services: 5',
    { services: [{ name: 'shop', command: 'npm run shop', url: 'http://127.0.0.1:4010/health' }] },
  ],
]

describe('F7: mistakes in a configuration are told with the lines to write', () => {
  for (const [written, instead] of mistakes)
    it(`F7: configuration: ${written}`, async () => {
      const source = await readWithPlaces(`${written}\n`, '/apitest.config.yaml', '')
      const [problem, ...others] = withConfigurationRemedies(source, checkConfiguration(source))
      assert.deepEqual(others, [])
      const lines = (problem?.hint ?? '').split('\n').slice(1).join('\n')
      const { value } = await readWithPlaces(lines, '/apitest.config.yaml', '')
      assert.deepEqual(value, instead)
      assert.ok(validateConfiguration(value), JSON.stringify(validateConfiguration.errors))
    })

  for (const written of ['spec: openapi.yaml', 'coverage-threshold: 80', 'retries: 2', 'tags: [smoke]'])
    it(`F7: an option of a run is no key: ${written}`, async () => {
      const source = await readWithPlaces(`${written}\n`, '/apitest.config.yaml', '')
      const problems = withConfigurationRemedies(source, checkConfiguration(source))
      assert.deepEqual(
        problems.map(({ code, hint = '' }) => [
          code,
          /^Options of a run stand on the command line/.test(hint),
        ]),
        [['unknown-key', true]],
      )
    })
})
