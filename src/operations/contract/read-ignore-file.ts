import { existsSync } from 'node:fs'
import path from 'node:path'
import { errorProblem, type Problem, type Result } from '../../model/problem.ts'
import type { DocumentPath, Span } from '../../model/span.ts'
import { readWithPlaces, type YamlSource } from '../../document/index.ts'
import { didYouMean } from '../../util/did-you-mean.ts'
import { isList, isObject } from '../../util/is-json.ts'
import type { JsonValue } from '../../util/json-value.ts'
import { mapping, text } from '../../util/read-values.ts'
import { readFileText } from '../convert/read-source.ts'
import { defined } from '../../util/defined.ts'

/** The file that is read when none is named, where it is there. */
const usualFile = '.apitest-diff-ignore.yaml'

/** Changes that nobody needs to hear of: those that have all that is said here. In each text `*` stands for any. */
export interface IgnoreEntry {
  readonly rule?: string
  readonly operation?: string
  readonly part?: string
  readonly path?: string
  readonly pointer?: string
  readonly reason: string
  /** The last day on which it counts: `2026-12-31`. */
  readonly expires?: string
  readonly span: Span
  /** The text of the line that it begins on. */
  readonly sourceLine: string
}

const criteria = ['rule', 'operation', 'part', 'path', 'pointer'] as const
const keys = [...criteria, 'reason', 'expires']

/** Reads the entries of an ignore file; none when no file is named and the usual one is not there. */
export async function readIgnoreFile({
  ignoreFile,
  workingFolder,
}: {
  readonly ignoreFile?: string
  readonly workingFolder: string
}): Promise<Result<readonly IgnoreEntry[]>> {
  const file = path.resolve(workingFolder, ignoreFile ?? usualFile)
  if (ignoreFile === undefined && !existsSync(file)) return { ok: true, value: [] }
  const read = readFileText(file, ignoreFile ?? usualFile)
  if (!read.ok) return read
  const source = await readWithPlaces(read.value, file, 'Write `ignore:` and a list of entries.')
  if (source.problems.length > 0) return { ok: false, problems: source.problems }
  return readEntries(source)
}

function readEntries(source: YamlSource): Result<readonly IgnoreEntry[]> {
  const value = source.value as JsonValue
  const listed = isList(value) ? value : mapping(value)['ignore']
  const path = isList(value) ? [] : ['ignore']
  if (listed === undefined || !isList(listed))
    return {
      ok: false,
      problems: [problem(source, path, 'bad-value', 'an ignore file is `ignore:` with a list of entries')],
    }
  const read = listed.map((item, index) => readEntry(source, item, [...path, index]))
  const problems = read.flatMap(result => (result.ok ? [] : result.problems))
  if (problems.length > 0) return { ok: false, problems }
  return { ok: true, value: read.flatMap(result => (result.ok ? [result.value] : [])) }
}

function readEntry(source: YamlSource, item: JsonValue, path: DocumentPath): Result<IgnoreEntry> {
  if (!isObject(item))
    return { ok: false, problems: [problem(source, path, 'bad-value', 'an entry is a mapping with a rule')] }
  const problems = Object.entries(item).flatMap(([key, value]) => keyProblems(source, path, key, value))
  const isMisspelt = Object.keys(item).some(key => !keys.includes(key))
  if (!isMisspelt && !criteria.some(key => Object.hasOwn(item, key)))
    problems.push(problem(source, path, 'missing-key', `an entry needs one of ${criteria.join(', ')}`))
  const reason = text(item['reason'])
  if (reason?.trim() === '' || (!isMisspelt && !Object.hasOwn(item, 'reason')))
    problems.push(
      problem(source, path, 'missing-key', 'an entry needs a reason', 'Say why nobody needs to hear of it.'),
    )
  if (problems.length > 0) return { ok: false, problems }
  const span = source.spanOf(path)
  const sourceLine = source.lineText(span.start.line)
  const given = criteria.map(key => defined({ [key]: text(item[key]) }))
  return {
    ok: true,
    value: Object.assign(
      defined({ reason: reason ?? '', span, sourceLine, expires: text(item['expires']) }),
      ...given,
    ) as IgnoreEntry,
  }
}

function keyProblems(
  source: YamlSource,
  path: DocumentPath,
  key: string,
  value: JsonValue,
): readonly Problem[] {
  const place = [...path, key]
  if (!keys.includes(key))
    return [
      problem(
        source,
        place,
        'unknown-key',
        `"${key}" is no key of an entry`,
        didYouMean(key, keys) ?? `Keys are ${keys.join(', ')}.`,
      ),
    ]
  if (typeof value !== 'string') return [problem(source, place, 'bad-value', `${key} must be text`)]
  if (key === 'expires' && !isDay(value))
    return [problem(source, place, 'bad-value', 'expires must be a day, such as 2026-12-31')]
  return []
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
}

function problem(
  source: YamlSource,
  path: DocumentPath,
  code: Problem['code'],
  message: string,
  hint?: string,
): Problem {
  const span = code === 'unknown-key' ? source.keySpanOf(path) : source.spanOf(path)
  return errorProblem({ code, message, span, hint, sourceLine: source.lineText(span.start.line) })
}
