import type { JsonValue } from '../model/json.ts'
import type { Result } from '../model/problem.ts'
import { firstLine } from '../util/cut-text.ts'
import { jsonErrorOffset, whyRepeated, deepestJson, isDeeplyNested } from './json-text.ts'
import { parseJson } from '../util/parse-json.ts'

/** How a text is read. */
interface Reading {
  /** True where what is no JSON is refused, as in a file that is called `.json`. */
  readonly onlyJson?: boolean
}

/**
 * The value of a text that is JSON, or YAML 1.2 where it is none. A key that stands twice, and aliases that only expand to
 * exhaust memory, are refused. The reason of a failure is a fragment with the place: `line 3: unexpected end of the stream`.
 */
export async function readValue(
  text: string,
  { onlyJson = false }: Reading = {},
): Promise<Result<JsonValue, string>> {
  const content = text.replace(/^\uFEFF/, '')
  if (content.trim() === '') return { ok: false, problems: 'it is empty' }
  const json = onlyJson || /^\s*[{[]/.test(content) ? readJson(content) : undefined
  if (json?.ok === true || (onlyJson && json !== undefined)) return json
  const yaml = await readYaml(content)
  return yaml.ok || json === undefined ? yaml : json
}

function readJson(text: string): Result<JsonValue, string> {
  try {
    const value = parseJson(text)
    const problems = isDeeplyNested(value, text)
      ? `it is nested more than ${deepestJson} levels deep`
      : whyRepeated(text)
    return problems === undefined ? { ok: true, value } : { ok: false, problems }
  } catch (error) {
    return { ok: false, problems: jsonReason(error, text) }
  }
}

/** The reader's own words, with the line instead of an offset. */
function jsonReason(error: unknown, text: string): string {
  const message = error instanceof Error ? error.message : String(error)
  const line = text.slice(0, jsonErrorOffset(text, message)).split('\n').length
  const words = message.replace(/ in JSON at position.*$/s, '').replace(/, (?:"|\.\.\.).*$/s, '')
  return `line ${line}: not valid JSON: ${words.slice(0, 1).toLowerCase()}${words.slice(1, 200)}`
}

async function readYaml(text: string): Promise<Result<JsonValue, string>> {
  const { loadYaml } = await import('./load-yaml.ts')
  try {
    return { ok: true, value: await loadYaml(text) }
  } catch (error) {
    return { ok: false, problems: yamlReason(error) }
  }
}

function yamlReason(error: unknown): string {
  if (error instanceof RangeError) return 'it is nested too deeply'
  const message = error instanceof Error ? error.message : String(error)
  const place = /\((\d+):\d+\)/.exec(message)
  const words = firstLine(message)
    .replace(/\s*\(\d+:\d+\)/, '')
    .slice(0, 200)
  return `${place === null ? '' : `line ${String(place[1])}: `}not valid YAML: ${words}`
}
