import { beyond } from '../../../compile/test-program/beyond.ts'
import { type AnswerPart, answerParts } from '../../../compile/test-program/answer-parts.ts'
import { joinBounds } from '../../../compile/test-program/join-bounds.ts'
import type {
  Extract as ExtractStatement,
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
import { NameRegistry } from '../names.ts'
import { spaced } from '../spaced.ts'
import { GoAssertions } from './go-assertions.ts'
import { answerName, type ClientSettings, clientCode, usualSettings } from './go-client.ts'
import { GoCode, NoWord, type WrittenRows } from './go-code.ts'
import { call, loose, tight } from './go-sum.ts'
import { fileCode, importLines } from './go-file.ts'
import { commentText, composite, goLiteral, goString, indented, pairs } from './go-literals.ts'
import { goName, keywords } from './go-names.ts'
import { durationCode, GoPredicates } from './go-predicates.ts'
import { writeRequest } from './go-requests.ts'

/** Writes a program as a file of tests. `stem` is the name of the file, which no other of the package has. */
export function writeGo(program: TestProgram, stem: string, packageName: string): WrittenTests {
  // A variable that nothing reads is an error of Go. What is only read to set such a variable is found out in turns.
  let live: ReadonlySet<string> = new Set(program.variables.map(({ name }) => name))
  for (;;) {
    const file = new GoFile(program, stem, packageName, live)
    const text = file.text()
    if ([...live].every(name => file.read.has(name))) return { text, losses: file.losses, cases: file.cases }
    live = new Set([...live].filter(name => file.read.has(name)))
  }
}

class GoFile {
  readonly losses: Loss[] = []
  readonly cases: WrittenCase[] = []
  readonly #program: TestProgram
  readonly #stem: string
  readonly #packageName: string
  readonly #live: ReadonlySet<string>
  readonly #code: GoCode
  readonly #predicates: GoPredicates
  readonly #assertions: GoAssertions
  readonly #usual: ClientSettings
  readonly #parts = new Set<AnswerPart>()
  readonly #tables = new Map<Rows, string>()
  #isSending = false
  /** How often what is being written runs. */
  #times = 1

  constructor(program: TestProgram, stem: string, packageName: string, live: ReadonlySet<string>) {
    this.#program = program
    this.#stem = stem
    this.#packageName = packageName
    this.#live = live
    this.#code = new GoCode(goName(stem, 'suite'), program.variables, (path, holds, code) =>
      new GoPredicates(code).filter(path, holds),
    )
    for (const { name } of program.variables) this.#code.variable(name)
    this.#predicates = new GoPredicates(this.#code)
    this.#assertions = new GoAssertions(this.#code, this.#predicates)
    this.#usual = usualSettings(program.root, program.keepsCookies)
  }

  /** The variables that something reads. */
  get read(): ReadonlySet<string> {
    return this.#code.read
  }

  text(): string {
    const { root } = this.#program
    const name = `Test${goName(this.#stem, 'Suite', true)}`
    const { rows } = root
    const body =
      rows === undefined
        ? this.#root(root)
        : this.#inRows(rows, () => this.#eachRow(rows, rowTitle(rows), this.#root(root)))
    if (this.cases.length === 0) return ''
    const description = commentText(root.description ?? '')
    const test = [
      ...comment(description === '' ? '' : `${name}: ${description}`),
      `func ${name}(t *testing.T) {`,
      ...body.map(indented),
      '}',
    ].join('\n')
    const client = this.#isSending ? clientCode(this.#usual, this.#parts) : []
    if (this.#parts.has('body')) this.#code.need('parse')
    const isGetting = this.#code.needs('get') || this.#code.needs('request')
    if (!isGetting && client.length > 0) this.#code.need('request')
    const answer = this.#code.named(answerName(this.#parts))
    const helpers = [...client.map(part => this.#code.named(part)), ...this.#code.helpers(answer)]
    const code = [loose(test).replaceAll(answerMark, answer), ...helpers]
    return fileCode(this.#packageName, importLines(code.join('\n')), code)
  }

  /** The statements in the function of the test, or in that of one of its rows. */
  #root(root: TestGroup): readonly string[] {
    const inside = this.#group(root)
    const client = this.#isSending
      ? [this.#code.named(`client := newInfixClient(${this.#usual.cookies ? 't' : ''})`)]
      : []
    return spaced([[...this.#declarations(), ...client], ...inside])
  }

  #declarations(): readonly string[] {
    const all = this.#program.variables.filter(({ name }) => this.#live.has(name))
    const set = all.filter(({ value, environment }) => value !== undefined || environment !== undefined)
    const unset = all.filter(one => !set.includes(one))
    return [...set.flatMap(variable => this.#declaration(variable)), ...this.#unsetVariables(unset)]
  }

  #unsetVariables(variables: readonly ProgramVariable[]): readonly string[] {
    const byType = new Map<string, string[]>()
    for (const { name } of variables) {
      const type = this.#typeName(name)
      byType.set(type, [...(byType.get(type) ?? []), this.#code.variable(name)])
    }
    return [...byType].map(([type, names]) => `var ${names.join(', ')} ${type}`)
  }

  #typeName(variable: string): string {
    const type = this.#code.variableType(variable)
    return type === 'value' ? this.#code.valueType : type
  }

  #declaration({ name, value, environment }: ProgramVariable): readonly string[] {
    const code = this.#code
    const identifier = code.variable(name)
    const type = code.variableType(name)
    const declared = (written: string): string =>
      `${identifier} := ${loose(type === 'value' ? this.#valueOf(written) : written)}`
    const isGiven = value === undefined || (value.kind === 'environment' && value.name === environment)
    if (environment === undefined)
      return value === undefined ? [] : [declared(type === 'string' ? code.text(value) : code.plain(value))]
    const given = `os.Getenv(${goString(environment)})`
    if (isGiven) return [declared(given)]
    if (type === 'string') return [declared(call('cmp.Or', [given, code.text(value)]))]
    if (type === 'int')
      return [
        declared(code.plain(value)),
        `if given, err := strconv.Atoi(${given}); err == nil {`,
        `\t${identifier} = given`,
        '}',
      ]
    return [
      declared(code.plain(value)),
      `if given := ${given}; given != "" {`,
      `\t${identifier} = ${type === 'bool' ? 'given == "true"' : this.#valueOf('given')}`,
      '}',
    ]
  }

  #valueOf(code: string): string {
    this.#code.need('valueOf')
    return call(`${this.#code.prefix}ValueOf`, [code])
  }

  /** Blocks of a group, with empty lines between them. */
  #group(group: TestGroup): readonly (readonly string[])[] {
    // Functions that are registered first run last.
    const after = group.cleanUp.map(test => this.#cleanUp(test)).toReversed()
    const setUp = this.#statements(group.setUp, undefined) ?? []
    const items = group.items.map(item => (item.kind === 'group' ? this.#subgroup(item) : this.#case(item)))
    return items.every(lines => lines.length === 0) ? [] : [setUp, ...after, ...items]
  }

  #subgroup(group: TestGroup): readonly string[] {
    const { rows } = group
    if (rows !== undefined)
      return this.#inRows(rows, () => {
        const title: Value = {
          kind: 'template',
          parts: [`${group.name}, `, ...rowTitle(rows).parts],
        }
        return this.#eachRow(rows, title, spaced(this.#group(group)))
      })
    const inside = spaced(this.#group(group))
    return inside.length === 0 ? [] : subtest(goString(group.name), inside)
  }

  /** After all tests of a group, whatever became of them. */
  #cleanUp(test: TestCase): readonly string[] {
    const { rows } = test
    const write = (): readonly string[] => this.#statements(test.statements, test, true) ?? []
    const lines =
      rows === undefined
        ? write()
        : this.#inRows(rows, () => {
            const inside = write()
            return inside.length === 0 ? [] : this.#loop(rows, ['func() {', ...inside.map(indented), '}()'])
          })
    if (lines.length === 0) return []
    return [
      't.Cleanup(func() {',
      ...comment(commentText(test.name)).map(indented),
      ...lines.map(indented),
      '})',
    ]
  }

  #case(test: TestCase): readonly string[] {
    const { rows } = test
    if (test.statements.length === 0) return []
    if (rows !== undefined)
      return this.#inRows(rows, () => {
        const lines = this.#statements(test.statements, test)
        if (lines === undefined) return []
        this.cases.push({ where: test.where, times: this.#times })
        return this.#eachRow(rows, test.title, lines)
      })
    const lines = this.#statements(test.statements, test)
    if (lines === undefined) return []
    this.cases.push({ where: test.where, times: this.#times })
    return subtest(tight(this.#code.text(test.title)), lines)
  }

  /** Writes something that is there once for each row. */
  #inRows(rows: Rows, write: () => readonly string[]): readonly string[] {
    const names = new NameRegistry(keywords)
    const fields = new Map(
      rows.columns.map(({ name }) => [
        name,
        names.named(name, goName(name === 'type' ? 'typ' : name, 'value')),
      ]),
    )
    const written: WrittenRows = { rows, field: name => fields.get(name) ?? name, read: new Set() }
    const before = this.#times
    this.#times *= rows.rows.length
    const lines = this.#code.inRows(written, () => {
      const inside = write()
      return inside.length === 0 ? [] : [...this.#table(written), ...inside]
    })
    this.#times = before
    return lines
  }

  #eachRow(rows: Rows, title: Value, inside: readonly string[]): readonly string[] {
    return this.#loop(rows, subtest(tight(this.#code.text(title)), inside))
  }

  #loop(rows: Rows, inside: readonly string[]): readonly string[] {
    const { name } = rows
    const isUsed = inside.some(line => new RegExp(`\\b${name}\\.`).test(line))
    const table = this.#tableName(rows)
    const head = isUsed ? `for _, ${name} := range ${table} {` : `for range ${table} {`
    return [head, ...inside.map(indented), '}']
  }

  /** Tables of steps side by side stand in one scope. */
  #tableName(rows: Rows): string {
    const name = this.#tables.get(rows) ?? this.#code.names.named(`table ${this.#tables.size}`, 'rows')
    this.#tables.set(rows, name)
    return name
  }

  #table({ rows, field }: WrittenRows): readonly string[] {
    const columns = rows.columns.map(({ name }) => ({
      name,
      field: field(name),
      type: this.#code.columnType(rows, name),
    }))
    const widest = Math.max(0, ...columns.map(one => one.field.length))
    const lines = rows.rows.map(row => {
      const values = columns.map(one => [one.field, goLiteral(row[one.name] ?? null)] as const)
      if (columns.length > 5) return pairs('', values, 100)
      return composite(
        '',
        values.map(([, value]) => value),
        100,
      )
    })
    return [
      `${this.#tableName(rows)} := []struct {`,
      ...columns.map(one => `\t${one.field.padEnd(widest)} ${one.type}`),
      lines.length === 0 ? '}{}' : '}{',
      ...lines.map(line => indented(`${line},`)),
      ...(lines.length === 0 ? [] : ['}']),
    ]
  }

  /** Undefined where the request cannot be sent: then there is no such test. */
  #statements(
    statements: readonly Statement[],
    test: TestCase | undefined,
    isCleanUp = false,
  ): readonly string[] | undefined {
    const lines: string[] = []
    let isSent = false
    for (const statement of joinBounds(statements)) {
      const written =
        statement.kind === 'send' || statement.kind === 'repeat'
          ? this.#sending(statement, test)
          : this.#attempt(statement, test, isCleanUp)
      if (written === undefined) return undefined
      isSent ||= statement.kind === 'send' || statement.kind === 'repeat'
      // The request needs the expectations that come before it.
      lines.push(...(isSent ? written : written.map(line => line.replace(/\bt\.Error(f?\()/, 't.Fatal$1'))))
    }
    for (const part of answerParts(statements)) this.#parts.add(part)
    const isLookedAt = lines.some(line => /\bres\.(?!body = |text = )/.test(line))
    return isLookedAt ? lines : lines.map(line => line.replace(/^res := /, ''))
  }

  /** A statement, or none where Go has no word for it. */
  #attempt(
    statement: Exclude<Statement, Send | Repeat>,
    test: TestCase | undefined,
    isCleanUp: boolean,
  ): readonly string[] {
    try {
      return this.#statement(statement, isCleanUp)
    } catch (error) {
      if (!(error instanceof NoWord)) throw error
      const what = statement.kind === 'expect' ? `validation ${statement.name}` : statement.kind
      const where = test?.where ?? this.#program.name
      this.losses.push({ where, what, why: `Go has no word for ${error.message}` })
      return []
    }
  }

  #statement(statement: Exclude<Statement, Send | Repeat>, isCleanUp: boolean): readonly string[] {
    switch (statement.kind) {
      case 'expect':
        return this.#conditional(statement.when, this.#assertions.lines(statement.holds, statement.name))
      case 'assign':
        return this.#assign(statement.variable, statement.value)
      case 'extract':
        return this.#conditional(statement.when, this.#extract(statement))
      case 'skip-unless': {
        const condition = this.#predicates.condition(statement.holds).opposite().code
        const skip = isCleanUp
          ? 'return'
          : `t.Skip(${this.#code.text({
              kind: 'literal',
              value: statement.reason ?? 'only where its condition holds',
            })})`
        return [`if ${condition} {`, `\t${skip}`, '}']
      }
      case 'pause':
        return [`time.Sleep(${durationCode(statement.milliseconds)})`]
      default:
        throw beyond(statement)
    }
  }

  #conditional(when: ExtractStatement['when'], lines: readonly string[]): readonly string[] {
    if (when === undefined || lines.length === 0) return lines
    return [`if ${this.#predicates.condition(when).code} {`, ...lines.map(indented), '}']
  }

  #assign(variable: string, value: Value): readonly string[] {
    if (!this.#live.has(variable)) return []
    const code = this.#code
    const written = code.variableType(variable) === 'string' ? code.text(value) : code.wrapped(value)
    return [`${code.variable(variable)} = ${loose(written)}`]
  }

  /** A value that the response lacks fails the test, unless it need not be there. */
  #extract({ variable, value, isOptional }: ExtractStatement): readonly string[] {
    const code = this.#code
    const isLive = this.#live.has(variable)
    const name = code.variable(variable)
    const missing = this.#assertions.missing(value, variable)
    const { code: written, type } = code.value(value)
    if (type !== 'value') {
      const set = isLive ? this.#assign(variable, value) : []
      if (value.kind !== 'header' && value.kind !== 'body-text') return set
      const text = isLive && code.variableType(variable) === 'string' ? name : written
      if (isOptional) return isLive ? [`if ${written} != "" {`, ...set.map(indented), '}'] : []
      return [...set, `if ${text} == "" {`, `\t${missing}`, '}']
    }
    // A path that may select several values must select one.
    const found = value.kind === 'json-list' ? 'exists()' : 'found'
    if (value.kind === 'json-list') code.need('exists')
    const isText = code.variableType(variable) === 'string'
    const set = `${name} = got${isText ? '.text()' : ''}`
    if (isText) code.need('text')
    const asked = `if got := ${loose(written)}; got.${found} {`
    if (isOptional) return isLive ? [asked, `\t${set}`, '}'] : []
    if (isLive && !isText)
      return [`${name} = ${loose(written)}`, `if !${name}.${found} {`, `\t${missing}`, '}']
    if (!isLive) return [`if !${loose(written)}.${found} {`, `\t${missing}`, '}']
    return [asked, `\t${set}`, '} else {', `\t${missing}`, '}']
  }

  #sending(statement: Send | Repeat, test: TestCase | undefined): readonly string[] | undefined {
    const where = test?.where ?? this.#program.name
    const { request } = statement.kind === 'send' ? statement : statement.send
    const written = writeRequest(request, this.#usual, this.#code)
    if (typeof written === 'string') {
      this.losses.push({ where, what: request.method, why: written })
      return undefined
    }
    this.#isSending = true
    if (statement.kind === 'send') return [...written.before, `res := ${loose(written.call)}`]
    return this.#repeat(statement, written.before, loose(written.call))
  }

  #repeat(repeat: Repeat, before: readonly string[], sent: string): readonly string[] {
    const { attempts, interval, backoff, longest, until, stopWhen } = repeat
    const done = this.#predicates.condition({
      kind: 'some',
      of: [until, ...(stopWhen === undefined ? [] : [stopWhen])],
    })
    const grows = backoff !== 1 && interval < longest
    const factor = Number.isInteger(backoff)
      ? `wait * ${backoff}`
      : `time.Duration(float64(wait) * ${backoff})`
    const waiting = durationCode(Math.min(interval, longest))
    const growth = tight(
      `wait = min(${factor.replace(' * ', '*')}, ${durationCode(longest).replace(' * ', '*')})`,
    )
    return [
      `var res ${answerMark}`,
      ...(grows ? [`wait := ${waiting}`] : []),
      'for attempt := 1; ; attempt++ {',
      ...[...before, `res = ${sent}`].map(indented),
      `\tif ${done.code} || attempt == ${attempts} {`,
      '\t\tbreak',
      '\t}',
      `\ttime.Sleep(${grows ? 'wait' : waiting})`,
      ...(grows ? [`\t${growth}`] : []),
      '}',
    ]
  }
}

/** Stands for the type of answers, which is only known when all tests are written. */
const answerMark = '\u0002'

/** The first column of a row. */
function rowTitle({ name: row, columns }: Rows): {
  readonly kind: 'template'
  readonly parts: readonly (string | Value)[]
} {
  const [first] = columns
  return {
    kind: 'template',
    parts:
      first === undefined
        ? [row]
        : [`${first.name} `, { kind: 'column', row, name: first.name, type: first.type }],
  }
}

function subtest(title: string, lines: readonly string[]): readonly string[] {
  return [`t.Run(${title}, func(t *testing.T) {`, ...lines.map(indented), '})']
}

/** Lines of a comment. None begins with what gofmt takes for a list, a heading or a link. */
function comment(text: string): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(' ').filter(part => part !== '')) {
    const last = lines.at(-1)
    const mayBegin = /^[\p{L}]/u.test(word)
    if (last !== undefined && (last.length + word.length < 97 || !mayBegin))
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(`// ${word}`)
  }
  return lines
}
