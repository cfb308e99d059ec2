import { beyond } from '../../../compile/test-program/beyond.ts'
import { answerParts, patternsOf, predicateValues } from '../../../compile/test-program/answer-parts.ts'
import { casesIn, requestsOf } from '../../../compile/test-program/parts-of-group.ts'
import { variablesInPlace } from '../../../compile/test-program/variables-in-place.ts'
import type {
  Expect,
  Extract as Extraction,
  Predicate,
  ProgramVariable,
  Repeat,
  Rows,
  Send,
  SkipUnless,
  Statement,
  TestCase,
  TestGroup,
  TestProgram,
} from '../../../compile/test-program/test-program.ts'
import type { Loss } from '../../../model/conversion.ts'
import { valueText } from '../../../util/value-text.ts'
import type { WrittenCase, WrittenTests } from '../framework.ts'
import { type Doc, hardline, join, separated, flat } from '../layout.ts'
import { skipReason } from '../skip-reason.ts'
import { asked, condition, conditional, modified, patternOf } from './conditions.ts'
import { expectations } from './expectations.ts'
import { neededHelpers } from './helpers.ts'
import { RubyCode } from './ruby-code.ts'
import { rubyPattern } from './ruby-pattern.ts'
import { requestCode, requestLosses, type RequestPart, sendingMethods } from './requests.ts'
import { block, hashOf, listOf, literal, member, printed, text } from './ruby-text.ts'

/** Writes a program as a file of tests for RSpec: a group for each group, and an example for each step. */
export function writeRspec(program: TestProgram): WrittenTests {
  const file = new RspecFile(program)
  return { text: file.text(), losses: file.losses, cases: file.cases }
}

class RspecFile {
  readonly #program: TestProgram
  readonly #code: RubyCode
  readonly #requestParts = new Set<RequestPart>()
  /** True where cookies are kept, as more than one request may have them. */
  readonly #jar: boolean
  readonly losses: Loss[] = []
  readonly cases: WrittenCase[] = []
  #times = 1

  constructor(program: TestProgram) {
    this.#program = program
    this.#code = new RubyCode(program.variables, variablesInPlace(program), asked)
    const sent = casesIn(program.root).flatMap(({ statements }) => statements.flatMap(requestsOf))
    this.#jar = program.keepsCookies && sent.filter(({ cookies }) => cookies).length > 1
  }

  text(): string {
    const { root, variables } = this.#program
    const constants = variables.flatMap(variable => this.#constant(variable))
    const inside = this.#group(root, 'RSpec.describe', constants)
    const isSending = flat(inside).includes('send_request(') || this.#requestParts.has('redirects')
    if (this.#jar) this.#code.libraries.add('time')
    const methods = [
      ...(isSending ? sendingMethods(this.#requestParts, this.#jar) : []),
      ...neededHelpers(this.#code.helpers),
    ]
    const libraries = [...this.#code.libraries].toSorted().map(name => `require ${flat(text(name))}`)
    const described = printed(inside)
      .trimEnd()
      .replace(/\nend$/, '')
    const written = methods.flatMap(method => ['', ...method.split('\n')])
    return [
      ...['# frozen_string_literal: true', '', ...libraries, '', described],
      ...written.map(line => (line === '' ? line : `  ${line}`)),
      'end\n',
    ].join('\n')
  }

  #constant(variable: ProgramVariable): readonly Doc[] {
    if (variable.changes) return []
    const name = flat(
      this.#code.value({ kind: 'variable', name: variable.name, type: variable.type, path: [] }),
    )
    const value = this.#code.firstValue(variable)
    return value === undefined || name.startsWith('ENV.') ? [] : [[`${name} = `, value]]
  }

  /** The state that one example leaves for the next, and the cookies: anew for each row. */
  #state(): readonly Doc[] {
    const { variables } = this.#program
    const saved = variables.filter(({ name }) => this.#code.isSaved(name))
    const first = saved.flatMap(variable => {
      const value = this.#code.firstValue(variable)
      const isGiven = variable.value !== undefined
      return value === undefined || !isGiven ? [] : [member(this.#code.key(variable.name), value, 'symbols')]
    })
    return [
      ...(saved.length === 0 ? [] : [['saved = ', hashOf(first)]]),
      ...(this.#jar ? ['before(:context) { @cookies = {} }'] : []),
    ]
  }

  #group(group: TestGroup, word: string, constants?: readonly Doc[]): Doc {
    const { rows } = group
    const head = [
      ...comment(group.description),
      `${word} `,
      text(group.name),
      ...(constants === undefined ? [] : [', :aggregate_failures']),
    ]
    if (rows === undefined) {
      const state = constants === undefined ? [] : [...constants, ...this.#state()]
      return block([head, ' do'], separated([...paragraphs(state), ...this.#items(group)]))
    }
    const inner = this.#inRows(rows, () =>
      block(
        ['context ', this.#rowTitle(rows), ' do'],
        separated([...(constants === undefined ? [] : paragraphs(this.#state())), ...this.#items(group)]),
      ),
    )
    return block([head, ' do'], separated([...paragraphs(constants ?? []), inner]))
  }

  /** Rows around what is written, each of them `row`. */
  #inRows(rows: Rows, write: () => Doc): Doc {
    const before = this.#code.rows
    this.#code.rows = [rows, ...before]
    this.#code.usedRows.delete(rows.name)
    this.#times *= rows.rows.length
    const written = write()
    this.#times /= rows.rows.length
    const keys = rows.columns.map(({ name }) => [name, this.#code.columnKey(rows.name, name)] as const)
    this.#code.rows = before
    if (!this.#code.usedRows.has(rows.name)) return block(`${rows.rows.length}.times do`, [written])
    const list = rows.rows.map(row =>
      hashOf(keys.map(([column, key]) => member(key, literal(row[column] ?? null), 'symbols'))),
    )
    return block([listOf(list), `.each do |${rows.name}|`], [written])
  }

  #rowTitle(rows: Rows): Doc {
    const [first] = rows.columns
    if (first === undefined) return "'again'"
    const value = { kind: 'column', row: rows.name, name: first.name, type: first.type } as const
    return this.#code.template([`${first.name} `, value])
  }

  /** The examples of a group run before its groups: what stands behind a group becomes one. */
  #items({ setUp, items, cleanUp }: TestGroup): readonly Doc[] {
    const written: Doc[] = []
    const before = this.#statements(setUp, '', false)
    if (before.length > 0) written.push(block('before(:context) do', before))
    let later: Doc[] = []
    const close = (): void => {
      if (later.length > 0) written.push(block("context 'and then' do", separated(later)))
      later = []
    }
    const firstGroup = items.findIndex(({ kind }) => kind === 'group')
    for (const [index, item] of items.entries()) {
      if (item.kind === 'group') close()
      const one = item.kind === 'group' ? [this.#group(item, 'context')] : this.#case(item)
      if (item.kind === 'case' && firstGroup >= 0 && index > firstGroup) later.push(...one)
      else written.push(...one)
    }
    close()
    // Hooks run in reverse.
    const hooks = cleanUp.flatMap(test => this.#cleanUp(test)).toReversed()
    return [...written, ...hooks]
  }

  #case(test: TestCase): readonly Doc[] {
    const { rows } = test
    const write = (): Doc | undefined => {
      const statements = this.#statements(test.statements, test.where, true)
      return statements.length === 0 ? undefined : block(['it ', this.#title(test), ' do'], statements)
    }
    let written: Doc | undefined
    const times = this.#times * (rows?.rows.length ?? 1)
    if (rows === undefined) written = write()
    else {
      const inner = this.#inRows(rows, () => {
        written = write()
        return written ?? ''
      })
      if (written !== undefined) written = inner
    }
    if (written === undefined) return []
    this.cases.push({ where: test.where, times })
    return [written]
  }

  #title({ title, name }: TestCase): Doc {
    if (title.kind === 'literal') return text(valueText(title.value) || name || 'step')
    return this.#code.value(title)
  }

  #cleanUp(test: TestCase): readonly Doc[] {
    const write = (): readonly Doc[] => this.#statements(test.statements, test.where, false)
    if (test.rows === undefined) {
      const statements = write()
      return statements.length === 0 ? [] : [block('after(:context) do', statements)]
    }
    let statements: readonly Doc[] = []
    const inner = this.#inRows(test.rows, () => {
      statements = write()
      return join(hardline, [...statements])
    })
    return statements.length === 0 ? [] : [block('after(:context) do', [inner])]
  }

  /** The statements of an example, or of a hook; none when it cannot be carried out, which is told as a loss. */
  #statements(statements: readonly Statement[], where: string, isExample: boolean): readonly Doc[] {
    const told = statements.filter(statement => this.#isKnown(statement, where))
    if (told.flatMap(requestsOf).some(({ method }) => method === 'CONNECT')) {
      this.losses.push({ where, what: 'CONNECT', why: 'net/http sends no CONNECT' })
      return []
    }
    const expected = told.filter(one => one.kind === 'expect')
    const isOfStatus = ({ holds, when }: (typeof expected)[number]): boolean =>
      when === undefined &&
      predicateValues(holds).every(({ kind }) => kind === 'status' || kind === 'literal')
    const ordered = [
      ...told.filter(one => one.kind !== 'expect' && one.kind !== 'extract'),
      ...joinedStatus(expected.filter(isOfStatus)),
      ...told.filter(one => one.kind === 'extract'),
      ...expected.filter(one => !isOfStatus(one)),
    ]
    const isRepeated = told.some(({ kind }) => kind === 'repeat')
    const lines: Doc[] = []
    let hasBody = isRepeated
    for (const [index, statement] of ordered.entries()) {
      const rest = ordered.slice(index + 1)
      const looksAtBody = answerParts([statement]).has('body')
      const written = this.#statement(statement, rest, isExample)
      if (looksAtBody && !hasBody) {
        lines.push(bodyLine(rest.concat(statement), this.#code))
        hasBody = true
      }
      for (const line of written)
        if (!lines.some(one => flat(one) === flat(line) && flat(line).startsWith('expect('))) lines.push(line)
    }
    return lines
  }

  /** True where Ruby has a word for all of a statement; a loss otherwise. */
  #isKnown(statement: Statement, where: string): boolean {
    const isForeign = (pattern: string): boolean => rubyPattern(pattern) === undefined
    const why = 'Ruby has no such pattern'
    if (
      statement.kind === 'extract' &&
      statement.value.kind === 'found' &&
      isForeign(statement.value.pattern)
    ) {
      this.losses.push({ where, what: `extract ${statement.variable}`, why })
      return false
    }
    for (const loss of requestsOf(statement).flatMap(requestLosses)) this.losses.push({ where, ...loss })
    if (statement.kind !== 'expect') return true
    const patterns = [statement.holds, ...(statement.when === undefined ? [] : [statement.when])].flatMap(
      patternsOf,
    )
    const what = `validation ${statement.name}`
    const isOpen = patterns.some(({ kind }) => kind !== 'literal')
    if (isOpen)
      this.losses.push({
        where,
        what,
        why: 'Ruby reads a pattern that is only known when it runs in its own way',
      })
    const isLost = patterns.some(pattern => pattern.kind === 'literal' && isForeign(valueText(pattern.value)))
    if (isLost) this.losses.push({ where, what, why })
    return !isLost
  }

  #statement(statement: Statement, rest: readonly Statement[], isExample: boolean): readonly Doc[] {
    const code = this.#code
    switch (statement.kind) {
      case 'skip-unless':
        return skipped(statement, code, isExample)
      case 'assign':
        return [[`saved[:${code.key(statement.variable)}] = `, code.value(statement.value)]]
      case 'pause':
        return [`sleep(${statement.milliseconds / 1000})`]
      case 'send':
        return this.#send(statement, rest)
      case 'repeat':
        return this.#repeat(statement, rest)
      case 'extract':
        return this.#extract(statement)
      case 'expect': {
        const { holds, when } = statement
        return conditional(when === undefined ? undefined : condition(when, code), expectations(holds, code))
      }
      default:
        throw beyond(statement)
    }
  }

  /** With the time that it takes, where that is asked for. */
  #send({ request }: Send, rest: readonly Statement[]): readonly Doc[] {
    const { before, sent } = requestCode(request, this.#code, this.#requestParts, this.#jar)
    const isRead = rest.some(({ kind }) => kind === 'expect' || kind === 'extract')
    const statement = isRead ? ['response = ', sent] : sent
    if (!answerParts(rest).has('duration')) return [...before, statement]
    const now = 'Process.clock_gettime(Process::CLOCK_MONOTONIC, :float_millisecond)'
    return [...before, `started = ${now}`, statement, `duration = ${now} - started`]
  }

  #repeat(repeat: Repeat, rest: readonly Statement[]): readonly Doc[] {
    const { attempts, interval, backoff, longest, until, stopWhen } = repeat
    const code = this.#code
    const looked: readonly Statement[] = [...rest, { ...repeat, send: { ...repeat.send } }]
    const parts = answerParts(looked)
    const ending: Predicate = stopWhen === undefined ? until : { kind: 'some', of: [until, stopWhen] }
    const stop = condition(ending, code)
    const wait =
      backoff === 1
        ? String(interval / 1000)
        : `[${interval / 1000} * (${backoff}**attempt), ${longest / 1000}].min`
    const names = [
      'response',
      ...(parts.has('body') ? ['body'] : []),
      ...(parts.has('duration') ? ['duration'] : []),
    ]
    const loop = block(`${attempts}.times do${backoff === 1 ? '' : ' |attempt|'}`, [
      ...this.#send(repeat.send, [...rest, { kind: 'expect', name: '', holds: until }]),
      ...(parts.has('body') ? [['body = ', code.helper('json_of', 'response')]] : []),
      ...(flat(stop.code) === 'true' ? ['break'] : [modified('break', 'if', stop), '', `sleep(${wait})`]),
    ])
    return [...names.map(name => `${name} = nil`), loop]
  }

  #extract({ variable, value, isOptional, when }: Extraction): readonly Doc[] {
    const code = this.#code
    const asking = when === undefined ? undefined : condition(when, code)
    const name = `saved[:${code.key(variable)}] = `
    if (!isOptional) {
      const mayBeEmpty = value.kind === 'json-list' || value.kind === 'body-text'
      const filled: readonly Doc[] = mayBeEmpty ? expectations({ kind: 'exists', value }, code) : []
      return conditional(asking, [...filled, [name, code.value(value, 'certain')]])
    }
    if (value.kind === 'found') {
      const found = {
        kind: 'matches-regex',
        text: value.text,
        pattern: { kind: 'literal', value: value.pattern },
      } as const
      const subject =
        value.text.kind === 'text-of' ? code.value(value.text, 'lenient') : code.value(value.text)
      const taken = [name, subject, '.match(', patternOf(found.pattern, code), `)[${value.group}]`]
      return conditional(asking, conditional(condition(found, code), [taken]))
    }
    const isThere = condition({ kind: 'present', value }, code)
    return conditional(asking, conditional(isThere, [[name, code.value(value, 'lenient')]]))
  }
}

/** Bounds of the status as one expectation, also where others stand between them. */
function joinedStatus(expected: readonly Expect[]): readonly Expect[] {
  const bounds = expected.filter(({ holds }) => holds.kind === 'compare')
  const [first] = bounds
  if (first === undefined || bounds.length < 2) return expected
  const others = expected.filter(one => !bounds.includes(one))
  return [{ ...first, holds: { kind: 'all', of: bounds.map(({ holds }) => holds) } }, ...others]
}

/** A body that must be JSON makes a test fail where it is none. */
function bodyLine(statements: readonly Statement[], code: RubyCode): Doc {
  const isNeeded = statements.some(
    statement =>
      ((statement.kind === 'expect' && statement.when === undefined) ||
        (statement.kind === 'extract' && statement.when === undefined && !statement.isOptional)) &&
      answerParts([statement]).has('body'),
  )
  if (!isNeeded) return ['body = ', code.helper('json_of', 'response')]
  code.libraries.add('json')
  return 'body = JSON.parse(response.body)'
}

/** Leaves out the rest where the condition does not hold. */
function skipped(statement: SkipUnless, code: RubyCode, isExample: boolean): readonly Doc[] {
  const leave: Doc = isExample ? ['skip ', text(skipReason(statement))] : 'next'
  const test = condition(statement.holds, code)
  const asking = flat(test.code)
  if (asking === 'true') return []
  if (asking === 'false') return [leave]
  const written = modified(leave, 'unless', test)
  return isExample ? [written] : [written, '']
}

/** A description as lines of comment. */
function comment(description = ''): readonly Doc[] {
  const words = description.split(/[\p{C}\p{Z}\s]+/u).filter(word => word !== '')
  const lines: string[] = []
  for (const word of words) {
    const last = lines.at(-1)
    if (last === undefined || last.length + word.length > 98) lines.push(`# ${word.slice(0, 98)}`)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines.flatMap((line): readonly Doc[] => [line, hardline])
}

/** Statements that belong together, before others. */
function paragraphs(statements: readonly Doc[]): readonly Doc[] {
  return statements.length === 0 ? [] : [join(hardline, [...statements])]
}
