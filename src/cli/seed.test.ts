import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { runProgram, withFolder } from '../testing/run-program.ts'

const suite = (name: string): string => `suite: ${name}
variables: { id: "{{$uuid}}", regions: [eu, us, ap, af, sa, oc] }
data: [{ n: 1 }, { n: 2 }]
steps:
  - name: Make
    set: { made: "{{n}} {{id}} {{$randomInt}} {{regions | pick}} {{$randomEmail}}" }
    validations: [{ variable made: { equals: none } }]
  - use: used.apitest.yaml
    with: {}
`
const used = 'suite: Used\ninputs: []\nsteps:\n  - set: { inner: "{{$uuid}}" }\n'

/** Returns the values that a run makes, by the file and the row, and the seed that it tells. */
async function made(
  folder: string,
  ...words: string[]
): Promise<{ values: string; seed: number | undefined }> {
  const { output } = await runProgram(folder, ['.', '--reporter', 'ndjson', ...words])
  const events = output
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Record<string, never>)
  const values = output.match(/[0-9a-f-]{36} \d+ \w\w \S+?@example\.\w+/g) ?? []
  const { summary } = events.at(-1) as unknown as { summary: { seed?: number } }
  return { values: [...new Set(values)].toSorted().join('\n'), seed: summary.seed }
}

describe('the seed of a run', () => {
  it('makes the same values, whatever runs beside', () =>
    withFolder(
      { 'a.apitest.yaml': suite('A'), 'b.apitest.yaml': suite('B'), 'used.apitest.yaml': used },
      async folder => {
        const first = await made(folder)
        assert.equal(first.values.split('\n').length, 4)
        const again = await made(folder, '--seed', String(first.seed), '--workers', '1')
        assert.deepEqual(again, first)
        const other = await made(folder)
        assert.notEqual(other.seed, first.seed)
        assert.notEqual(other.values, first.values)
      },
    ))

  it('is told by a run that failed, and only where something was made of it', () =>
    withFolder(
      {
        'a.apitest.yaml': suite('A'),
        'used.apitest.yaml': used,
        'plain/c.apitest.yaml': 'suite: C\nsteps: [{ set: { a: 1 }, validations: [{ variable a: 2 }] }]\n',
      },
      async folder => {
        const { output } = await runProgram(folder, ['a.apitest.yaml', '--seed', '5'])
        assert.match(output, /Seed +--seed 5 makes the same values/)
        const plain = await runProgram(folder, ['plain', '--seed', '5'])
        assert.equal(plain.exitCode, 1)
        assert.doesNotMatch(plain.output, /Seed/)
      },
    ))

  for (const wrong of ['x', '-1', '1.5', ''])
    it(`is not ${JSON.stringify(wrong)}`, () =>
      withFolder({ 'a.apitest.yaml': suite('A') }, async folder => {
        const { exitCode, errors } = await runProgram(folder, ['a.apitest.yaml', `--seed=${wrong}`])
        assert.equal(exitCode, 2)
        assert.match(errors, /--seed/)
      }))
})
