import type {
  Equality,
  JsonPart,
  JsonParts,
  JsonType,
  Predicate,
  Value,
} from '../../../compile/test-program/test-program.ts'
import { typeOfValue } from '../../../compile/test-program/value-type.ts'
import { valueText } from '../../../util/value-text.ts'
import {
  type Access,
  type Condition,
  Conditions,
  type Header,
  isText,
  type Of,
  type TextPart,
} from '../dynamic/conditions.ts'
import { type Doc, group, indent, join, line } from '../layout.ts'
import { array, call, hasObject, text } from './php-layout.ts'
import type { PhpCode } from './php-code.ts'
import { phpPattern } from './php-pattern.ts'

/** An expression that tells whether a predicate holds, and throws for no answer. */
export function asked(predicate: Predicate, code: PhpCode): Condition {
  return new PhpConditions(code).of(predicate)
}

/** Conditions in the words of PHP. */
class PhpConditions extends Conditions<Doc, PhpCode> {
  protected readonly words = {
    always: 'true',
    never: 'false',
    null: 'null',
    is: '===',
    not: '!',
    opposites: { '===': '!==', '!==': '===' },
  }

  protected glue(...parts: readonly Doc[]): Doc {
    const [only = '', ...others] = parts
    return others.length === 0 ? only : [...parts]
  }

  protected join(terms: readonly Doc[], word: 'and' | 'or'): Doc {
    return group(indent(join([line, word === 'and' ? '&& ' : '|| '], [...terms])))
  }

  override comparison(left: Doc, sign: string, right: Doc): Condition {
    return { ...super.comparison(operand(left), sign, operand(right)), parts: { left, sign, right } }
  }

  protected hasPart(part: JsonPart): Condition {
    return this.comparison(this.code.found(part), '!==', '[]')
  }

  protected override isNull(value: Value): Condition {
    return value.kind === 'json' && value.path.length > 0
      ? this.comparison(this.code.found(value), '===', '[null]')
      : this.isNothing(this.lenient(value))
  }

  protected hasText(kind: TextPart['kind'], subject: Doc, part: Value): Condition {
    return this.call(call(textFunctions[kind], subject, this.code.value(part)))
  }

  protected headerText(header: Header, holds: (subject: Doc) => Condition): Condition {
    return this.both(this.hasHeader(header), holds(this.code.value(header)))
  }

  protected override isSurelyText(value: Value, subject: Doc): boolean {
    return isText(value) && !isWeak(subject)
  }

  protected contains(actual: Doc, expected: Doc): Condition {
    return this.call(this.code.method('contains', actual, expected))
  }

  protected override filled(predicate: TextPart | Of<'contains'>): Condition | undefined {
    return predicate.kind === 'contains' && mayBeEmpty(predicate.expected, this.code)
      ? this.comparison(this.lenient(predicate.expected), '!==', `''`)
      : undefined
  }

  protected found(subject: Doc, pattern: Value): Condition {
    return this.comparison(call('preg_match', patternCode(pattern, this.code), subject), '===', '1')
  }

  protected isSingle(subject: Doc): Condition {
    const isNo = (type: 'array' | 'object'): Condition => this.negated(this.isType(subject, type))
    return this.joined([isNo('array'), isNo('object')], 'and')
  }

  isType(subject: Doc, type: JsonType): Condition {
    return this.call(
      type === 'number'
        ? call('in_array', call('get_debug_type', subject), array(["'int'", "'float'"]), 'true')
        : call(typeChecks[type], subject),
    )
  }

  protected blank(value: Value): Condition {
    if (value.kind === 'json-list') return this.comparison(this.lenient(value), '===', '[]')
    if (value.kind === 'body-text') return this.comparison(this.code.value(value), '===', `''`)
    return this.call(this.code.method('isBlank', this.lenient(value)))
  }

  absent(part: JsonPart | JsonParts): Condition {
    if (part.kind === 'json-list') return this.comparison(this.code.selected(part), '===', '[]')
    const path = part.path.map((step): Doc => (typeof step === 'string' ? text(step) : String(step)))
    return this.call(this.code.method('isAbsent', this.code.rootName(part.root), ...path))
  }

  protected quantified({ kind, list, holds }: Of<'each' | 'any'>): Condition {
    const items = this.code.items(list)
    const filtered = filter(items, list, kind === 'any' ? holds : { kind: 'not', of: holds }, this.code)
    return kind === 'any'
      ? this.comparison(filtered, '!==', '[]')
      : this.both(this.comparison(items, '!==', '[]'), this.comparison(filtered, '===', '[]'))
  }

  mayBeNull(expected: Value, as: Equality): boolean {
    return mayBeNull(expected, as, this.code)
  }

  protected override equal(actual: Value, expected: Value, as: Equality, access: Access): Condition {
    return as === 'json' && this.code.constant(expected)?.every(one => one === null) === true
      ? this.isNull(actual)
      : super.equal(actual, expected, as, access)
  }

  same(left: Doc, expected: Value, as: Equality): Condition {
    const right = this.lenient(expected)
    if (as === 'loose' && isText(expected))
      return this.comparison(this.code.method('text', left), '===', right)
    if (as === 'number') return this.comparison(left, expected.kind === 'literal' ? '===' : '==', right)
    if (as === 'text' || isPlain(expected, this.code)) return this.comparison(left, '===', right)
    return this.comparison(this.code.method('canonical', left), '===', this.code.method('canonical', right))
  }

  protected listed(predicate: Of<'one-of'>): Condition | undefined {
    const list = listed(predicate, this.code)
    return list && this.call(call('in_array', list.subject, array(list.values), 'true'))
  }
}

const textFunctions = {
  includes: 'str_contains',
  'starts-with': 'str_starts_with',
  'ends-with': 'str_ends_with',
} as const

const typeChecks = {
  string: 'is_string',
  integer: 'is_int',
  boolean: 'is_bool',
  null: 'is_null',
  array: 'is_array',
  object: 'is_object',
} as const

/** An expression with a weaker sign in it stands in parentheses. */
function operand(doc: Doc): Doc {
  return isWeak(doc) ? ['(', doc, ')'] : doc
}

function isWeak(doc: Doc): boolean {
  const last = Array.isArray(doc) ? doc.at(-1) : doc
  return typeof last === 'string' && last.endsWith(' ?? null')
}

/** True where nothing could be taken for what is expected. */
export function mayBeNull(expected: Value, as: Equality, code: PhpCode): boolean {
  const known = code.constant(expected)
  if (known !== undefined) return known.some(one => one === null || (as === 'loose' && one === 'null'))
  return as === 'loose' || (as === 'json' && typeOfValue(expected) === 'json')
}

/** True where `===` is enough: objects are not the same where their members are, and numbers may be 10 and 10.0. */
export function isPlain(expected: Value, code: PhpCode): boolean {
  const known = code.constant(expected)
  if (known !== undefined) return !known.some(hasObject)
  if (expected.kind === 'list') return expected.items.every(item => isPlain(item, code))
  const type = typeOfValue(expected)
  return type === 'text' || type === 'boolean'
}

/** The subject and the list in which it is looked for, where `===` tells. */
export function listed(
  { actual, expected, as }: Pick<Of<'one-of'>, 'actual' | 'expected' | 'as'>,
  code: PhpCode,
): { readonly subject: Doc; readonly values: readonly Doc[] } | undefined {
  const isLoose = as === 'loose' && expected.every(isText)
  if (!isLoose && (as === 'loose' || as === 'number') && expected.some(one => one.kind !== 'literal'))
    return undefined
  if ((as === 'loose' && !isLoose) || !expected.every(one => isPlain(one, code))) return undefined
  const subject = code.value(actual, 'lenient')
  return {
    subject: isLoose ? code.method('text', subject) : subject,
    values: expected.map(one => code.value(one)),
  }
}

/** True where a value may be the empty text. */
export function mayBeEmpty(value: Value, code: PhpCode): boolean {
  const known = code.constant(value)
  if (known !== undefined) return value.kind !== 'literal' && known.includes('')
  return value.kind !== 'template' || !value.parts.some(part => typeof part === 'string')
}

/** A pattern as `preg_match` takes it; one that is only known when tests run gets its delimiters then. */
export function patternCode(pattern: Value, code: PhpCode): Doc {
  const known = pattern.kind === 'literal' ? phpPattern(valueText(pattern.value)) : undefined
  if (known !== undefined) return text(known)
  return [`'~' . `, call('str_replace', `'~'`, String.raw`'\~'`, code.value(pattern)), ` . '~uD'`]
}

/** The items of a list for which something holds. */
export function filter(items: Doc, list: Value, holds: Predicate, code: PhpCode): Doc {
  return code.withLocal(code.itemWords(list), item =>
    call('array_filter', items, [
      `fn (mixed ${item}): bool => `,
      code.inItem(item, () => asked(holds, code).code),
    ]),
  )
}
