import { lostSkips } from '../skip-reason.ts'
import { beyond } from '../../../compile/test-program/beyond.ts'
import {
  answerParts,
  areConditional,
  type AnswerPart,
  valuesOf,
} from '../../../compile/test-program/answer-parts.ts'
import { joinBounds } from '../../../compile/test-program/join-bounds.ts'
import {
  casesIn,
  requestsIn,
  requestsOf,
  statementsIn,
} from '../../../compile/test-program/parts-of-group.ts'
import type {
  Extract as ExtractStatement,
  Repeat,
  Rows,
  Statement,
  TestCase,
  TestGroup,
  TestProgram,
  Value,
} from '../../../compile/test-program/test-program.ts'
import type { Loss } from '../../../model/conversion.ts'
import type { JsonValue } from '../../../model/json.ts'
import type { WrittenCase, WrittenTests } from '../framework.ts'
import { textLiteral } from '../escaped-text.ts'
import {
  type Doc,
  group,
  hardline,
  indent,
  join,
  line,
  printLayout,
  separated,
  softline,
  withoutRepeats,
} from '../layout.ts'
import { shortened } from '../names.ts'
import { plainTitle, titleText } from '../titles.ts'
import { Assertions, assert, Locals } from './assertions.ts'
import { CSharpCode, type CSharpType, type Named, numberCode, text, type Typed } from './csharp-code.ts'
import {
  assignment,
  atom,
  binary,
  call,
  conditional,
  csharpLayout,
  type Expression,
  flat,
  headed,
  initializer,
  matching,
  negated,
  on,
  property,
  statement,
} from './csharp-layout.ts'
import { helperCode } from './helpers.ts'
import { conditionOf } from './predicates.ts'
import { milliseconds, Requests } from './requests.ts'
import { usingsOf } from './usings.ts'

/** Writes a program as a class of tests for xUnit. */
export function writeCSharp(program: TestProgram, className: string, namespace: string): WrittenTests {
  const file = new CSharpFile(program, className)
  const body = `namespace ${namespace};\n\n${printLayout(file.layout(), csharpLayout)}`
  const usings = usingsOf(body).map(name => `using ${name};\n`)
  return { text: `${usings.join('')}\n${body}`, losses: file.losses, cases: file.cases }
}

class CSharpFile {
  readonly losses: Loss[] = []
  readonly cases: WrittenCase[] = []
  readonly #program: TestProgram
  readonly #className: string
  readonly #code: CSharpCode
  readonly #requests: Requests
  readonly #methods: Doc[] = []
  #times = 1

  constructor(program: TestProgram, className: string) {
    this.#program = program
    this.#className = className
    this.#code = new CSharpCode(program.variables, unsureIn(program.root))
    this.#code.names.name('class', className, 'PascalCase')
    this.#code.holds = predicate => conditionOf(predicate, this.#code)
    this.#requests = new Requests(this.#code, program.keepsCookies)
  }

  layout(): Doc {
    const { root } = this.#program
    if (isUnordered(root)) this.#apart(root)
    else this.#story(root)
    const fields = this.#fields()
    const clients = this.#requests.clients
    const disposing = clients.map(name => on(name, 'Dispose'))
    const [only] = disposing
    const dispose =
      only !== undefined && disposing.length === 1
        ? [['public void Dispose() => ', statement(only)]]
        : disposing.length > 1
          ? [headed('public void Dispose()', disposing.map(statement))]
          : []
    const interfaces = [...this.#interfaces, ...(clients.length > 0 ? ['IDisposable'] : [])]
    const members = [
      ...fields,
      ...this.#methods.slice(0, this.#publicCount),
      ...dispose,
      ...this.#methods.slice(this.#publicCount),
      ...helperCode(this.#code.helpers),
    ]
    return [
      ...(root.description === undefined ? [] : [summaryOf(root.description)]),
      headed(
        `public sealed class ${this.#className}${interfaces.length > 0 ? ` : ${interfaces.join(', ')}` : ''}`,
        separated(members),
      ),
      hardline,
    ]
  }

  #interfaces: readonly string[] = []
  /** How many of the methods are seen by xUnit; they come first. */
  #publicCount = 0

  #fields(): readonly Doc[] {
    const { variables } = this.#program
    const constants = variables.filter(({ changes }) => !changes).map(one => this.#constant(one))
    const changing = variables.filter(({ changes }) => changes)
    const isLate = ({ value }: (typeof variables)[number]): boolean =>
      value !== undefined &&
      valuesOf({ kind: 'assign', variable: '', value }).some(
        one => one.kind === 'variable' && changing.some(({ name }) => name === one.name),
      )
    const own = changing.map(one => {
      const { name, type } = this.#code.variable(one.name)
      const first = isLate(one) ? undefined : this.#initial(one, type)
      const begin = `private ${type === 'json' ? 'JsonElement' : type} ${name}`
      const value = first ?? (type === 'string' ? text('') : undefined)
      return value === undefined ? `${begin};` : assignment(begin, value)
    })
    const others = changing.filter(isLate).flatMap(one => {
      const { name, type } = this.#code.variable(one.name)
      const value = this.#initial(one, type)
      return value === undefined ? [] : [assignment(name, value)]
    })
    const clients = this.#requests.fields()
    const fields = [...constants, ...clients.fields, ...own]
    const late = [...clients.late, ...others]
    return [
      ...(fields.length === 0 ? [] : [join(hardline, [...fields])]),
      ...(late.length === 0 ? [] : [headed(`public ${this.#className}()`, late)]),
    ]
  }

  #constant(variable: TestProgram['variables'][number]): Doc {
    const { name, type } = this.#code.variable(variable.name)
    const value = this.#initial(variable, type)
    const begin = `private static readonly ${type === 'json' ? 'JsonElement' : type} ${name}`
    return value === undefined ? `${begin};` : assignment(begin, value)
  }

  #initial(
    { value, environment, changes }: TestProgram['variables'][number],
    type: CSharpType,
  ): Expression | undefined {
    const code = this.#code
    if (environment === undefined) return value === undefined ? undefined : this.#as(type, code.value(value))
    const given = on('Environment', 'GetEnvironmentVariable', text(environment))
    const isAlone = value === undefined || (value.kind === 'environment' && value.name === environment)
    const otherwise = isAlone
      ? changes
        ? text('')
        : missing(`The environment variable ${environment} is not set.`)
      : code.textOf(value)
    const whole = binary('??', [given, otherwise])
    if (type === 'string' || type === 'string?') return whole
    if (type === 'json') return code.json({ code: whole, type: 'string' })
    return on(type, 'Parse', whole, ...(type === 'bool' ? [] : [atom('CultureInfo.InvariantCulture')]))
  }

  #as(wanted: CSharpType, { code, type }: Typed): Expression {
    if (wanted === 'json') return this.#code.json({ code, type })
    return wanted === 'string' && type === 'string?' ? binary('??', [code, text('')]) : code
  }

  /** Tests that need no order are tests of xUnit. */
  #apart({ items }: TestGroup): void {
    for (const item of items) {
      if (item.kind === 'group') this.#apart(item)
      else this.#apartCase(item)
    }
    this.#publicCount = this.#methods.length
  }

  #apartCase(test: TestCase): void {
    if (test.rows !== undefined) this.#code.declareRows(test.rows)
    const statements = this.#statements(test)
    if (statements.length === 0) return
    this.losses.push(...lostSkips(test, 'xUnit 2 skips no test that runs: it passes'))
    const name = this.#methodName(test.where, plainTitle(test.title) ?? titleText(test.title))
    this.#methods.push(
      join(hardline, [
        ...this.#attributes(titleText(test.title), test.rows, [test]),
        this.#method('public', name, this.#parameters(test.rows, [test]), test, statements),
      ]),
    )
    this.cases.push({ where: test.where, times: test.rows?.rows.length ?? 1 })
  }

  /** Steps that follow each other are one test, since xUnit keeps no order among the tests of a class. */
  #story(root: TestGroup): void {
    const { rows, setUp, cleanUp, name } = root
    if (rows !== undefined) this.#code.declareRows(rows)
    this.#times = rows?.rows.length ?? 1
    // Code that runs around a test sees no rows: with them it stands in the test.
    const isAround = rows === undefined && (setUp.length > 0 || cleanUp.length > 0)
    const method = this.#methodName('story', name)
    const inner = this.#inside(isAround ? { ...root, setUp: [], cleanUp: [] } : root)
    const own: Doc[] = [
      join(hardline, [
        ...this.#attributes(name, rows, [root]),
        this.#method('public', method, this.#parameters(rows, [root]), root, inner),
      ]),
    ]
    if (isAround) {
      const before = this.#plainStatements(setUp)
      const after = this.#finally(this.#calls(cleanUp))
      this.#interfaces = ['IAsyncLifetime']
      own.push(around('InitializeAsync', before, false), around('DisposeAsync', after, true))
    }
    this.#methods.unshift(...own)
    this.#publicCount = own.length
  }

  /** The statements of a group: the values it sets, its steps, and the cleanup that must be done whatever became of them. */
  #inside({ setUp, items, cleanUp }: TestGroup): readonly Doc[] {
    const before = this.#plainStatements(setUp)
    const steps = this.#calls(items)
    const after = this.#finally(this.#calls(cleanUp))
    if (after.length === 0) return [...before, ...steps]
    return [...before, ...tryFinally(steps, after)]
  }

  /** All of these, even where one fails. */
  #finally([first, ...others]: readonly Doc[]): readonly Doc[] {
    if (first === undefined) return []
    return others.length === 0 ? [first] : tryFinally([first], this.#finally(others))
  }

  /** Calls of steps and groups, each of which is a method. */
  #calls(items: readonly (TestGroup | TestCase)[]): readonly Doc[] {
    return items.flatMap(item => {
      if (item.rows !== undefined) this.#code.declareRows(item.rows)
      const at = this.#methods.length
      const before = this.#times
      this.#times *= item.rows?.rows.length ?? 1
      const written = item.kind === 'case' ? this.#step(item) : this.#folder(item)
      this.#times = before
      if (written === undefined) return []
      const { method, call: called } = written
      this.#methods.splice(at, 0, method)
      return item.rows === undefined ? [called] : [this.#loop(item.rows, item, called)]
    })
  }

  #step(test: TestCase): { readonly method: Doc; readonly call: Doc } | undefined {
    const statements = this.#statements(test)
    if (statements.length === 0) return undefined
    if (!isCleanUp(this.#program.root, test)) this.cases.push({ where: test.where, times: this.#times })
    return this.#called(test.where, plainTitle(test.title) ?? titleText(test.title), test, statements)
  }

  #folder(folder: TestGroup): { readonly method: Doc; readonly call: Doc } | undefined {
    const inside = this.#inside(folder)
    return inside.length === 0
      ? undefined
      : this.#called(`group ${this.#methods.length}`, folder.name, folder, inside)
  }

  #called(
    key: string,
    name: string,
    item: TestGroup | TestCase,
    inside: readonly Doc[],
  ): { readonly method: Doc; readonly call: Doc } {
    const method = this.#methodName(`${key} ${this.cases.length} ${this.losses.length}`, name)
    const columns = this.#columns(item)
    const args = columns.map(one => atom(one.name))
    return {
      method: this.#method('private', method, columns.map(parameterOf), item, inside),
      call: [isWaiting(item) ? 'await ' : '', call(method, ...args).code, ';'],
    }
  }

  /** Runs a step once for each of its rows. */
  #loop(rows: Rows, item: TestGroup | TestCase, called: Doc): Doc {
    const columns = this.#usedColumns(rows, [item])
    const [only] = columns
    if (only === undefined)
      return headed(`for (var round = 0; round < ${rows.rows.length}; round++)`, [called])
    const names = columns.map(({ name }) => this.#code.column(rows.name, name).name)
    const values = rows.rows.map(row => {
      const codes = columns.map(({ name }) => this.#cell(rows, name, row[name] ?? null))
      return codes.length === 1 ? (codes[0] ?? '') : `(${codes.join(', ')})`
    })
    const list = initializer('new[]', values)
    const head = ['var ', names.length === 1 ? (names[0] ?? '') : `(${names.join(', ')})`, ' in ', list]
    return headed(group(['foreach (', indent([softline, head]), softline, ')']), [called])
  }

  #attributes(
    title: string,
    rows: Rows | undefined,
    items: readonly (TestGroup | TestCase)[],
  ): readonly Doc[] {
    const named = (word: string): Doc =>
      group([`[${word}(`, indent([softline, `DisplayName = ${textLiteral(title)}`]), softline, ')]'])
    if (rows === undefined) return [named('Fact')]
    const columns = this.#givenColumns(rows, items)
    const data = rows.rows.map(row => {
      const cells = columns.map(({ name }) => this.#cell(rows, name, row[name] ?? null))
      return group(['[InlineData(', indent([softline, join([',', line], cells)]), softline, ')]'])
    })
    return [named('Theory'), ...data]
  }

  #parameters(rows: Rows | undefined, items: readonly (TestGroup | TestCase)[]): readonly string[] {
    if (rows === undefined) return []
    return this.#givenColumns(rows, items).map(({ name }) => parameterOf(this.#code.column(rows.name, name)))
  }

  /** The columns that tests use; all of them where rows would be the same without the others. */
  #givenColumns(rows: Rows, items: readonly (TestGroup | TestCase)[]): Rows['columns'] {
    const used = this.#usedColumns(rows, items)
    const shown = new Set(rows.rows.map(row => JSON.stringify(used.map(({ name }) => row[name]))))
    return used.length > 0 && shown.size === rows.rows.length ? used : rows.columns
  }

  #usedColumns(rows: Rows, items: readonly (TestGroup | TestCase)[]): Rows['columns'] {
    const used = columnsIn(items)
    return rows.columns.filter(({ name }) => used.has(`${rows.name} ${name}`))
  }

  /** The columns of all rows around that something uses, as its parameters. */
  #columns(item: TestGroup | TestCase): readonly Named[] {
    const inner = new Set(rowsWithin(item))
    return [...columnsIn([item]).values()]
      .filter(({ row }) => !inner.has(row) || item.rows?.name === row)
      .map(({ row, name }) => this.#code.column(row, name))
  }

  #cell(rows: Rows, name: string, value: JsonValue): string {
    const { type } = this.#code.column(rows.name, name)
    if (type === 'json') return textLiteral(JSON.stringify(value))
    const code = flat(this.#code.value({ kind: 'literal', value }).code)
    return type === 'double' && /^-?\d+$/.test(code) ? `${code}.0` : code
  }

  #methodName(key: string, name: string): string {
    return this.#code.names.name(`method ${key}`, shortened(name), 'PascalCase', 'Step')
  }

  #method(
    visibility: string,
    name: string,
    parameters: readonly string[],
    item: TestGroup | TestCase,
    inside: readonly Doc[],
  ): Doc {
    return methodOf(`${visibility} ${isWaiting(item) ? 'async Task' : 'void'}`, name, parameters, inside)
  }

  #plainStatements(statements: readonly Statement[]): readonly Doc[] {
    return this.#body(statements, new Locals())
  }

  #statements({ statements, where }: TestCase): readonly Doc[] {
    const isConnecting = statements.flatMap(requestsOf).some(({ method }) => method === 'CONNECT')
    if (!isConnecting) return this.#body(statements, new Locals())
    this.losses.push({ where, what: 'CONNECT', why: 'HttpClient does not send it' })
    return []
  }

  #body(statements: readonly Statement[], locals: Locals): readonly Doc[] {
    const needed = answerParts(statements)
    const isLenient = areConditional(statements)
    let isRead = statements.some(({ kind }) => kind === 'repeat')
    let isSent = false
    return withoutRepeats(
      joinBounds(statements).flatMap(one => {
        if (one.kind === 'repeat') return this.#repeat(one, needed)
        if (one.kind === 'send') {
          isSent = true
          return [
            ...this.#requests.building(one.request),
            ...(needed.has('duration') ? ['var watch = Stopwatch.StartNew();'] : []),
            ['using var response = ', this.#requests.sending(one.request).code, ';'],
            ...(needed.has('duration') ? ['var duration = watch.ElapsedMilliseconds;'] : []),
          ]
        }
        const looked = answerParts([one])
        const looksAtBody = looked.has('body') || looked.has('text')
        const reading = isSent && !isRead && looksAtBody ? this.#reading(needed, isLenient, 'var ') : []
        isRead ||= reading.length > 0
        return [...reading, ...this.#statement(one, locals)]
      }),
    )
  }

  #statement(one: Exclude<Statement, { kind: 'send' | 'repeat' }>, locals: Locals): readonly Doc[] {
    const code = this.#code
    switch (one.kind) {
      case 'expect': {
        const asserted = new Assertions(code, locals, one.name).of(one.holds)
        return one.when === undefined ? asserted : [conditional(conditionOf(one.when, code), asserted)]
      }
      case 'assign': {
        const { name, type } = code.variable(one.variable)
        return [assignment(name, this.#as(type, code.value(one.value)))]
      }
      case 'extract': {
        const extracted = this.#extract(one, locals)
        return one.when === undefined ? extracted : [conditional(conditionOf(one.when, code), extracted)]
      }
      case 'skip-unless':
        return [conditional(negated(conditionOf(one.holds, code)), ['return;'])]
      case 'pause':
        return [statement(on('await Task', 'Delay', milliseconds(one.milliseconds)))]
      default:
        throw beyond(one)
    }
  }

  #extract({ variable, value, isOptional }: ExtractStatement, locals: Locals): readonly Doc[] {
    const code = this.#code
    const { name, type } = code.variable(variable)
    const found = code.value(value, !isOptional)
    const lacks = missing(`There is no ${sourceOf(value)}.`)
    if (found.type === 'string?') {
      const isText = type !== 'json'
      const otherwise = isOptional && isText ? atom(name) : lacks
      if (!isOptional || isText)
        return [
          assignment(name, this.#as(type, { code: binary('??', [found.code, otherwise]), type: 'string' })),
        ]
      const condition = matching(found.code, 'not null')
      return [conditional(condition, [assignment(name, this.#as(type, found))])]
    }
    const isCertain = value.kind === 'json' && found.code.chain?.head === 'body'
    if (isCertain || (found.type !== 'json' && found.type !== 'list'))
      return [assignment(name, this.#as(type, found))]
    const local = locals.name(variable)
    const isList = found.type === 'list'
    const isThere = isList
      ? on(atom(local), 'Any')
      : matching(property(atom(local), 'ValueKind'), 'not JsonValueKind.Undefined')
    const message = text(`There is no ${sourceOf(value)}.`)
    const asserted = isList ? assert('NotEmpty', atom(local)) : assert('True', isThere, message)
    const set = assignment(name, this.#as(type, { code: atom(local), type: found.type }))
    const declared = assignment(`var ${local}`, isList ? on(found.code, 'ToList') : found.code)
    return [declared, ...(isOptional ? [conditional(isThere, [set])] : [asserted, set])]
  }

  /** Reads what is needed of the answer. */
  #reading(needed: ReadonlySet<AnswerPart>, isLenient: boolean, begin: 'var ' | ''): readonly Doc[] {
    const whole = on('await response.Content', 'ReadAsStringAsync')
    const source = needed.has('text') ? atom('text') : whole
    const parsed = isLenient
      ? this.#code.helper('Parse', source)
      : on('JsonSerializer', 'Deserialize<JsonElement>', source)
    return [
      ...(needed.has('text') ? [assignment(`${begin}text`, whole)] : []),
      ...(needed.has('body') ? [assignment(`${begin}body`, parsed)] : []),
    ]
  }

  #repeat(repeat: Repeat, needed: ReadonlySet<AnswerPart>): readonly Doc[] {
    const { attempts, interval, backoff, longest, until, stopWhen, send } = repeat
    const done = [until, ...(stopWhen === undefined ? [] : [stopWhen])].map(one =>
      conditionOf(one, this.#code),
    )
    const isLast = binary('==', [atom('attempt'), atom(String(attempts))])
    const growing = `Math.Min(${interval} * Math.Pow(${numberCode(backoff)}, attempt - 1), ${longest})`
    const pause = backoff === 1 ? milliseconds(interval) : on('TimeSpan', 'FromMilliseconds', atom(growing))
    return [
      'HttpResponseMessage response;',
      ...(needed.has('text') ? ['string text;'] : []),
      ...(needed.has('body') ? ['JsonElement body;'] : []),
      ...(needed.has('duration') ? ['long duration;'] : []),
      headed('for (var attempt = 1; ; attempt++)', [
        ...this.#requests.building(send.request),
        ...(needed.has('duration') ? ['var watch = Stopwatch.StartNew();'] : []),
        assignment('response', this.#requests.sending(send.request)),
        ...(needed.has('duration') ? ['duration = watch.ElapsedMilliseconds;'] : []),
        ...this.#reading(needed, true, ''),
        conditional(binary('||', [...done, isLast]), ['break;']),
        statement(on('await Task', 'Delay', pause)),
      ]),
    ]
  }
}

/**
 * True where the tests need no order: they only look, and leave nothing to each other. A test alone needs none, either.
 * Cookies are left by answers, whatever was asked.
 */
function isUnordered(root: TestGroup): boolean {
  const groups = groupsIn(root)
  if (groups.some(({ rows, setUp, cleanUp }) => rows !== undefined || setUp.length > 0 || cleanUp.length > 0))
    return false
  const cases = casesIn(root)
  return (
    cases.length === 1 ||
    (!/cookie(?!s":)/i.test(JSON.stringify(cases)) &&
      statementsIn(root).every(({ kind }) => kind !== 'assign' && kind !== 'extract') &&
      requestsIn(root).every(({ method }) => /^(GET|HEAD|OPTIONS)$/.test(method)))
  )
}

function groupsIn(root: TestGroup): readonly TestGroup[] {
  return [root, ...root.items.flatMap(item => (item.kind === 'group' ? groupsIn(item) : []))]
}

function everyStatement(item: TestGroup | TestCase): readonly Statement[] {
  return item.kind === 'case' ? item.statements : statementsIn(item)
}

function isCleanUp(root: TestGroup, test: TestCase): boolean {
  return groupsIn(root).some(({ cleanUp }) => cleanUp.includes(test))
}

/** The variables of which a step asks whether they have a value. */
function unsureIn(root: TestGroup): ReadonlySet<string> {
  return new Set(
    statementsIn(root).flatMap(one =>
      one.kind === 'expect' && one.holds.kind === 'present' && one.holds.value.kind === 'variable'
        ? [one.holds.value.name]
        : [],
    ),
  )
}

/** True where something in it is waited for. */
function isWaiting(item: TestGroup | TestCase): boolean {
  return everyStatement(item).some(({ kind }) => kind === 'send' || kind === 'repeat' || kind === 'pause')
}

function columnsIn(
  items: readonly (TestGroup | TestCase)[],
): ReadonlyMap<string, { readonly row: string; readonly name: string }> {
  const columns = items
    .flatMap(everyStatement)
    .flatMap(valuesOf)
    .filter(one => one.kind === 'column')
  return new Map(columns.map(({ row, name }) => [`${row} ${name}`, { row, name }]))
}

function rowsWithin(item: TestGroup | TestCase): readonly string[] {
  const own = item.rows === undefined ? [] : [item.rows.name]
  return item.kind === 'case' ? own : [...own, ...[...item.items, ...item.cleanUp].flatMap(rowsWithin)]
}

function missing(message: string): Expression {
  return atom(['throw ', call('new InvalidOperationException', text(message)).code])
}

/** Names the source of a value. */
function sourceOf(value: Value): string {
  if (value.kind === 'header') return `header ${value.name}`
  if (value.kind === 'found') return `match of ${value.pattern}`
  if (value.kind !== 'json' && value.kind !== 'json-list') return 'such value'
  const path = value.path.map(step =>
    typeof step === 'string' ? `.${step}` : typeof step === 'number' ? `[${step}]` : '[*]',
  )
  return `$${path.join('')}`
}

function tryFinally(inside: readonly Doc[], after: readonly Doc[]): readonly Doc[] {
  return [headed('try', inside), headed('finally', after)]
}

/** A method of `IAsyncLifetime`. */
function around(name: string, inside: readonly Doc[], isWaiting: boolean): Doc {
  if (inside.length === 0) return `public Task ${name}() => Task.CompletedTask;`
  if (isWaiting) return headed(`public async Task ${name}()`, inside)
  return headed(`public Task ${name}()`, [...inside, 'return Task.CompletedTask;'])
}

function methodOf(begin: string, name: string, parameters: readonly string[], inside: readonly Doc[]): Doc {
  const list =
    parameters.length === 0
      ? '()'
      : group(['(', indent([softline, join([',', line], [...parameters])]), softline, ')'])
  return headed([`${begin} ${name}`, list], inside)
}

function parameterOf({ name, type }: Named): string {
  return `${type === 'json' ? 'string' : type} ${name}`
}

/** A description as a comment for documentation. */
function summaryOf(written: string): Doc {
  const words = written.trim().split(/\s+/).join(' ')
  const safe = words.replace(/[&<>]/g, sign => ({ '&': '&amp;', '<': '&lt;' })[sign] ?? '&gt;')
  return [`/// <summary>${safe.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')}</summary>`, hardline]
}
