import { existsSync } from 'node:fs'
import path from 'node:path'
import { errorProblem, type Problem, type Result, allOf } from '../../model/problem.ts'
import { type IgnoreEntry, matchesEntry } from '../../contract/exemptions/ignore-list.ts'
import { ruleWords } from '../../model/contract.ts'
import type { DocumentPath } from '../../model/span.ts'
import { readWithPlaces, type YamlSource } from '../../document/index.ts'
import { didYouMean } from '../../util/did-you-mean.ts'
import { isList, isObject } from '../../util/is-json.ts'
import type { JsonValue } from '../../util/json-value.ts'
import { mapping, text } from '../../util/read-values.ts'
import { readFileText } from '../convert/read-source.ts'
import { defined } from '../../util/defined.ts'

/** The subject of an ignore file: changes of a description, or exchanges that are held against one. */
export interface IgnoreSubject {
  /** The file that is read when none is named, where it is there. */
  readonly usualFile: string
  readonly criteria: readonly (keyof IgnoreEntry)[]
  /** The rules that there are; absent where there are too many to list them. */
  readonly rules?: readonly string[]
}

export const ignoredChanges: IgnoreSubject = {
  usualFile: '.apitest-diff-ignore.yaml',
  criteria: ['rule', 'operation', 'part', 'path', 'pointer'],
}

export const ignoredExchanges: IgnoreSubject = {
  usualFile: '.apitest-contract-ignore.yaml',
  criteria: ['rule', 'operation', 'part', 'path'],
  rules: ruleWords,
}

/** Reads the entries of an ignore file; none when no file is named and the usual one is not there. */
export async function readIgnoreFile(
  { ignoreFile, workingFolder }: { readonly ignoreFile?: string; readonly workingFolder: string },
  subject: IgnoreSubject,
): Promise<Result<readonly IgnoreEntry[]>> {
  const { usualFile } = subject
  const file = path.resolve(workingFolder, ignoreFile ?? usualFile)
  if (ignoreFile === undefined && !existsSync(file)) return { ok: true, value: [] }
  const read = readFileText(file, ignoreFile ?? usualFile)
  if (!read.ok) return read
  const source = await readWithPlaces(read.value, file, 'Write `ignore:` and a list of entries.')
  if (source.problems.length > 0) return { ok: false, problems: source.problems }
  return readEntries(source, subject)
}

function readEntries(source: YamlSource, subject: IgnoreSubject): Result<readonly IgnoreEntry[]> {
  const value = source.value as JsonValue
  const listed = isList(value) ? value : mapping(value)['ignore']
  const path = isList(value) ? [] : ['ignore']
  if (listed === undefined || !isList(listed))
    return {
      ok: false,
      problems: [problem(source, path, 'bad-value', 'an ignore file is `ignore:` with a list of entries')],
    }
  const read = listed.map((item, index) => readEntry(source, item, [...path, index], subject))
  return allOf(read)
}

function readEntry(
  source: YamlSource,
  item: JsonValue,
  path: DocumentPath,
  subject: IgnoreSubject,
): Result<IgnoreEntry> {
  const { criteria } = subject
  if (!isObject(item))
    return { ok: false, problems: [problem(source, path, 'bad-value', 'an entry is a mapping with a rule')] }
  const problems = Object.entries(item).flatMap(([key, value]) =>
    keyProblems(source, [...path, key], value, subject),
  )
  const isMisspelt = Object.keys(item).some(key => !keysOf(subject).includes(key))
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
  const given = criteria.map(key => defined({ [key]: criterion(key, text(item[key])) }))
  return {
    ok: true,
    value: Object.assign(
      defined({ reason: reason ?? '', span, sourceLine, expires: text(item['expires']) }),
      ...given,
    ) as IgnoreEntry,
  }
}

/** A criterion as it is looked for: methods stand in capitals, in whatever letters somebody wrote them. */
function criterion(key: keyof IgnoreEntry, written: string | undefined): string | undefined {
  return key === 'operation' ? written?.replace(/^[a-z]+(?=[ *])/i, method => method.toUpperCase()) : written
}

function keysOf({ criteria }: IgnoreSubject): readonly string[] {
  return [...criteria, 'reason', 'expires']
}

function keyProblems(
  source: YamlSource,
  place: DocumentPath,
  value: JsonValue,
  subject: IgnoreSubject,
): readonly Problem[] {
  const key = String(place.at(-1))
  const keys = keysOf(subject)
  const bad = (message: string, hint?: string): readonly Problem[] => [
    problem(source, place, 'bad-value', message, hint),
  ]
  if (!keys.includes(key)) {
    const hint = didYouMean(key, keys) ?? `Keys are ${keys.join(', ')}.`
    return [problem(source, place, 'unknown-key', `"${key}" is no key of an entry`, hint)]
  }
  if (typeof value !== 'string') return bad(`${key} must be text`)
  if (key === 'expires' && !isDay(value)) return bad('expires must be a day, such as 2026-12-31')
  const { rules } = subject
  if (key !== 'rule' || rules === undefined || rules.some(rule => matchesEntry(value, rule))) return []
  return bad(`there is no rule "${value}"`, didYouMean(value, rules) ?? `Rules are ${rules.join(', ')}.`)
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
