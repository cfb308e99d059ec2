import { type MultipartPart, multipartParts } from '../../util/multipart-parts.ts'
import type { MatchingRule } from '../matching-rule.ts'
import { applyRules } from './apply-rules.ts'
import { applyToText } from './apply-to-text.ts'
import { type ContentType, parseContentType } from './content-type.ts'
import type { MatchingContext } from './context.ts'
import type { Mismatch } from './mismatch.ts'
import { pathText, selectRules, type ValuePath } from './select-rules.ts'
import { shownText } from './value-text.ts'

type CompareBytes = (
  type: ContentType | undefined,
  expected: Uint8Array,
  actual: Uint8Array,
  context: MatchingContext,
) => readonly Mismatch[]

/** Compares multipart bodies part by part, by their names; `compareBytes` compares the content of files. */
export function compareMultipart(
  type: ContentType,
  expected: Uint8Array,
  actual: Uint8Array,
  context: MatchingContext,
  compareBytes: CompareBytes,
): readonly Mismatch[] {
  const boundary = type.parameters.get('boundary') ?? boundaryOf(expected)
  const examples = multipartParts(expected, boundary)
  if (examples.length === 0)
    return [{ place: '$', unsupported: 'the multipart example has no parts, or no boundary' }]
  const parts = multipartParts(actual, boundaryOf(actual))
  return examples.flatMap((example, index): readonly Mismatch[] => {
    const part = example.name === undefined ? parts[index] : parts.find(({ name }) => name === example.name)
    const path = ['$', example.name ?? String(index)]
    if (part === undefined)
      return [{ place: pathText(path), expected: 'a part of this name', actual: 'nothing' }]
    return comparePart(path, example, part, context, compareBytes)
  })
}

/** The boundary that a body begins with. */
function boundaryOf(bytes: Uint8Array): string {
  return (
    /^--([^\r\n]+)\r?\n/.exec(Buffer.from(bytes.subarray(0, 200)).toString('latin1').trimStart())?.[1] ?? ''
  )
}

function comparePart(
  path: ValuePath,
  example: MultipartPart,
  part: MultipartPart,
  context: MatchingContext,
  compareBytes: CompareBytes,
): readonly Mismatch[] {
  const place = pathText(path)
  const kinds = [example, part].map(({ filename }) => (filename === undefined ? 'a field' : 'a file'))
  if (kinds[0] !== kinds[1]) return [{ place, expected: kinds[0] ?? '', actual: kinds[1] ?? '' }]
  return [
    ...compareHeaders(path, example, part, context),
    ...(example.filename === undefined
      ? compareField(path, example, part, context)
      : compareFile(path, example, part, context, compareBytes)),
  ]
}

function compareField(
  path: ValuePath,
  example: MultipartPart,
  part: MultipartPart,
  context: MatchingContext,
): readonly Mismatch[] {
  const [expected, actual] = [example, part].map(({ bytes }) => Buffer.from(bytes).toString('utf8'))
  return compareTexts(path, expected ?? '', actual ?? '', context)
}

function compareTexts(
  path: ValuePath,
  expected: string,
  actual: string,
  context: MatchingContext,
): readonly Mismatch[] {
  const compared = { place: pathText(path), expected: shownText(expected), actual: shownText(actual) }
  const selected = selectRules(context.rules, path)
  if (selected === undefined)
    return expected === actual ? [] : [{ ...compared, expected: `equals ${compared.expected}` }]
  const apply = (rule: MatchingRule) =>
    applyToText(rule, expected, actual, selected.cascaded, context.compilePattern)
  return applyRules(selected, apply, compared)
}

/** Compares the content of a part by its rules, as those of a body of its own. */
function compareFile(
  path: ValuePath,
  example: MultipartPart,
  part: MultipartPart,
  context: MatchingContext,
  compareBytes: CompareBytes,
): readonly Mismatch[] {
  const rules = context.rules
    .filter(at => at.path.length >= path.length && isWithin(at.path[1], path[1]))
    .map(at => ({ ...at, path: [{ kind: 'root' } as const, ...at.path.slice(path.length)] }))
  const type = parseContentType(example.headers.get('content-type') ?? '')
  return compareBytes(type, example.bytes, part.bytes, { ...context, rules }).map(mismatch => ({
    ...mismatch,
    place: `${pathText(path)}${mismatch.place.slice(1)}`,
  }))
}

function isWithin(token: MatchingContext['rules'][number]['path'][number] | undefined, name = ''): boolean {
  if (token?.kind === 'name') return token.name === name
  return token?.kind === 'index' ? String(token.index) === name : token?.kind === 'any'
}

/** The file's name may be any; a missing type or encoding does not count. */
function compareHeaders(
  path: ValuePath,
  example: MultipartPart,
  part: MultipartPart,
  context: MatchingContext,
): readonly Mismatch[] {
  return [...example.headers].flatMap(([name, expected]): readonly Mismatch[] => {
    const actual = part.headers.get(name)
    if (actual === undefined)
      return name.startsWith('content-')
        ? []
        : [{ place: pathText([...path, name]), expected: shownText(expected), actual: 'nothing' }]
    const exact = context.rules.filter(at => at.path.length === path.length + 1)
    const hasRule = selectRules(exact, [...path, name]) !== undefined
    if (!hasRule && (name === 'content-disposition' || expected === actual)) return []
    return hasRule
      ? compareTexts([...path, name], expected, actual, { ...context, rules: exact })
      : [
          {
            place: pathText([...path, name]),
            expected: `equals ${shownText(expected)}`,
            actual: shownText(actual),
          },
        ]
  })
}
