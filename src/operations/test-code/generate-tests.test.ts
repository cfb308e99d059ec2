import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { type Files, withFolder } from '../../testing/run-program.ts'
import { hostIn } from '../testing/host-in.ts'
import type { GenerateInput } from './generate-input.ts'
import { generateTests } from './generate-tests.ts'

const suite = (request: string): string => `suite: X\nsteps: [{ name: One, request: "GET ${request}" }]\n`

const files: Files = {
  'a/x.apitest.yaml': suite('http://127.0.0.1:9/of-a'),
  'b/x.apitest.yaml': suite('http://127.0.0.1:9/of-b'),
}

const call = (...sources: readonly string[]): GenerateInput => {
  const [source = '', ...others] = sources
  return { source, others, framework: 'pytest-httpx', output: 'out' }
}

/** The files that are written, each with its state, or what is wrong. */
async function generated(folder: string, input: GenerateInput): Promise<readonly string[]> {
  const answer = await generateTests.run(input, hostIn(folder))
  return answer.ok
    ? answer.value.files.map(({ name, state }) => `${name} ${state}`)
    : answer.problems.map(({ message }) => message)
}

describe('tests of several sources', () => {
  it('are refused where these are of several projects, before anything is written', () =>
    withFolder(
      { ...files, 'a/apitest.config.yaml': '{}\n', 'b/apitest.config.yaml': '{}\n' },
      async folder => {
        const [message, ...others] = await generated(folder, call('a/x.apitest.yaml', 'b/x.apitest.yaml'))
        assert.match(message ?? '', /^the suites belong to 2 configurations: a.apitest\.config\.yaml, b/)
        assert.deepEqual([others, existsSync(path.join(folder, 'out'))], [[], false])
      },
    ))

  it('are all told before they are run', () =>
    withFolder(files, async folder => {
      const input = { ...call('a/x.apitest.yaml', 'b/x.apitest.yaml'), run: true }
      const told = await generateTests.preview?.(input, hostIn(folder))
      assert.ok(told?.ok)
      assert.match(told.value.sentences.join('\n'), /x\.apitest[^]*of-a[^]*of-b/)
    }))

  it('have names of their own, the same every time', () =>
    withFolder(files, async folder => {
      const input = call('a/x.apitest.yaml', 'b/x.apitest.yaml')
      assert.deepEqual(await generated(folder, { ...input, check: true }), [
        'out/test_x.py outdated',
        'out/test_x_2.py outdated',
      ])
      assert.deepEqual(await generated(folder, input), ['out/test_x.py written', 'out/test_x_2.py written'])
      assert.match(readFileSync(path.join(folder, 'out/test_x.py'), 'utf8'), /of-a/)
      assert.match(readFileSync(path.join(folder, 'out/test_x_2.py'), 'utf8'), /of-b/)
      assert.deepEqual(await generated(folder, input), [
        'out/test_x.py unchanged',
        'out/test_x_2.py unchanged',
      ])
    }))

  it('are one file where a source is a part of another', () =>
    withFolder(files, async folder => {
      assert.deepEqual(await generated(folder, call('a', 'a/x.apitest.yaml')), ['out/test_x.py written'])
      assert.deepEqual(readdirSync(path.join(folder, 'out')), ['test_x.py'])
      assert.match(readFileSync(path.join(folder, 'out/test_x.py'), 'utf8'), /, of a\n/)
    }))

  for (const [what, more] of [
    ['cannot be read', { 'b/x.apitest.yaml': 'suite: [\n' }],
    ['has a file in its way', { 'out/test_x_2.py': 'mine = 1\n' }],
  ] as const)
    it(`are not written at all where one of the sources ${what}`, () =>
      withFolder({ ...files, ...more }, async folder => {
        const answer = await generateTests.run(call('a/x.apitest.yaml', 'b/x.apitest.yaml'), hostIn(folder))
        assert.equal(answer.ok, false)
        assert.equal(existsSync(path.join(folder, 'out/test_x.py')), false)
      }))
})
