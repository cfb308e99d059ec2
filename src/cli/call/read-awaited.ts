import { isObject } from '../../util/is-json.ts'
import { argument, misused, nothing, part, type Part, refused, together } from '../../parse/argument-part.ts'
import { readValue } from './read-value.ts'
import type { AwaitedArguments } from './stream-options.ts'

/**
 * Reads --expect, --count and --none: which messages a call waits for. `countUnlessSaid` is for calls whose step waits for
 * none by itself; `--count 0` is then how to wait for none.
 */
export async function readAwaited(
  { expect = [], count, none }: AwaitedArguments,
  countUnlessSaid?: number,
): Promise<Part> {
  if (Number.isNaN(count)) return misused('--count needs a whole number')
  const parts: Part[] = []
  for (const written of expect) parts.push(await readExpected(written))
  const all = together(parts)
  const awaited = count ?? (expect.length === 0 && none === undefined ? countUnlessSaid : undefined)
  const waitsForNone = awaited === undefined || (awaited === 0 && countUnlessSaid !== undefined)
  return together([
    expect.length === 0 ? nothing : { ...all, keys: { expect: all.keys } },
    waitsForNone ? nothing : part({ count: awaited }, argument('--count', String(awaited), 'count')),
    none === undefined ? nothing : part({ none }, argument('--none', undefined, 'none')),
  ])
}

async function readExpected(written: string): Promise<Part> {
  const value = await readValue(`--expect ${written}`, written)
  if (!value.ok) return refused(...value.problems)
  if (!isObject(value.value))
    return misused(
      `--expect ${written} does not say what is expected`,
      "Write it as in a suite: --expect '$.type: done'.",
    )
  const names = Object.keys(value.value)
  return part(value.value, ...names.map(name => argument('--expect', written, 'expect', name)))
}
