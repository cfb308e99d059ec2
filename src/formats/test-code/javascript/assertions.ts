import { expandPattern, formats } from '../../../compile/test-program/expand-pattern.ts'
import type { Pattern, Predicate, Value } from '../../../compile/test-program/test-program.ts'
import { typeOfValue } from '../../../compile/test-program/value-type.ts'
import { isInherited, type JavaScriptCode, literalKey, regex } from './javascript-code.ts'
import { valueText } from '../../../util/value-text.ts'

/** Writes predicates as assertions, in the words of a library. */
export interface AssertionStyle {
  /** Lines that fail unless it holds. */
  readonly lines: (predicate: Predicate, code: JavaScriptCode) => readonly string[]
  /** A line that fails where there is no such value; `nothing` is what there is instead. */
  readonly found: (expression: string, nothing: 'null' | 'undefined' | undefined) => string
  /** A line that fails unless an expression is true; and one unless a list is empty. */
  readonly isTrue: (expression: string) => string
  readonly isEmpty: (list: string) => string
}

/** `node:assert/strict`. */
export const nodeAssert: AssertionStyle = {
  lines: (predicate, code) =>
    guarded(predicate, code, nodeAssertions, list => `assert.ok(Array.isArray(${list}));`),
  found: (expression, nothing = 'undefined') => `assert.notEqual(${expression}, ${nothing});`,
  isTrue: expression => `assert.ok(${expression});`,
  isEmpty: list => `assert.deepEqual(${list}, []);`,
}

/** `expect` of jest, vitest and Playwright. */
export const expectStyle: AssertionStyle = {
  lines: (predicate, code) =>
    guarded(predicate, code, expectations, list => `expect(Array.isArray(${list})).toBe(true);`),
  found: (expression, nothing) =>
    nothing === 'null' ? `expect(${expression}).not.toBeNull();` : `expect(${expression}).toBeDefined();`,
  isTrue: expression => `expect(${expression}).toBe(true);`,
  isEmpty: list => `expect(${list}).toEqual([]);`,
}

/** Assertions behind those that a list is one, where the characters of a text could pass for its items. */
export function guarded(
  predicate: Predicate,
  code: JavaScriptCode,
  lines: AssertionStyle['lines'],
  isList: (list: string) => string,
): readonly string[] {
  if (predicate.kind === 'all')
    return predicate.of.filter(part => !isSure(part)).flatMap(part => guarded(part, code, lines, isList))
  const lists = [...new Set(doubtfulLists(predicate, code))]
  return [...lists.map(isList), ...lines(predicate, code)]
}

/** True where it holds of every answer: there always is a text, be it empty. */
function isSure(predicate: Predicate): boolean {
  return predicate.kind === 'present' && predicate.value.kind === 'body-text'
}

/** The lists of which a predicate may hold for a text instead. */
function doubtfulLists(predicate: Predicate, code: JavaScriptCode): readonly string[] {
  switch (predicate.kind) {
    case 'equal': {
      const { actual, expected } = predicate
      // A character has the length 1.
      if (actual.kind === 'length')
        return expected.kind === 'literal' && expected.value === 1
          ? [code.listOf(actual.of) ?? []].flat()
          : []
      const isLong = expected.kind === 'literal' && valueText(expected.value).length !== 1
      return isLong ? [] : [code.listOf(actual) ?? []].flat()
    }
    case 'exists':
    case 'present':
    case 'is-single':
      return [code.listOf(predicate.value) ?? []].flat()
    case 'is':
      return predicate.type === 'string' ? [code.listOf(predicate.value) ?? []].flat() : []
    case 'matches-regex':
    case 'starts-with':
    case 'ends-with':
    case 'includes':
      return [code.listOf(predicate.text) ?? []].flat()
    case 'one-of':
      return [code.listOf(predicate.actual) ?? []].flat()
    case 'not':
      return predicate.of.kind === 'present' ? [] : doubtfulLists(predicate.of, code)
    case 'each':
      return code.platform.isNode && predicate.list.kind !== 'json-list' && mayHoldForText(predicate.holds)
        ? [code.value(predicate.list)]
        : []
    default:
      return []
  }
}

function mayHoldForText(holds: Predicate): boolean {
  if (holds.kind === 'all') return holds.of.every(mayHoldForText)
  return (
    holds.kind !== 'compare' && holds.kind !== 'matches' && !(holds.kind === 'is' && holds.type !== 'string')
  )
}

function nodeAssertions(predicate: Predicate, code: JavaScriptCode): readonly string[] {
  switch (predicate.kind) {
    case 'all':
      return predicate.of.flatMap(part => nodeAssertions(part, code))
    case 'matches': {
      const expanded = expandPattern(predicate.actual, predicate.pattern)
      return nodeAssertions(expanded, code)
    }
    case 'equal': {
      const { actual, expected, as } = predicate
      const [left, right] = [code.value(actual), code.value(expected)]
      if (as === 'loose') return [`assert.equal(${code.helper('textOf')}(${left}), ${right});`]
      return [`assert.${code.isScalar(expected) ? 'equal' : 'deepEqual'}(${left}, ${right});`]
    }
    case 'compare': {
      const { actual, sign, expected } = predicate
      const left = code.value(actual)
      const isNumber = typeOfValue(actual) === 'number'
      return [
        ...(isNumber ? [] : [`assert.equal(typeof ${left}, "number");`]),
        `assert.ok(${left} ${sign} ${code.value(expected)});`,
      ]
    }
    case 'matches-regex':
      return [`assert.match(${code.value(predicate.text)}, ${code.pattern(predicate.pattern)});`]
    case 'includes': {
      const mayLack = predicate.text.kind === 'header' ? '?' : ''
      return [`assert.ok(${code.value(predicate.text)}${mayLack}.includes(${code.value(predicate.part)}));`]
    }
    case 'starts-with':
    case 'ends-with':
      return [`assert.ok(${startsOrEnds(predicate, code)});`]
    case 'contains':
      return predicate.as === 'loose' || isNumeric(predicate.expected)
        ? [`assert.ok(${code.holds(predicate, 'strict')});`]
        : [
            `assert.ok(${code.searched(predicate.actual, predicate, 'strict')}.includes(${code.value(predicate.expected)}));`,
          ]
    case 'exists':
      return [
        predicate.value.kind === 'json-list'
          ? `assert.ok(${code.value(predicate.value)}.length > 0);`
          : `assert.ok(${code.helper('exists')}(${code.value(predicate.value)}));`,
      ]
    case 'absent':
      return [`assert.ok(${code.absent(predicate.part, 'strict')});`]
    case 'each':
      return eachLoop(predicate, code, list => `assert.ok(${list}.length > 0);`, nodeAssertions)
    case 'not': {
      const { of } = predicate
      if (of.kind !== 'equal' || of.as === 'loose') return [`assert.ok(${code.holds(predicate, 'strict')});`]
      const name = code.isScalar(of.expected) ? 'notEqual' : 'notDeepEqual'
      return [`assert.${name}(${code.value(of.actual)}, ${code.value(of.expected)});`]
    }
    default:
      return [`assert.ok(${code.holds(predicate, 'strict')});`]
  }
}

function startsOrEnds(
  { kind, text, part }: Extract<Predicate, { kind: 'starts-with' | 'ends-with' | 'includes' }>,
  code: JavaScriptCode,
): string {
  const mayLack = text.kind === 'header' ? '?' : ''
  const method = kind === 'starts-with' ? 'startsWith' : 'endsWith'
  return `${code.value(text)}${mayLack}.${method}(${code.value(part)})`
}

/** True where what is looked for may stand in the text of a number. */
function isNumeric(expected: Value): boolean {
  return expected.kind === 'literal' && typeof expected.value === 'number'
}

/** A loop over the items of a list that must not be empty. */
function eachLoop(
  { list, holds }: Extract<Predicate, { kind: 'each' | 'any' }>,
  code: JavaScriptCode,
  filled: (list: string) => string,
  lines: AssertionStyle['lines'],
): readonly string[] {
  const written = code.value(list)
  if (!written.includes('(')) {
    const item = code.itemOf(list)
    const inner = code.inItem(item, () => lines(holds, code))
    return [filled(written), `for (const ${item} of ${written}) {`, ...inner, '}']
  }
  const names = code.namesOf(list)
  const inner = code.inItem(names.item, () => lines(holds, code))
  return [
    `const ${names.list} = ${written};`,
    filled(names.list),
    `for (const ${names.item} of ${names.list}) {`,
    ...inner,
    '}',
  ]
}

const matchers = {
  '<': 'toBeLessThan',
  '<=': 'toBeLessThanOrEqual',
  '>': 'toBeGreaterThan',
  '>=': 'toBeGreaterThanOrEqual',
} as const

function expectations(predicate: Predicate, code: JavaScriptCode): readonly string[] {
  const isTrue = (expression: string): readonly string[] => [`expect(${expression}).toBe(true);`]
  const isFalse = (expression: string): readonly string[] => [`expect(${expression}).toBe(false);`]
  const holds = (): readonly string[] => isTrue(code.holds(predicate, 'strict'))
  switch (predicate.kind) {
    case 'all':
      return predicate.of.flatMap(part => expectations(part, code))
    case 'matches': {
      const written = patternCode(predicate.pattern, code)
      return written === undefined || predicate.pattern.kind !== 'object'
        ? expectations(expandPattern(predicate.actual, predicate.pattern), code)
        : [`expect(${code.value(predicate.actual)}).toMatchObject(${written});`]
    }
    case 'equal': {
      const { actual, expected, as } = predicate
      const [left, right] = [code.value(actual), code.value(expected)]
      if (as === 'loose') return [`expect(${code.helper('textOf')}(${left})).toBe(${right});`]
      if (actual.kind === 'length' && code.isCounted(actual.of))
        return [`expect(${code.value(actual.of)}).toHaveLength(${right});`]
      return [`expect(${left}).${code.isScalar(expected) ? 'toBe' : 'toEqual'}(${right});`]
    }
    case 'compare':
      return [
        `expect(${code.value(predicate.actual)}).${matchers[predicate.sign]}(${code.value(predicate.expected)});`,
      ]
    case 'matches-regex':
      return [`expect(${code.value(predicate.text)}).toMatch(${code.pattern(predicate.pattern)});`]
    case 'includes':
      return [`expect(${code.value(predicate.text)}).toContain(${code.value(predicate.part)});`]
    case 'starts-with':
    case 'ends-with': {
      const { kind, text, part } = predicate
      if (part.kind !== 'literal') return isTrue(startsOrEnds(predicate, code))
      const escaped = valueText(part.value).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      return [
        `expect(${code.value(text)}).toMatch(${regex(kind === 'starts-with' ? `^${escaped}` : `${escaped}$`)});`,
      ]
    }
    case 'contains':
      return predicate.as === 'loose' || isNumeric(predicate.expected)
        ? holds()
        : [
            `expect(${code.searched(predicate.actual, predicate, 'strict')}).toContain(${code.value(predicate.expected)});`,
          ]
    case 'one-of':
      if (predicate.as === 'loose' || !predicate.expected.every(one => code.isScalar(one))) return holds()
      return [
        `expect([${predicate.expected.map(one => code.value(one)).join(', ')}]).toContain(${code.value(predicate.actual)});`,
      ]
    case 'is':
      return ['string', 'number', 'boolean'].includes(predicate.type)
        ? [`expect(typeof ${code.value(predicate.value)}).toBe("${predicate.type}");`]
        : holds()
    case 'exists':
      return predicate.value.kind === 'json-list'
        ? [`expect(${code.value(predicate.value)}).not.toHaveLength(0);`]
        : isTrue(`${code.helper('exists')}(${code.value(predicate.value)})`)
    case 'present':
      return typeOfValue(predicate.value) === 'text'
        ? holds()
        : [`expect(${code.value(predicate.value)}).toBeDefined();`]
    case 'empty':
      return isFalse(`${code.helper('exists')}(${code.value(predicate.value, 'lenient')})`)
    case 'absent':
      return isTrue(code.absent(predicate.part, 'strict'))
    case 'each':
      return eachLoop(predicate, code, list => `expect(${list}).not.toHaveLength(0);`, expectations)
    case 'not': {
      const { of } = predicate
      if (of.kind === 'includes' && of.text.kind === 'body-text')
        return [`expect(text).not.toContain(${code.value(of.part)});`]
      if (of.kind === 'one-of' && of.as !== 'loose' && of.expected.every(one => code.isScalar(one)))
        return [
          `expect([${of.expected.map(one => code.value(one)).join(', ')}]).not.toContain(${code.value(of.actual, 'lenient')});`,
        ]
      if (of.kind === 'present')
        return typeOfValue(of.value) === 'text'
          ? isTrue(code.holds(predicate))
          : [`expect(${code.value(of.value, 'lenient')}).toBeUndefined();`]
      if (of.kind !== 'equal') return isFalse(code.holds(of))
      if (of.as === 'loose')
        return [
          `expect(${code.helper('textOf')}(${code.value(of.actual, 'lenient')})).not.toBe(${code.value(of.expected)});`,
        ]
      const matcher = code.isScalar(of.expected) ? 'toBe' : 'toEqual'
      return [`expect(${code.value(of.actual)}).not.${matcher}(${code.value(of.expected)});`]
    }
    default:
      return holds()
  }
}

const constructors = {
  string: 'String',
  number: 'Number',
  boolean: 'Boolean',
  array: 'Array',
  object: 'Object',
} as const

/** A pattern as `toMatchObject` takes it; undefined where it has no word for a part of it. */
function patternCode(pattern: Pattern, code: JavaScriptCode): string | undefined {
  switch (pattern.kind) {
    case 'object': {
      const members = pattern.members.map(({ key, pattern: inner }) => {
        const written = patternCode(inner, code)
        return written === undefined || isInherited(key) ? undefined : `${literalKey(key)}: ${written}`
      })
      return members.every(one => one !== undefined) ? `{ ${members.join(', ')} }` : undefined
    }
    case 'value':
      return pattern.as === 'loose' ? undefined : code.value(pattern.expected)
    case 'type':
      if (pattern.type === 'null') return 'null'
      return pattern.type === 'integer' || pattern.type === 'object'
        ? undefined
        : `expect.any(${constructors[pattern.type]})`
    case 'text':
      return `expect.stringMatching(${regex(formats[pattern.format])})`
    case 'regex':
      return `expect.stringMatching(${regex(pattern.pattern)})`
    case 'items':
    case 'any':
      return undefined
  }
}
