import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findFrameworks, testFolder } from './find-framework.ts'

const packages = (names: readonly string[], more: object = {}): string =>
  JSON.stringify({ ...more, devDependencies: Object.fromEntries(names.map(name => [name, '1'])) })

describe('the framework of a project', () => {
  for (const [manifests, names] of [
    [{}, []],
    [{ 'package.json': packages(['vitest']) }, ['vitest']],
    [{ 'package.json': packages(['jest', 'mocha']) }, ['jest', 'mocha']],
    [{ 'package.json': packages(['@playwright/test']) }, ['playwright']],
    [{ 'package.json': packages([], { scripts: { test: 'node --test' } }) }, ['node-test']],
    [{ 'package.json': packages([]) }, ['node-test']],
    [{ 'package.json': '{ broken' }, ['node-test']],
    [
      { 'pyproject.toml': '[project]\ndependencies = ["httpx"]\n[tool.pytest.ini_options]\n' },
      ['pytest-httpx'],
    ],
    [{ 'requirements.txt': 'pytest==9\nrequests\n' }, ['pytest-requests']],
    [{ 'pytest.ini': '' }, ['pytest-requests']],
    [{ 'requirements.txt': 'requests\n' }, ['unittest']],
    [{ 'go.mod': 'module shop\n' }, ['go-test']],
    [{ 'pom.xml': '<artifactId>rest-assured</artifactId>' }, ['junit-rest-assured']],
    [{ 'build.gradle.kts': 'plugins { java }' }, ['junit-http-client']],
    [{ 'Cargo.toml': '[package]' }, ['rust-reqwest']],
    [{ 'composer.json': '{"require-dev":{"phpunit/phpunit":"^12"}}' }, ['phpunit']],
    [{ 'phpunit.xml.dist': '<phpunit/>' }, ['phpunit']],
    [{ 'package.json': packages(['cypress']) }, ['node-test']],
    [{ '.rspec': '--require spec_helper\n' }, ['rspec']],
    [{ Gemfile: "gem 'rspec-rails'\n" }, ['rspec']],
    [{ 'shop.gemspec': "s.add_development_dependency 'rspec'\n" }, ['rspec']],
    [{ 'package.json': packages(['vitest']), 'go.mod': 'module shop\n' }, ['vitest', 'go-test']],
  ] as const)
    it(`with ${Object.keys(manifests).join(' and ') || 'nothing'} is ${names.join(' or ') || 'unknown'}`, () => {
      assert.deepEqual(
        findFrameworks({ manifests, files: [] }).map(({ name }) => name),
        names,
      )
    })
})

it('what a project tests with is named where no tests are written for it', () => {
  const reasons = (manifests: Record<string, string>): readonly string[] =>
    findFrameworks({ manifests, files: [] }).map(({ reason }) => reason)
  assert.match(
    reasons({ 'package.json': packages(['cypress']) }).join(),
    /has cypress, for which no tests are written/,
  )
  assert.match(reasons({ 'package.json': packages(['supertest']) }).join(), /has supertest/)
  assert.match(reasons({ 'pom.xml': '<artifactId>karate-junit5</artifactId>' }).join(), /has karate/)
})

it('tests lie where most of their language do, else in the usual folder', () => {
  const files = ['src/a.test.ts', 'test/b.test.js', 'test/c.test.js', 'api/d_test.go', 'tests/test_e.py']
  assert.equal(testFolder({ manifests: {}, files }, 'JavaScript'), 'test')
  assert.equal(testFolder({ manifests: {}, files }, 'Go'), 'api')
  assert.equal(testFolder({ manifests: {}, files: [] }, 'Python'), 'tests')
  assert.equal(testFolder({ manifests: {}, files }, 'Java'), 'src/test/java')
})
