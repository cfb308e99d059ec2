import type { JsonValue } from '../model/json.ts'
import { errorProblem, type Result } from '../model/problem.ts'
import type { Span } from '../model/span.ts'
import { jsonErrorOffset, jsonErrorWords, isDeeplyNested } from '../document/json-text.ts'
import { lineIndex } from '../document/index.ts'
import { parseJson } from '../util/parse-json.ts'
import { reasonOf } from '../util/reason-of.ts'

/** Reads a JSON document that is to be imported; a byte order mark in front does not count. Problems name the line. */
export function readImportedJson(text: string, file: string): Result<JsonValue> {
  const json = text.replace(/^\ufeff/, '')
  try {
    const value = parseJson(json)
    if (!isDeeplyNested(value, json)) return { ok: true, value }
    return unreadable('this JSON is nested too deeply', file)
  } catch (error) {
    const message = reasonOf(error)
    const reason = jsonErrorWords(message)
    const problem = errorProblem({
      code: 'import-unreadable',
      message: `this is not JSON: ${json.trim() === '' ? 'it is empty' : reason}`,
      span: spanAt(file, json, jsonErrorOffset(json, message)),
    })
    return { ok: false, problems: [problem] }
  }
}

/** The line is not quoted: it may be the whole document, with everything that was recorded. */
function spanAt(file: string, text: string, offset: number): Span {
  const start = lineIndex(text)(offset)
  return { file, start, end: start }
}

/** A document that cannot be imported. `pointer` is the JSON pointer (RFC 6901) of what is wrong in it. */
export function unreadable(message: string, file: string, pointer?: string): Result<never> {
  const where = pointer === undefined || pointer === '' ? file : `${file}#${pointer}`
  return {
    ok: false,
    problems: [errorProblem({ code: 'import-unreadable', message: `${where}: ${message}` })],
  }
}
