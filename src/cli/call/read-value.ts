import { readWithPlaces } from '../../document/index.ts'
import { isDeeplyNested } from '../../document/json-text.ts'
import type { JsonValue } from '../../model/json.ts'
import type { Result } from '../../model/problem.ts'
import { defined } from '../../util/defined.ts'
import { parseJson } from '../../util/parse-json.ts'

/**
 * Reads an argument as a suite's YAML (which JSON is, too). Problems name the option; without their places, those that
 * follow from the first would only confuse.
 */
export async function readValue(option: string, text: string): Promise<Result<JsonValue>> {
  const parsed = jsonOf(text)
  if (parsed !== undefined) return { ok: true, value: parsed }
  const source = await readWithPlaces(text, option, 'Give it a value.')
  if (source.problems.length === 0) return { ok: true, value: source.value as JsonValue }
  return {
    ok: false,
    problems: source.problems.slice(0, 1).map(({ code, severity, message, hint }) =>
      defined({
        code,
        severity,
        message: code === 'file-empty' ? `${option} is empty` : `${option}: ${message}`,
        hint,
      }),
    ),
  }
}

function jsonOf(text: string): JsonValue | undefined {
  try {
    const value = parseJson(text)
    // The reader of YAML says so of a value that is nested too deeply.
    return isDeeplyNested(value, text) ? undefined : value
  } catch {
    return undefined
  }
}
