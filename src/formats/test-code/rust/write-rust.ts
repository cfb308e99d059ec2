import { lostSkips } from '../skip-reason.ts'
import { beyond } from '../../../compile/test-program/beyond.ts'
import { valueText } from '../../../util/value-text.ts'
import {
  type AnswerPart,
  answerParts,
  areConditional,
  looksAtAnswer,
  valuesOf,
} from '../../../compile/test-program/answer-parts.ts'
import { isOfCookie } from '../../../compile/test-program/expected-value.ts'
import { joinBounds } from '../../../compile/test-program/join-bounds.ts'
import type {
  ProgramVariable,
  Repeat,
  Rows,
  Send,
  Statement,
  TestCase,
  TestGroup,
  TestProgram,
  Value,
} from '../../../compile/test-program/test-program.ts'
import type { Loss } from '../../../model/conversion.ts'
import type { WrittenCase, WrittenTests } from '../framework.ts'
import { spaced } from '../spaced.ts'
import { type Doc, hardline, indent, join, printLayout } from '../layout.ts'
import { assertions } from './assertions.ts'
import { clientLines, clientName, clientsOf } from './clients.ts'
import { commentLines, docLines } from './comments.ts'
import { jsonInner } from './literals.ts'
import { durationOf, holds } from './predicates.ts'
import { type RequestCode, requestCode } from './requests.ts'
import { type Kept, RustCode } from './rust-code.ts'
import { binary, call, chain, type Code, flat, layOut, letLine, list } from './rust-syntax.ts'
import { useLines } from './use-lines.ts'
import { assigned, declaration, extracted, keptOfVariable } from './variables.ts'
import { type VariableFlow, variableFlow } from './variable-flow.ts'

/** Writes a program as a file of tests: one test that goes through all steps, since each may need what others have left. */
export function writeRust(program: TestProgram): WrittenTests {
  const flow = variableFlow(program)
  // Only when all of it is written is it known whether numbers are compared.
  const first = new RustFile(program, flow, new RustCode(false, holds))
  first.text()
  const file = new RustFile(program, flow, new RustCode(first.comparesNumbers(), holds))
  const text = file.text()
  return { ...withLines(text, file.cases), losses: file.losses }
}

/** A mark in the comment of a case, by which its lines are found. */
const mark = /\p{Cc}(\d+)\p{Cc}/u

function withLines(text: string, cases: readonly WrittenCase[]): Pick<WrittenTests, 'text' | 'cases'> {
  const lines = text.split('\n')
  const starts = lines.flatMap((line, index) => (mark.test(line) ? [index + 1] : []))
  const end = lines.indexOf('}') + 1
  return {
    text: lines.map(line => line.replace(mark, '')).join('\n'),
    cases: cases.map((one, index) => ({
      ...one,
      lines: [starts[index] ?? 1, (starts[index + 1] ?? end) - 1],
    })),
  }
}

class RustFile {
  readonly #program: TestProgram
  readonly #flow: VariableFlow
  readonly #code: RustCode
  readonly losses: Loss[] = []
  readonly cases: WrittenCase[] = []
  #times = 1
  #isInLoop = false
  /** How many blocks are around what is being written. */
  #depth = 1

  constructor(program: TestProgram, flow: VariableFlow, code: RustCode) {
    this.#program = program
    this.#flow = flow
    this.#code = code
  }

  /** True where numbers of bodies are compared, which may be written in more than one way. */
  comparesNumbers(): boolean {
    return this.#code.comparesNumbers
  }

  text(): string {
    const code = this.#code
    const program = this.#program
    const name = code.name('test', program.name)
    const variables = this.#variables()
    const clients = clientLines(clientsOf(program), code)
    const steps = this.#group(program.root, [])
    const test: Doc[] = [
      ...docLines(program.root.description),
      '#[tokio::test]',
      [`async fn ${name}() `, block(spaced([[...variables, ...clients], ...steps]))],
    ]
    const helpers = code.helperCode().flatMap(helper => ['', ...helper.split('\n')])
    const uses = useLines(code.uses)
    const lines = [...uses, ...(uses.length === 0 ? [] : ['']), ...test, ...helpers]
    return `${printLayout(join(hardline, lines), { width: 100, indentation: 4 })}\n`
  }

  #variables(): readonly Doc[] {
    const code = this.#code
    return this.#program.variables.flatMap(variable => {
      const kept = keptOfVariable(variable, this.#program)
      const name = code.variable(variable.name)
      code.keep(name, kept)
      if (kept === 'integer') code.keepStatus(name)
      const isChanged = this.#flow.changed.has(variable.name)
      const isNeeded = isChanged || this.#flow.readsFirst(variable.name)
      return isNeeded && this.#flow.reads(variable.name) ? [this.#declaration(variable, kept, isChanged)] : []
    })
  }

  #declaration(variable: ProgramVariable, kept: Kept, isChanged: boolean): Doc {
    return [
      'let ',
      isChanged ? 'mut ' : '',
      this.#code.variable(variable.name),
      ' = ',
      layOut(declaration(variable, kept, this.#code)),
      ';',
    ]
  }

  /** Blocks of statements, to stand with empty lines between them. */
  #group(group: TestGroup, above: readonly string[]): readonly (readonly Doc[])[] {
    const path = group === this.#program.root ? above : [...above, group.name]
    if (group.rows === undefined) return this.#groupBlocks(group, path)
    const comment = path.length === 0 ? [] : commentLines(path.join(' / '))
    return [this.#loop(group.rows, comment, () => spaced(this.#groupBlocks(group, path)))]
  }

  #groupBlocks({ setUp, items, cleanUp }: TestGroup, path: readonly string[]): readonly (readonly Doc[])[] {
    const before = setUp.flatMap(statement => this.#plainStatement(statement))
    const write = (): readonly (readonly Doc[])[] =>
      items.flatMap(item => (item.kind === 'group' ? this.#group(item, path) : [this.#case(item, path)]))
    const blocks = cleanUp.length > 0 ? this.#inBlock(write) : write()
    const after = cleanUp.map(test => this.#case(test, path)).filter(lines => lines.length > 0)
    if (after.length === 0 || blocks.every(lines => lines.length === 0)) return [before, ...blocks, ...after]
    this.#code.use('std::panic')
    this.#code.uses.add('std::panic::AssertUnwindSafe')
    this.#code.uses.add('futures_util::FutureExt')
    const caught = chain(call('AssertUnwindSafe', 'steps'), 'catch_unwind', '.await')
    return [
      before,
      [
        ['let steps = async ', block(spaced(blocks)), ';'],
        ['let outcome = ', layOut(caught), ';'],
      ],
      ...after,
      [['if let Err(cause) = outcome ', block(['panic::resume_unwind(cause);'])]],
    ]
  }

  #plainStatement(statement: Statement): readonly Doc[] {
    return statement.kind === 'assign' ? this.#statement(statement) : []
  }

  #case(test: TestCase, path: readonly string[]): readonly Doc[] {
    if (test.statements.length === 0) return []
    const number = this.cases.length
    this.cases.push({ where: test.where, times: this.#times * (test.rows?.rows.length ?? 1) })
    const comment = commentLines([...path, test.name].join(' / '), `\u0001${number}\u0001`)
    const lines =
      test.rows === undefined
        ? [...comment, ...this.#titled(test)]
        : this.#loop(test.rows, comment, () => this.#titled(test))
    if (this.#cannotBeSent) {
      this.#cannotBeSent = false
      this.cases.splice(number)
      return []
    }
    for (const pattern of this.#code.refused.splice(0))
      this.losses.push({
        where: test.where,
        what: `pattern ${pattern}`,
        why: 'the crate regex has no such patterns',
      })
    return lines
  }

  #cannotBeSent = false

  #titled(test: TestCase): readonly Doc[] {
    const lines = this.#statements(test.statements, test)
    if (!this.#isInLoop || test.title.kind !== 'template') return lines
    const shown = this.#code.text(test.title).code
    if (typeof shown === 'string' || shown.kind !== 'call') return lines
    return [[layOut({ ...shown, name: 'println!' }), ';'], ...lines]
  }

  /** Statements for each row, of which only the columns that are read are given. */
  #loop(rows: Rows, comment: readonly Doc[], write: () => readonly Doc[]): readonly Doc[] {
    const [times, isInLoop] = [this.#times, this.#isInLoop]
    this.#times *= rows.rows.length
    this.#isInLoop = true
    const columns = rows.columns.filter(({ name }) => this.#flow.reads(name, rows.name))
    const names = columns.map(({ name }) => this.#code.column(rows.name, name))
    const written = columns.map(({ name, type }, index) =>
      this.#column(
        names[index] ?? '',
        type,
        rows.rows.map(row => row[name] ?? null),
      ),
    )
    const inside = this.#inBlock(write)
    this.#times = times
    this.#isInLoop = isInLoop
    const items = rows.rows.map((_, at) => {
      const cells = written.map(column => column[at] ?? '')
      return cells.length === 1 ? (cells[0] ?? '') : list(cells, '(')
    })
    return [...comment, ...loopLines(names, list(items), rows.rows.length, inside, this.#width())]
  }

  #column(
    identifier: string,
    type: Rows['columns'][number]['type'],
    values: readonly (string | number | boolean | null | object)[],
  ): readonly Code[] {
    const code = this.#code
    if (type === 'json') {
      code.keep(identifier, 'Value')
      return values.map(value => code.jsonLiteral(value as never))
    }
    const numbers = values.filter(value => typeof value === 'number')
    const isWhole = numbers.every(value => Number.isInteger(value))
    if (type === 'number') code.keep(identifier, isWhole ? 'integer' : 'f64')
    else code.keep(identifier, type === 'text' ? 'str' : 'bool')
    const areStatuses =
      type === 'text'
        ? values.every(value => /^[1-9]\d\d$/.test(valueText(value as never)))
        : isWhole && numbers.every(value => value >= 0 && value < 65_536)
    if (areStatuses) code.keepStatus(identifier)
    return values.map(value =>
      typeof value === 'number' && !isWhole && Number.isInteger(value)
        ? `${value}.0`
        : jsonInner(value as never),
    )
  }

  #statements(statements: readonly Statement[], test: TestCase): readonly Doc[] {
    const at = statements.findIndex(({ kind }) => kind === 'skip-unless')
    const skipping = statements[at]
    if (skipping?.kind === 'skip-unless') {
      this.losses.push(...lostSkips(test, 'Rust cannot skip a part of a test: it passes'))
      const before = statements.slice(0, at).flatMap(statement => this.#plainStatement(statement))
      const condition = holds(skipping.holds, this.#code)
      const inside = this.#inBlock(() => this.#statements(statements.slice(at + 1), test))
      return [...before, ...this.#if(condition, inside)]
    }
    return this.#sent(statements, test)
  }

  #if(condition: Code, inside: readonly Doc[]): readonly Doc[] {
    if (condition === 'true') return [block(inside)]
    const isLong = flat(condition).length > 70
    const applies = letLine('applies', condition, this.#width())
    return [...(isLong ? [applies] : []), ['if ', isLong ? 'applies' : layOut(condition), ' ', block(inside)]]
  }

  /** The statements of a step, with what of the answer they look at read before it is needed. */
  #sent(written: readonly Statement[], test: TestCase): readonly Doc[] {
    const code = this.#code
    const statements = joinBounds(written)
    const needed = answerParts(statements)
    const sending = statements.findIndex(({ kind }) => kind === 'send' || kind === 'repeat')
    const looking = statements.findIndex((statement, index) => index > sending && looksAtAnswer(statement))
    const later = looking === -1 ? [] : statements.slice(looking).flatMap(valuesOf)
    const isRepeated = statements[sending]?.kind === 'repeat'
    const all = statements.slice(sending + 1).flatMap(valuesOf)
    const kept = isRepeated && needed.size > 0 ? all : later
    const saved = {
      status: kept.some(({ kind }) => kind === 'status'),
      headers: kept.some(isOfHeaders),
    }
    code.places = {
      status: saved.status ? 'status' : 'response.status()',
      headers: saved.headers ? 'headers' : 'response.headers()',
    }
    code.hasBodyAlways = !areConditional(statements)
    const lines: Doc[] = []
    for (const [index, statement] of statements.entries()) {
      if (index === looking && !isRepeated) lines.push(...this.#reading(needed))
      if (statement.kind === 'send') lines.push(...this.#send(statement, needed, saved, all.length > 0, test))
      else if (statement.kind === 'repeat') lines.push(...this.#repeat(statement, needed, saved, all, test))
      else lines.push(...this.#statement(statement))
    }
    return lines
  }

  #request({ request }: Send, test: TestCase): RequestCode {
    const written = requestCode(request, clientName(request, this.#program), this.#code)
    if ('answer' in written) return written
    this.#cannotBeSent = true
    this.losses.push({ where: test.where, what: request.method, why: written.why })
    return { before: [], answer: '' }
  }

  #send(
    send: Send,
    needed: ReadonlySet<AnswerPart>,
    saved: Saved,
    isUsed: boolean,
    test: TestCase,
  ): readonly Doc[] {
    const { before, answer } = this.#request(send, test)
    return [
      ...before,
      ...this.#starting(needed),
      isUsed ? ['let response = ', layOut(answer), ';'] : [layOut(answer), ';'],
      ...savedLines(needed.size === 0 ? { status: false, headers: false } : saved),
    ]
  }

  #starting(needed: ReadonlySet<AnswerPart>): readonly Doc[] {
    if (!needed.has('duration')) return []
    this.#code.use('std::time::Instant')
    return ['let started = Instant::now();']
  }

  /** Reads what is needed of the answer, which is gone then. */
  #reading(needed: ReadonlySet<AnswerPart>): readonly Doc[] {
    const code = this.#code
    const lines: Doc[] = []
    const hasBody = needed.has('body')
    if (needed.has('text')) lines.push('let text = response.text().await.unwrap();')
    if (!needed.has('text') && !hasBody) lines.push('response.bytes().await.unwrap();')
    if (hasBody) {
      const begun: Code = needed.has('text')
        ? call(`serde_json::from_str`, '&text')
        : chain('response', 'json', '.await')
      const read = chain(begun, code.hasBodyAlways ? 'unwrap' : 'unwrap_or_default')
      const isWhole = code.hasWholeNumbers
      if (!isWhole) code.use('serde_json::Value')
      lines.push(
        isWhole
          ? ['let body = ', layOut(call(code.helper('whole_numbers'), read)), ';']
          : ['let body: Value = ', layOut(read), ';'],
      )
    }
    if (needed.has('duration')) lines.push('let duration = started.elapsed();')
    return lines
  }

  #repeat(
    repeat: Repeat,
    needed: ReadonlySet<AnswerPart>,
    saved: Saved,
    later: readonly Value[],
    test: TestCase,
  ): readonly Doc[] {
    const code = this.#code
    const { attempts, interval, backoff, longest, until, stopWhen } = repeat
    const isRead = needed.size > 0
    const places = code.places
    if (isRead) code.places = { status: 'status', headers: 'headers' }
    const inside = valuesOf(repeat)
    const within = {
      status: isRead && (saved.status || inside.some(({ kind }) => kind === 'status')),
      headers: isRead && (saved.headers || inside.some(isOfHeaders)),
    }
    const { before, answer } = this.#request(repeat.send, test)
    const done = [until, ...(stopWhen === undefined ? [] : [stopWhen])].map(one => holds(one, code))
    const reading = isRead ? this.#reading(needed) : []
    code.places = places
    const kept = isRead ? keptNames(saved, later) : later.length > 0 ? ['response'] : []
    const [only, ...others] = kept
    const result = others.length === 0 ? (only ?? '') : `(${kept.join(', ')})`
    const condition = `attempt == ${attempts}`
    const isLong = done.map(flat).join(' || ').length > 50
    const names = ['is_done', 'is_over']
    const stop = binary('||', [...(isLong ? done.map((_, at) => names[at] ?? '') : done), condition])
    const pause = this.#pause(interval, backoff, longest)
    return [
      'let mut attempt = 1;',
      [
        result === '' ? '' : `let ${result} = `,
        'loop ',
        block([
          ...before,
          ...this.#starting(needed),
          ['let response = ', layOut(answer), ';'],
          ...savedLines(within),
          ...reading,
          ...(isLong ? done.map((one, at) => letLine(names[at] ?? '', one, this.#width() - 4)) : []),
          ['if ', layOut(stop), ' ', block([result === '' ? 'break;' : `break ${result};`])],
          ...(backoff === 1 ? [] : [['let pause = ', layOut(pause), ';']]),
          [layOut(chain(call(this.#sleep(), backoff === 1 ? pause : 'pause'), '.await')), ';'],
          'attempt += 1;',
        ]),
        result === '' ? '' : ';',
      ],
    ]
  }

  /** How much room a line has. */
  #width(): number {
    return 100 - 4 * this.#depth
  }

  /** Writes what stands in a block. */
  #inBlock<Written>(write: () => Written): Written {
    this.#depth += 1
    const written = write()
    this.#depth -= 1
    return written
  }

  #sleep(): string {
    return this.#code.use('tokio::time::sleep')
  }

  #pause(interval: number, backoff: number, longest: number): Code {
    const first = durationOf(interval, this.#code)
    if (backoff === 1) return first
    const factor = Number.isInteger(backoff) ? `${backoff}.0_f64` : `${backoff}_f64`
    return chain(first, ['mul_f64', `${factor}.powi(attempt - 1)`], ['min', durationOf(longest, this.#code)])
  }

  #statement(statement: Exclude<Statement, { kind: 'send' | 'repeat' }>): readonly Doc[] {
    const code = this.#code
    const refused = code.refused.length
    switch (statement.kind) {
      case 'expect': {
        const lines = assertions(statement.holds, code)
        // An expectation that cannot be written is a loss, and no assertion that always fails.
        if (code.refused.length > refused) return []
        return statement.when === undefined || lines.length === 0
          ? lines
          : this.#if(holds(statement.when, code), lines)
      }
      case 'assign': {
        const isChanged = this.#flow.changed.has(statement.variable)
        if (!isChanged && !this.#flow.isRead(statement)) return []
        return [assigned(statement, isChanged, code)]
      }
      case 'extract': {
        const isChanged = this.#flow.changed.has(statement.variable)
        const lines = extracted(
          statement,
          { isChanged, isRead: isChanged || this.#flow.isRead(statement) },
          code,
        )
        return statement.when === undefined || lines.length === 0
          ? lines
          : this.#if(holds(statement.when, code), lines)
      }
      case 'pause':
        return [[layOut(chain(call(this.#sleep(), durationOf(statement.milliseconds, code)), '.await')), ';']]
      case 'skip-unless':
        return []
      default:
        throw beyond(statement)
    }
  }
}

/** The parts of a response that are kept in a variable, since the response is gone when its body is read. */
interface Saved {
  readonly status: boolean
  readonly headers: boolean
}

function savedLines({ status, headers }: Saved): readonly Doc[] {
  return [
    ...(status ? ['let status = response.status();'] : []),
    ...(headers ? ['let headers = response.headers().clone();'] : []),
  ]
}

function isOfHeaders(value: Value): boolean {
  return value.kind === 'header' || isOfCookie(value)
}

/** The variables in which the last answer is left behind. */
function keptNames(saved: Saved, later: readonly Value[]): readonly string[] {
  const looks = (kind: Value['kind']): boolean => later.some(value => value.kind === kind)
  const hasBody = later.some(
    value => (value.kind === 'json' || value.kind === 'json-list') && value.root === 'body',
  )
  return [
    ...(saved.status ? ['status'] : []),
    ...(saved.headers ? ['headers'] : []),
    ...(looks('body-text') ? ['text'] : []),
    ...(hasBody ? ['body'] : []),
    ...(looks('duration') ? ['duration'] : []),
  ]
}

/** A loop over rows. What does not fit into its head is given a name before it. */
function loopLines(
  names: readonly string[],
  rows: Code,
  count: number,
  inside: readonly Doc[],
  width: number,
): readonly Doc[] {
  if (names.length === 0) return [[`for _ in 0..${count} `, block(inside)]]
  const pattern = names.length === 1 ? names.join('') : `(${names.join(', ')})`
  const isLong = `for ${pattern} in rows {`.length > width
  const head = `for ${pattern} in ${flat(rows)} {`.length
  const isNamed = isLong || `for ${pattern} in [`.length > width || (head > width && flat(rows).length <= 62)
  const source: Doc = isNamed ? 'rows' : layOut(rows)
  const declared: readonly Doc[] = isNamed ? [['let rows = ', layOut(rows), ';']] : []
  if (!isLong) return [...declared, [`for ${pattern} in `, source, ' ', block(inside)]]
  const taken: Doc = ['let ', layOut(list(names, '(')), ' = row;']
  return [...declared, ['for row in rows ', block([taken, ...inside])]]
}

function block(lines: readonly Doc[]): Doc {
  return lines.length === 0 ? '{}' : ['{', indent([hardline, join(hardline, [...lines])]), hardline, '}']
}
