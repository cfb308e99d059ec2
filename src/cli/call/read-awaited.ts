import type { JsonObject } from '../../model/json.ts'
import { isObject } from '../../util/is-json.ts'
import { argument, misused, part, type Part, refused, together } from './part.ts'
import { readValue } from './read-value.ts'
import type { AwaitedArguments } from './stream-options.ts'

/** Reads --expect, --count and --none: which messages a call waits for. */
export async function readAwaited({ expect = [], count, none }: AwaitedArguments): Promise<Part> {
  const parts: Part[] = []
  for (const written of expect) parts.push(await readExpected(written))
  const expected = Object.assign({}, ...parts.map(({ keys }) => keys)) as JsonObject
  const all = together(parts)
  const keys: JsonObject = {
    ...(expect.length === 0 ? {} : { expect: expected }),
    ...(count === undefined ? {} : { count }),
    ...(none === undefined ? {} : { none }),
  }
  const given = [
    ...all.given,
    ...(count === undefined ? [] : [argument('--count', String(count), 'count')]),
    ...(none === undefined ? [] : [argument('--none', undefined, 'none')]),
  ]
  return { keys, given, problems: all.problems }
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
