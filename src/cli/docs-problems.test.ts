import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { problemCodes } from '../model/problem.ts'
import { type Fence, fencesOf, sectionsOf } from '../testing/pages.ts'
import { expectOneVoice } from '../testing/one-voice.ts'
import { runLine, withFolder } from '../testing/run-program.ts'

const sections = sectionsOf(await readFile('docs/problems.md', 'utf8'))

describe('docs/problems.md', () => {
  it('explains every code there is, and none that there is not', () => {
    assert.deepEqual(
      [...sections.keys()],
      problemCodes.map(code => `\`${code}\``),
    )
  })

  for (const [heading, text] of sections)
    it(`shows how ${heading} comes about`, () => reproduces(heading.replaceAll('`', ''), fencesOf(text)))
})

/** Writes the section's files, runs its command, and looks for the lines that it shows, in their order. */
async function reproduces(code: string, fences: readonly Fence[]): Promise<void> {
  const shown = fences.find(fence => fence.language === 'console')
  const [command = '', ...lines] = (shown?.text ?? '').trimEnd().split('\n')
  assert.match(command, /^\$ apitest /, 'every section shows a command')
  assert.ok(
    lines.some(line => line.includes(` ${code}  `)),
    `${code} is not shown`,
  )
  const files = Object.fromEntries(
    fences.filter(({ name }) => name !== '').map(({ name, text }) => [name, text]),
  )
  await withFolder(files, async folder => {
    const { output, errors, exitCode } = await runLine(folder, command.split(' ').slice(2))
    const printed = output + errors
    assert.equal(exitCode, exitCodes[code] ?? 2, printed)
    expectOneVoice(problemsIn(printed))
    let from = 0
    for (const line of lines) {
      const at = printed.indexOf(line, from)
      assert.ok(at >= 0, `not printed: ${line}\n${printed}`)
      from = at + line.length
    }
  })
}

/** The messages and hints of the problems that were printed, each by itself. */
function problemsIn(printed: string): readonly { message: string; hint?: string }[] {
  const messages = printed.matchAll(/^(?:\S+ {2})?(?:error|warning) [a-z-]+ {2}(.*)/gm)
  const hints = printed.matchAll(/^ {2}hint: (.*(?:\n {8}.*)*)/gm)
  return [
    ...[...messages].map(([, message = '']) => ({ message })),
    ...[...hints].map(([, hint = '']) => ({ message: 'printed', hint })),
  ]
}

/** Exit codes other than 2: of a warning, and of problems that only turn out at the start of a run. */
const exitCodes: Readonly<Record<string, number>> = {
  'setup-failed': 3,
  'data-too-long': 0,
  'snapshot-obsolete': 0,
  'environment-ignored': 0,
  'ignores-nothing': 0,
  'mock-failed': 1,
  'pact-rules': 3,
  'pact-states': 3,
  'secret-argument': 0,
  'secret-too-short': 0,
  'service-failed': 3,
  'setup-gives-nothing': 0,
  'setup-runs-twice': 0,
  'store-unwritable': 3,
  'unresolved-reference': 0,
  'unverified-tls': 0,
}
