import { isDeepStrictEqual } from 'node:util'
import { factsOf, plainRequest } from '../../actions/index.ts'
import validateSuite from '../../generated/suite-validator.js'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import type { Edit, Problem, ProblemCode } from '../../model/problem.ts'
import { comparePositions, type DocumentPath, type Position, type Span } from '../../model/span.ts'
import { actionOf } from '../../parse/build-step.ts'
import { mapping, valueAt } from '../../util/read-values.ts'
import { suiteText } from '../../parse/suite-text.ts'
import type { YamlSource } from '../../document/index.ts'
import { isList, isObject, isCollection } from '../../util/is-json.ts'
import { editOfLines, editsBetween } from '../fixes.ts'
import { isTargetOfMessages, ofMessages } from '../target-owners.ts'
import { validationsOf, validationsOfItem } from './answers.ts'
import { extractOf } from './extracts.ts'
import { keepsMeaning } from './exact.ts'
import { conditionsOf } from './shapes.ts'
import { fits, insteadOf, pauseOf, type Replacement, requestOf, stepOf } from './steps.ts'
import { insteadOfSuiteKey } from './suites.ts'
import { scalarText, targetOf } from './targets.ts'
import { isNumber, writeJson } from '../../util/exact-number.ts'

/** How a part of a suite is to be written, told in place of what is wrong with it. */
export interface Remedy {
  /** The keys whose problems it tells, with all that is below them. */
  readonly paths: readonly DocumentPath[]
  /** The step that lacks an action because of them. */
  readonly step?: DocumentPath
  readonly hint: string
  readonly lines?: JsonObject | readonly JsonObject[]
  /** True where the lines are not what was written, but what such a thing looks like. */
  readonly isExample?: boolean
  /** True where an unknown word was taken for a member of the body: one close to a known word is a slip. */
  readonly isGuess?: boolean
  /** True where the key itself is right, and the lines leave out a part of its value: a slip in a key below it is told as that. */
  readonly losesParts?: boolean
}

/** Problems of keys and of the shape of values; all else may be wrong beside them. */
const structural = new Set<ProblemCode>([
  ...(['action-key', 'bad-value', 'misplaced-key', 'missing-key'] as const),
  ...(['unknown-key', 'unknown-operator', 'unknown-target', 'bad-json-path'] as const),
])

/**
 * Problems of a suite with what is to be written instead, where it is one of the usual mistakes: words of other tools, and
 * values of another shape. Each mistake is reported once, in place of all that follows from it.
 */
export function withRemedies(source: YamlSource, problems: readonly Problem[]): readonly Problem[] {
  if (!problems.some(({ code }) => structural.has(code)) || !isObject(source.value)) return problems
  const document = source.value
  return tellRemedies(source, problems, remediesOf(document), remedy => isRight(remedy, document))
}

/** Tells remedies in place of the problems that they mend; `isRight` says whether the schema takes their lines. */
export function tellRemedies(
  source: YamlSource,
  problems: readonly Problem[],
  remedies: readonly Remedy[],
  isRight: (remedy: Remedy) => boolean,
): readonly Problem[] {
  let told = problems
  for (const remedy of remedies) told = withRemedy(source, told, remedy, isRight)
  return told
}

function withRemedy(
  source: YamlSource,
  problems: readonly Problem[],
  remedy: Remedy,
  isRight: (remedy: Remedy) => boolean,
): readonly Problem[] {
  const regions = remedy.paths.map(path => ({
    start: source.keySpanOf(path).start,
    end: source.spanOf(path).end,
  }))
  const stepStart = remedy.step === undefined ? undefined : source.spanOf(remedy.step).start
  const covered = problems.filter(
    ({ code, span, severity }) =>
      severity === 'error' &&
      structural.has(code) &&
      span !== undefined &&
      (regions.some(region => isWithin(span, region)) ||
        (code === 'action-key' && stepStart !== undefined && comparePositions(span.start, stepStart) === 0)),
  )
  const given = new Set(remedy.paths[0]?.length === 1 ? Object.keys(remedy.lines ?? {}) : [])
  const first = covered.find(({ code }) => code === 'action-key') ?? covered[0]
  if (first === undefined || !isRight(remedy)) return problems
  const isSlip = covered.some(({ meant }) => meant !== undefined)
  if (isSlip && (remedy.isGuess === true || remedy.losesParts === true)) return problems
  const lines = remedy.lines === undefined ? '' : `\n${writtenLines(remedy.lines)}`
  const echoes = new Set(namesOf(remedy))
  return problems.flatMap(problem => {
    if (problem === first) return [mended(problem, remedy.hint + lines, fixOf(source, remedy))]
    const { code, name = '' } = problem
    if (covered.includes(problem) || (code === 'missing-key' && given.has(name))) return []
    if (code === 'unknown-variable' && echoes.has(name)) return []
    return [problem]
  })
}

function mended(
  { fix: _, meant: __, ...problem }: Problem,
  hint: string,
  fix: readonly Edit[] | undefined,
): Problem {
  return { ...problem, hint, ...(fix && { fix }) }
}

/**
 * Makes the edits that write the lines of a remedy, where they stand for one key or item, and no other part of the file
 * is to change.
 */
function fixOf(
  source: YamlSource,
  { paths, lines, isExample, isGuess }: Remedy,
): readonly Edit[] | undefined {
  const [path, ...others] = paths
  if (path === undefined || lines === undefined || isExample === true || isGuess === true) return undefined
  const key = path.at(-1)
  const written = valueAt(source.value, path) as JsonValue
  if (typeof key === 'number' && isList(lines)) {
    const [only = null, ...more] = lines
    if (more.length > 0 || !keepsMeaning(written, only)) return undefined
    return editsBetween(source, path, written, only) ?? editOfLines(source, path, allLines(lines), 2)
  }
  if (typeof key !== 'string' || isList(lines) || others.length > 0) return undefined
  const owner = mapping(valueAt(source.value, path.slice(0, -1)))
  // A variable in place of a value is for somebody to set.
  const placeholders = writeJson(lines).match(/\{\{[^}]*\}\}/g) ?? []
  if (placeholders.some(one => !writeJson(written).includes(one))) return undefined
  if (Object.keys(lines).some(name => name !== key && Object.hasOwn(owner, name))) return undefined
  if (!keepsMeaning({ [key]: written }, lines) || isFormBeside(owner, lines)) return undefined
  return (
    editsBetween(source, path.slice(0, -1), { [key]: written }, lines) ??
    editOfLines(source, path, allLines(lines))
  )
}

/** True where a body goes to where a header says that it is something else than JSON. */
function isFormBeside(owner: JsonObject, lines: JsonObject): boolean {
  const types = Object.entries(mapping(owner['headers'])).filter(([name]) => /^content-type$/i.test(name))
  return Object.hasOwn(lines, 'json') && types.some(([, type]) => !/json/i.test(scalarText(type)))
}

/** The variables that the lines would set. */
function namesOf({ lines }: Remedy): readonly string[] {
  if (lines === undefined || isList(lines)) return []
  return [lines['extracts'], lines['variables'], lines['set']].flatMap(part =>
    isObject(part) ? Object.keys(part) : [],
  )
}

function isWithin({ start }: Span, region: { readonly start: Position; readonly end: Position }): boolean {
  return comparePositions(start, region.start) >= 0 && comparePositions(start, region.end) <= 0
}

/** Lines of a hint; of more only the number is given. */
const shownLines = 24

function writtenLines(parts: JsonObject | readonly JsonObject[]): string {
  const lines = allLines(parts)
  const more = lines.length - shownLines
  return (more > 1 ? [...lines.slice(0, shownLines), `# and ${more} more lines`] : lines).join('\n')
}

/** Parts of a mapping, or items of a list, as people write them. */
function allLines(parts: JsonObject | readonly JsonObject[]): readonly string[] {
  const isItems = Array.isArray(parts)
  const text = suiteText((isItems ? { validations: parts } : parts) as JsonObject).trimEnd()
  return isItems
    ? text
        .split('\n')
        .slice(1)
        .map(line => line.slice(2))
    : text.split('\n')
}

function remediesOf(document: JsonObject): readonly Remedy[] {
  return [
    ...Object.entries(document).flatMap(([key, written]) => ofSuiteKey(document, key, written)),
    ...['steps', 'after'].flatMap(phase => {
      const steps = document[phase] ?? null
      return isList(steps) ? steps.flatMap((step, index) => ofStep(step, [phase, index])) : []
    }),
  ]
}

function ofSuiteKey(document: JsonObject, key: string, written: JsonValue): readonly Remedy[] {
  if ((key === 'steps' || key === 'after') && isList(written)) return []
  const found = insteadOfSuiteKey(key, written)
  return found === undefined ? [] : remedyOf([key], key, written, found, document)
}

/** Tells a key by what stands instead; nothing where it is what is written already. */
export function remedyOf(
  path: DocumentPath,
  key: string,
  written: JsonValue,
  { instead, parts, isOwn }: Replacement,
  owner: JsonObject,
): readonly Remedy[] {
  if (isOwn && (parts === undefined || isDeepStrictEqual(parts, { [key]: written }))) return []
  const lines = parts ?? instead.example
  if (lines === undefined) return [{ paths: [path], hint: instead.hint }]
  const isExample = parts === undefined
  const whole = Object.entries(lines).map(([name, value]) => [
    name,
    name === key ? value : name === 'steps' ? inFront(value, owner[name]) : joined(owner[name], value),
  ])
  return [
    {
      paths: [path],
      hint: instead.hint,
      lines: Object.fromEntries(whole) as JsonObject,
      isExample,
      losesParts: isOwn && sizeOf(lines[key]) < sizeOf(written),
    },
  ]
}

function sizeOf(value: JsonValue | undefined): number {
  return Object.keys(mapping(value)).length
}

/** True where the schema takes the lines of a remedy, where they belong. */
function isRight({ paths, lines }: Remedy, document: JsonObject): boolean {
  if (lines === undefined) return true
  const [, , key] = paths[0] ?? []
  const step = mapping(valueAt(document, (paths[0] ?? []).slice(0, 2)))
  if (paths[0]?.length === 1)
    return validateSuite({ suite: 'A', steps: [{ pause: '1s' }], ...(lines as JsonObject) })
  if (key === undefined) return validateSuite({ suite: 'A', steps: lines })
  const parts = paths[0]?.length === 4 ? { [key]: lines } : (lines as JsonObject)
  const action = actionOf(parts) ?? actionOf(step) ?? plainRequest
  const acts = action === plainRequest ? { [action]: 'GET http://127.0.0.1/' } : { [action]: step[action] }
  return validateSuite({ suite: 'A', steps: [{ ...acts, ...parts }] })
}

/** Steps in front of those that there are. */
function inFront(added: JsonValue, steps: JsonValue = null): JsonValue {
  return isList(added) && isList(steps) ? [...added, ...steps] : added
}

/** With what stands in the file under the same key already. */
function joined(before: JsonValue = null, added: JsonValue): JsonValue {
  if (isList(before) && isList(added)) {
    const own = before.flatMap((item): readonly JsonValue[] => validationsOfItem(item) ?? [item])
    return [...own, ...added]
  }
  return isObject(before) && isObject(added) ? { ...before, ...added } : added
}

function ofStep(step: JsonValue, path: DocumentPath): readonly Remedy[] {
  if (!isObject(step)) {
    const whole = stepOf(step)
    return whole === undefined
      ? []
      : [
          {
            paths: [path],
            hint: 'A step is a mapping, and its request stands under `request`:',
            lines: [whole],
          },
        ]
  }
  const pause = pauseOf(step)
  if (pause !== undefined)
    return [
      {
        paths: [[...path, pause.key]],
        step: path,
        hint: 'Waiting for a time is a step of its own, `pause`, and the time has its unit:',
        lines: pause.parts,
        isGuess: isNumber(step[pause.key]),
      },
    ]
  const request = requestOf(step)
  const action = actionOf(request?.parts ?? step) ?? plainRequest
  const ofRequest: readonly Remedy[] =
    request === undefined
      ? []
      : [
          {
            paths: request.keys.map(key => [...path, key]),
            step: path,
            hint: 'A request is its method, a space and the URL; its parts are keys of the step:',
            lines: request.parts,
          },
        ]
  return [
    ...ofRequest,
    ...besideValidations(step, action, path),
    ...Object.entries(step).flatMap(([key, written]) =>
      request?.keys.includes(key) === true ? [] : ofStepKey(step, key, written, action, path),
    ),
  ]
}

/** Targets at the depth of an empty `validations`, which were to stand below it. */
function besideValidations(step: JsonObject, action: string, path: DocumentPath): readonly Remedy[] {
  if (step['validations'] !== null) return []
  const targets = Object.entries(step).filter(
    ([key, value]) => targetOf(key) !== undefined && !fits({ [key]: value }, action),
  )
  const lines = validationsOf(targets.map(([key, value]) => ({ [key]: value })))
  if (lines === undefined) return []
  const keys = ['validations', ...targets.map(([key]) => key)]
  const hint = 'What must be true of the answer stands below `validations`, further in, each behind a dash:'
  return [{ paths: keys.map(key => [...path, key]), hint, lines: { validations: lines } }]
}

function ofStepKey(
  step: JsonObject,
  key: string,
  written: JsonValue,
  action: string,
  path: DocumentPath,
): readonly Remedy[] {
  const place = [...path, key]
  if (key === 'validations' && isList(written))
    return written.flatMap((item, index) => ofValidation(item, action, [...place, index]))
  if (key === 'extracts' && isObject(written))
    return Object.entries(written).flatMap(([name, extract]) => ofExtract(name, extract, [...place, name]))
  if ((key === 'when' || key === 'unless') && isObject(written)) return ofConditions(written, place)
  if (
    key === 'expect' &&
    factsOf(action).messages !== undefined &&
    (written === null || isCollection(written))
  )
    return isObject(written) ? ofExpectation(written, action, place) : []
  if (key === action) return []
  const found = insteadOf(key, written, action)
  return found === undefined ? [] : remedyOf(place, key, written, found, step)
}

function ofValidation(item: JsonValue, action: string, path: DocumentPath): readonly Remedy[] {
  const keys = isObject(item) ? Object.keys(item) : []
  if (keys.some(key => Object.hasOwn(ofMessages, key) && isTargetOfMessages(key, action))) return []
  const items = validationsOfItem(item)
  if (items === undefined || isDeepStrictEqual(items, [item])) return []
  const isGuess = keys.some(key => /^[a-z][a-z-]*$/i.test(key) && targetOf(key)?.startsWith('$') === true)
  return [{ paths: [path], hint: hintForItems(items), lines: items, isGuess }]
}

function hintForItems(items: readonly JsonObject[]): string {
  if (items.length > 1) return 'A validation has one target, and begins with a dash of its own:'
  const [target = ''] = Object.keys(items[0] ?? {}).filter(key => key !== 'name')
  if (target.startsWith('$')) return 'A part of the body is a JSONPath, and its operators stand in braces:'
  return 'A validation is a target and what it must be:'
}

function ofExtract(name: string, written: JsonValue, path: DocumentPath): readonly Remedy[] {
  if (isObject(written) && (Object.hasOwn(written, 'from') || Object.hasOwn(written, 'value'))) return []
  const extract = extractOf(written)
  if (extract === undefined || isDeepStrictEqual(extract, written)) return []
  return [
    {
      paths: [path],
      hint: 'An extract is a JSONPath, `header NAME`, `status` or `text`:',
      lines: { [name]: extract },
      isGuess: typeof written === 'string' && /^[a-z]+$/i.test(written),
    },
  ]
}

function ofConditions(written: JsonObject, path: DocumentPath): readonly Remedy[] {
  const conditions = Object.fromEntries(
    Object.entries(written).map(([name, value]) => [
      name,
      Object.values(validationsOfItem({ $: value })?.[0] ?? { $: value })[0] ?? null,
    ]),
  )
  const lines = conditionsOf(conditions)
  if (lines === undefined || isDeepStrictEqual(lines, written)) return []
  return [
    {
      paths: [path],
      hint: 'A condition is a mapping of variables and what they must be:',
      lines: { [String(path.at(-1))]: lines },
    },
  ]
}

/** Mends the expectation of a message: a key that its action has not is a part of its content. */
function ofExpectation(written: JsonObject, action: string, path: DocumentPath): readonly Remedy[] {
  const entries = Object.entries(written).map(([key, value]): readonly [string, JsonValue] | undefined => {
    if (key === 'text' || (Object.hasOwn(ofMessages, key) && isTargetOfMessages(key, action)))
      return [key, value]
    const target = factsOf(action).messages?.otherWords?.[key] ?? (key === 'data' ? '$.data' : targetOf(key))
    const [item] = target === undefined ? [] : (validationsOfItem({ [target]: value }) ?? [])
    return item === undefined ? undefined : Object.entries(item)[0]
  })
  if (entries.includes(undefined)) return []
  const expect = Object.fromEntries(entries.filter(entry => entry !== undefined))
  if (isDeepStrictEqual(expect, written)) return []
  return [{ paths: [path], hint: 'What is in a message is looked for by a JSONPath:', lines: { expect } }]
}
