import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { runLine, withFolder } from '../testing/run-program.ts'

const far = 'x'.repeat(120)
const suite = [
  'suite: A',
  'steps:',
  '  - exec: echo hello',
  `    validations: [{ text: { contains: "${far}", starts-with: goodbye, not-contains: "${far}y" } }]`,
  '',
].join('\n')
const wrong = `suite: A\nsteps:\n  - { description: "${far}", pause: 1ms, nonsense: 1, tags: ["${far}"] }\n`

/** Returns the text above the carets of each frame. */
function marked(printed: string): readonly string[] {
  const lines = printed.split('\n')
  return lines.flatMap((line, index) => {
    const [, before = '', carets] = /^(\s*│ *)(\^+)$/.exec(line) ?? []
    return carets === undefined
      ? []
      : [(lines[index - 1] ?? '').slice(before.length, before.length + carets.length)]
  })
}

describe('F9: frames in a terminal', () => {
  for (const columns of [40, 80, 200])
    it(`F9: no line of one is wider than ${columns} columns, and its carets stand under what they mark`, () =>
      withFolder({ 'a.apitest.yaml': suite, 'b.apitest.yaml': wrong }, async folder => {
        const environment = { COLUMNS: String(columns) }
        const [run, check] = await Promise.all([
          runLine(folder, ['a.apitest.yaml', '--allow-exec'], { environment }),
          runLine(folder, ['check', 'b.apitest.yaml'], { environment }),
        ])
        assert.deepEqual([run.exitCode, check.exitCode], [1, 2], run.output + check.errors)
        const frames = (run.output + check.errors).split('\n').filter(line => line.includes('│'))
        for (const line of frames) assert.ok(line.length <= columns, `${line.length} columns: ${line}`)
        assert.deepEqual(marked(check.errors), ['nonsense'])
        assert.match(marked(run.output)[0] ?? '', /^contains: ".*$|^contains$/)
      }))
})

describe('F9: help in a terminal', () => {
  for (const columns of [40, 80, 200])
    it(`F9: is no wider than ${columns} columns, nor than 100`, async () => {
      for (const command of [[], ['send'], ['contract', 'check']]) {
        const environment = { COLUMNS: String(columns) }
        const { output } = await runLine('.', [...command, '--help'], { environment })
        assert.match(output, /--help/)
        for (const line of output.split('\n').filter(text => text.includes('  ')))
          assert.ok(line.length <= Math.min(columns, 100), `${line.length} columns: ${line}`)
      }
    })
})
