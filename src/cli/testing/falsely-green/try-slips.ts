import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Finished, runLine, withFolder } from '../../../testing/run-program.ts'
import { answers } from './answers.ts'
import { placeOf, sideOf, type Slip } from './slip.ts'

/** The outcomes of both sides of a slip. */
export interface Tried {
  readonly wrong: Came
  readonly right: Came
}

interface Came {
  readonly exitCode: Finished['exitCode'] | undefined
  readonly said: string
}

const sides = ['wrong', 'right'] as const
type SideName = (typeof sides)[number]

/** Groups that run together: suites that are refused, those that fail, and those that pass. */
const groups = ['refused', 'failed', 'passed'] as const
type Group = (typeof groups)[number]

/** Runs both sides of all slips in a process of its own, against a server of their own. */
export async function trySlips(slips: readonly Slip[]): Promise<ReadonlyMap<Slip, Tried>> {
  await using server = await answers()
  const addresses = { URL: server.url, HOST: `127.0.0.1:${server.port}` }
  return await withFolder({}, async folder => {
    const all = slips.flatMap((slip, index) =>
      sides.map(side => ({ slip, side, name: `${side}/${index}`, group: groupOf(slip, side) })),
    )
    const lines = await Promise.all(
      all.map(async ({ slip, side, name }) => {
        const { files, words } = sideOf(slip, side, addresses)
        for (const [file, text] of Object.entries(files)) {
          await mkdir(path.dirname(path.join(folder, name, file)), { recursive: true })
          await writeFile(path.join(folder, name, file), text)
        }
        return () => runLine(path.join(folder, name), words, { environment: slip.environment ?? {} })
      }),
    )
    // The right side is often the same, and then run once.
    const keys = all.map(({ slip, side, group }, index) => {
      if (group !== undefined) return group
      return side === 'wrong' ? `${index}` : JSON.stringify([sideOf(slip, side, addresses), slip.environment])
    })
    const alone = [...new Set(keys)].filter(key => !groups.includes(key as Group))
    const printed = await Promise.all([
      ...groups.map(group => {
        const names = all.flatMap(one => (one.group === group ? [one.name] : []))
        return runLine(folder, [...names, ...(group === 'refused' ? ['--verbose'] : [])])
      }),
      ...alone.flatMap(key => lines[keys.indexOf(key)]?.() ?? []),
    ])
    const came = printed.map(({ exitCode, output, errors }) => ({ exitCode, said: output + errors }))
    const each = all.map(({ name, group }, index) => {
      if (group === undefined) return came[groups.length + alone.indexOf(keys[index] ?? '')]
      const whole = came[groups.indexOf(group)]
      return group === 'refused' ? problemsOf(whole, name) : partOf(whole, name)
    })
    return new Map(slips.map((slip, index) => [slip, both(each[index * 2], each[index * 2 + 1])]))
  })
}

/** With which others a side runs: those of a suite alone that come to the same, since one that is refused refuses all. */
function groupOf({ files, line, environment, exitCode, sends }: Slip, side: SideName): Group | undefined {
  const isSuite = typeof files === 'string' && line === undefined && environment === undefined
  if (!isSuite) return undefined
  if (side === 'right') return 'passed'
  if (exitCode === 1) return 'failed'
  return exitCode === 2 && sends !== true ? 'refused' : undefined
}

/** Throws unless the wrong side fails as it must, telling cause and place, and the right side passes. */
export function judge(slip: Slip, { wrong, right }: Tried): void {
  assert.equal(right.exitCode, 0, `the right side is not green:\n${right.said}`)
  assert.equal(wrong.exitCode, slip.exitCode, wrong.said)
  assert.match(wrong.said, slip.says)
  const place = placeOf(slip)
  if (place === undefined) return
  assert.match(wrong.said, new RegExp(`${place.replaceAll('.', String.raw`\.`)}(?!\\d)`), `${place} is named`)
}

function both(wrong: Came | undefined, right: Came | undefined): Tried {
  assert.ok(wrong !== undefined && right !== undefined)
  return { wrong, right }
}

/** Returns the output of one run of many suites about the one in a folder, and the exit code it would have by itself. */
function partOf(whole: Came | undefined, name: string): Came | undefined {
  const parts = whole?.said.split(/^(?=\S.* {2}\w+\/\d+\/a\.apitest\.yaml\b)/m) ?? []
  const said = parts.find(part => part.includes(`  ${name}/a.apitest.yaml`))
  if (said === undefined) return whole
  const [first] = /^ {2,4}[✗!](?= )/m.exec(said) ?? []
  return { said, exitCode: first === undefined ? 0 : first.endsWith('!') ? 3 : 1 }
}

/** The problems of the suite in a folder, of all that a refused run has. */
function problemsOf(whole: Came | undefined, name: string): Came {
  const problems = whole?.said.split(/^(?=\S+:\d+:\d+ {2}(?:error|warning) )/m) ?? []
  const said = problems.filter(problem => problem.startsWith(`${name}/`)).join('')
  return { said, exitCode: /^\S+ {2}error /m.test(said) ? whole?.exitCode : 0 }
}
