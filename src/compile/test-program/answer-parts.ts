import { expandPattern } from './expand-pattern.ts'
import type { Pattern, Predicate, Statement, Value } from './test-program.ts'

/** A part of an answer that is looked at. */
export type AnswerPart = 'body' | 'text' | 'duration'

/** The parts of the answers that statements look at. */
export function answerParts(statements: readonly Statement[]): ReadonlySet<AnswerPart> {
  const parts = new Set<AnswerPart>()
  for (const statement of statements)
    for (const value of valuesOf(statement)) {
      if (value.kind === 'duration') parts.add('duration')
      if (value.kind === 'body-text') parts.add('text')
      if ((value.kind === 'json' || value.kind === 'json-list') && value.root === 'body') parts.add('body')
    }
  return parts
}

/** True where a statement looks at more of an answer than its status and headers. */
export function looksAtAnswer(statement: Statement): boolean {
  return answerParts([statement]).size > 0
}

/** True where some statements only count for some answers, or need find nothing, so that an answer may have no JSON. */
export function areConditional(statements: readonly Statement[]): boolean {
  return statements.some(
    statement =>
      statement.kind === 'repeat' ||
      statement.kind === 'done-if' ||
      (statement.kind === 'expect' && statement.when !== undefined) ||
      (statement.kind === 'extract' && (statement.when !== undefined || statement.isOptional)),
  )
}

/** Every value in a statement, the ones inside of others too. */
export function valuesOf(statement: Statement): readonly Value[] {
  switch (statement.kind) {
    case 'expect':
      return [statement.holds, statement.when].flatMap(predicateValues)
    case 'extract':
      return [
        ...withInner(statement.value),
        ...(statement.standIn === undefined ? [] : withInner(statement.standIn)),
        ...predicateValues(statement.when),
      ]
    case 'assign':
      return withInner(statement.value)
    case 'skip-unless':
    case 'done-if':
      return predicateValues(statement.holds)
    case 'loop':
      return [
        ...(statement.over.kind === 'items' ? withInner(statement.over.list) : []),
        ...statement.statements.flatMap(valuesOf),
      ]
    case 'step':
      return statement.statements.flatMap(valuesOf)
    case 'repeat':
      return [
        ...valuesOf(statement.send),
        ...predicateValues(statement.until),
        ...predicateValues(statement.stopWhen),
      ]
    case 'send':
      return requestValues(statement.request).flatMap(withInner)
    case 'pause':
      return []
  }
}

function requestValues({
  url,
  query,
  headers,
  basic,
  digest,
  body,
}: Extract<Statement, { kind: 'send' }>['request']): readonly Value[] {
  const fields = [...query, ...headers, ...(body?.kind === 'form' ? body.fields : [])]
  const parts = body?.kind === 'multipart' ? body.parts : []
  return [
    url,
    ...fields.map(({ value }) => value),
    ...[basic, digest].flatMap(one => (one === undefined ? [] : [one.username, one.password])),
    ...(body?.kind === 'json' ? [body.value] : body?.kind === 'text' ? [body.text] : []),
    ...(body?.kind === 'file' ? [body.file] : []),
    ...parts.flatMap(({ text, file, filename }) =>
      [text, file, filename].filter(value => value !== undefined),
    ),
  ]
}

/** Every value in a predicate. */
export function predicateValues(predicate: Predicate | undefined): readonly Value[] {
  return predicate === undefined ? [] : predicatesIn(predicate).flatMap(ownValues).flatMap(withInner)
}

/** All patterns that a predicate looks for. */
export function patternsOf(predicate: Predicate): readonly Value[] {
  return predicatesIn(predicate).flatMap(one => {
    if (one.kind === 'matches') return patternsOf(expandPattern(one.actual, one.pattern))
    return one.kind === 'matches-regex' ? [one.pattern] : []
  })
}

/** A predicate, and every one inside of it. */
function predicatesIn(predicate: Predicate): readonly Predicate[] {
  switch (predicate.kind) {
    case 'each':
    case 'any':
      return [predicate, ...predicatesIn(predicate.holds)]
    case 'not':
      return [predicate, ...predicatesIn(predicate.of)]
    case 'all':
    case 'some':
      return [predicate, ...predicate.of.flatMap(predicatesIn)]
    default:
      return [predicate]
  }
}

function ownValues(predicate: Predicate): readonly Value[] {
  switch (predicate.kind) {
    case 'equal':
    case 'compare':
    case 'contains':
      return [predicate.actual, predicate.expected]
    case 'includes':
    case 'starts-with':
    case 'ends-with':
      return [predicate.text, predicate.part]
    case 'matches-regex':
      return [predicate.text, predicate.pattern]
    case 'one-of':
      return [predicate.actual, ...predicate.expected]
    case 'is':
    case 'is-single':
    case 'present':
    case 'exists':
    case 'empty':
      return [predicate.value]
    case 'absent':
      return [predicate.part]
    case 'matches':
      return [predicate.actual, ...patternValues(predicate.pattern)]
    case 'each':
    case 'any':
      return [predicate.list]
    case 'not':
    case 'all':
    case 'some':
      return []
  }
}

function patternValues(pattern: Pattern): readonly Value[] {
  switch (pattern.kind) {
    case 'object':
      return pattern.members.flatMap(member => patternValues(member.pattern))
    case 'items':
      return pattern.patterns.flatMap(patternValues)
    case 'value':
      return [pattern.expected]
    default:
      return []
  }
}

function withInner(value: Value): readonly Value[] {
  switch (value.kind) {
    case 'list':
      return [value, ...value.items.flatMap(withInner)]
    case 'object':
      return [
        value,
        ...value.members.flatMap(({ key, value: inner }) => [...withInner(key), ...withInner(inner)]),
      ]
    case 'template':
      return [value, ...value.parts.flatMap(part => (typeof part === 'string' ? [] : withInner(part)))]
    case 'length':
    case 'text-of':
    case 'json-text':
    case 'number-of':
      return [value, ...withInner(value.of)]
    case 'found':
      return [value, ...withInner(value.text)]
    case 'call':
      return [value, ...withInner(value.of), ...(value.key === undefined ? [] : withInner(value.key))]
    case 'json-list':
      return [
        value,
        ...value.path.flatMap(selector =>
          typeof selector === 'object' && selector.kind === 'filter' ? predicateValues(selector.holds) : [],
        ),
      ]
    default:
      return [value]
  }
}
