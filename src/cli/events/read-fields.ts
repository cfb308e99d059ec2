import type { JsonValue } from '../../model/json.ts'
import { argument, misused, nothing, part, type Part, refused } from '../../parse/argument-part.ts'
import { readValue } from '../call/read-value.ts'

/** `name: value` as everywhere here, or `name=value` as in kcat; undefined when it is neither. */
export function pairOf(text: string): readonly [name: string, value: string] | undefined {
  const [, name, value] = /^([^:=]*[^:=\s])\s*[:=]\s*(.*)$/s.exec(text) ?? []
  return name === undefined || value === undefined ? undefined : [name, value]
}

/** The key of a mapping whose values are YAML, so that they can be of any type. */
export async function readFields(
  option: string,
  key: string,
  written: readonly string[] = [],
): Promise<Part> {
  if (written.length === 0) return nothing
  const fields: Record<string, JsonValue> = {}
  for (const text of written) {
    const [name, value] = pairOf(text) ?? []
    if (name === undefined || value === undefined) return misused(`${option} needs 'name: value'`)
    const read = await readValue(option, value)
    if (!read.ok) return refused(...read.problems)
    fields[name] = read.value
  }
  return part({ [key]: fields }, argument(option, written[0], key))
}
