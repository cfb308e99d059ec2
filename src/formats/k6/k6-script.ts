import { valuesOf } from '../../compile/test-program/answer-parts.ts'
import type {
  Expect,
  Extract,
  InnerStep,
  Loop,
  Predicate,
  ProgramVariable,
  Rows,
  Send,
  Statement,
  TestCase,
  TestGroup,
  TestProgram,
} from '../../compile/test-program/test-program.ts'
import { all } from '../../compile/test-program/build-predicate.ts'
import type { Loss } from '../../model/conversion.ts'
import { oneLine } from '../../report/text/printable.ts'
import { guarded } from '../test-code/javascript/assertions.ts'
import { loopOf, orStandIn } from '../test-code/javascript/loop-code.ts'
import { JavaScriptCode, literal } from '../test-code/javascript/javascript-code.ts'
import { callOf, k6Answer, k6Platform } from './k6-client.ts'
import { shownBraces } from './load-options.ts'

/** An exported function, and what it carries out. */
export interface K6Function {
  readonly name: string
  readonly program: TestProgram
}

/** Writes programs as functions of one script, and keeps account of what these need at its beginning and its end. */
export class K6Script {
  readonly #code = new JavaScriptCode(k6Answer, false, k6Platform)
  /** `judge` counts requests that failed as well. */
  #check: 'check' | 'judge' | 'must'
  readonly #constants = new Map<string, string>()
  readonly #files = new Map<string, string>()
  readonly #rows = new Map<string, string>()
  /** True where a check that does not hold ends the rounds. */
  #endsRounds = false
  /** The parts of responses that the function being written keeps. */
  #kept = new Set<'response' | 'body' | 'text'>()
  readonly losses: Loss[] = []
  created = 0
  /** The same without what runs once before and behind all callers. */
  createdForCallers = 0
  /** True where callers are given cookies of the setup. */
  #givesCookies = false
  /** True where a request takes any certificate. */
  isInsecure = false

  constructor(countsErrors: boolean) {
    this.#check = countsErrors ? 'judge' : 'check'
  }

  /** Constants, files and rows, which all functions share. */
  get declarations(): readonly string[] {
    return [...this.#constants.values(), ...this.#files.values(), ...this.#rows.values()]
  }

  get helpers(): readonly string[] {
    return this.#code.helperCode()
  }

  /**
   * Functions that carry programs out. `setup` runs once before all others, which begin with what it has left: the variables that
   * it sets, and cookies.
   */
  functions(all: readonly K6Function[]): readonly string[] {
    const setup = all.find(({ name }) => name === 'setup')
    const left = (setup?.program.variables ?? []).flatMap(({ name, changes }) =>
      changes && all.some(one => one !== setup && one.program.variables.some(other => other.name === name))
        ? [name]
        : [],
    )
    return all.map(one => this.#function(one, setup && { left, isFirst: one === setup }))
  }

  /** Each time that it runs it takes the next of the program's rows. */
  #function(
    { name: called, program: { root, variables, keepsCookies } }: K6Function,
    setup: { readonly left: readonly string[]; readonly isFirst: boolean } | undefined,
  ): string {
    const isSetup = setup?.isFirst === true
    const given = new Set(setup === undefined || isSetup ? [] : setup.left)
    const usual = this.#check
    if (isSetup) this.#check = 'must'
    for (const { name } of variables) this.#code.variable(name)
    this.#kept = new Set()
    const { rows } = root
    const next = rows === undefined ? '' : nextRow(rows, this.rowsOf(rows))
    const before = this.created
    const body = this.#contents(root)
    if (called !== 'setup' && called !== 'teardown') this.createdForCallers += this.created - before
    // A setup that sends nothing has none.
    if (isSetup) this.#givesCookies = keepsCookies && body.some(line => line.includes('must('))
    const own = variablesOfRun(variables)
    for (const variable of variables)
      if (!own.has(variable.name)) this.#constants.set(variable.name, this.#code.declaration(variable))
    const declared = variables
      .filter(({ name }) => own.has(name))
      .map(one => {
        const name = this.#code.variable(one.name)
        return given.has(one.name) ? `let ${name} = data.${name};` : this.#code.declaration(one)
      })
    const kept = this.#kept.size === 0 ? [] : [`let ${[...this.#kept].join(', ')};`]
    const values = variables.flatMap(({ name, value }) =>
      own.has(name) && !given.has(name) && value !== undefined ? [value] : [],
    )
    const first = [...root.setUp, ...values.map(value => ({ kind: 'assign', variable: '', value }) as const)]
    const takesCookies = this.#givesCookies && !isSetup && keepsCookies
    const taken = takesCookies ? ['setCookies(data.cookies);'] : []
    const gives = [
      ...(setup?.left ?? []).map(name => this.#code.variable(name)),
      ...(this.#givesCookies ? ['cookies'] : []),
    ]
    const last = isSetup ? [`return { ${gives.join(', ')} };`] : []
    const lines = this.#judged(first, [...taken, ...declared, ...kept, next, '', ...body, ...last])
    this.#check = usual
    const parameter =
      takesCookies || variables.some(({ name }) => own.has(name) && given.has(name)) ? 'data' : ''
    const head = called === 'default' ? 'default function ' : `function ${called}`
    return [`export ${head}(${parameter}) {`, ...lines, '}'].join('\n')
  }

  /** The name of data rows, which all virtual users share. */
  rowsOf({ file, rows }: Rows): string {
    const code = file === undefined ? literal(rows) : readRows(file)
    const known = [...this.#rows].find(([, line]) => line.endsWith(`=> ${code});`))
    if (known !== undefined) return known[0]
    const name = this.#rows.size === 0 ? 'rows' : `rows${this.#rows.size + 1}`
    this.#rows.set(name, `const ${name} = new SharedArray("${name}", () => ${code});`)
    return name
  }

  #contents({ setUp, items, cleanUp }: TestGroup): readonly string[] {
    return [
      ...setUp.flatMap(statement => this.#statement(statement, undefined)),
      ...items.flatMap(item => (item.kind === 'group' ? this.#group(item) : this.#case(item))),
      ...cleanUp.flatMap(item => this.#case(item)),
    ]
  }

  /** Lines in which a function of placeholders may make nothing of a value: an error alone fails no run of k6. */
  #judged(statements: readonly Statement[], lines: readonly string[]): readonly string[] {
    // An error in the setup ends the run.
    if (this.#check === 'must') return lines
    if (!statements.flatMap(valuesOf).some(({ kind }) => kind === 'call')) return lines
    const failed = `${this.#check}(error, { "every value can be made": () => false });`
    return ['try {', ...lines, '} catch (error) {', 'console.error(error.message);', failed, '}']
  }

  #group(group: TestGroup): readonly string[] {
    const inside = this.#inRows(group.rows, this.#contents(group))
    return inside.length === 0 ? [] : [`group(${JSON.stringify(group.name)}, () => {`, ...inside, '});', '']
  }

  #inRows(rows: Rows | undefined, lines: readonly string[]): readonly string[] {
    if (rows === undefined || lines.length === 0) return lines
    return [`for (const ${rows.name} of ${this.rowsOf(rows)}) {`, ...lines, '}']
  }

  #case(test: TestCase): readonly string[] {
    if (test.statements.length === 0) return []
    this.created++
    const left = test.statements.find(one => one.kind === 'skip-unless' && one.reason !== undefined)
    if (left !== undefined)
      this.losses.push({ where: test.where, what: 'skip', why: 'k6 tells of no request that it leaves out' })
    const lines = this.#judged(test.statements, this.#statements(test.statements, test))
    return [...this.#inRows(test.rows, lines), '']
  }

  /** Expectations before a request must hold for it to be sent. */
  #statements([first, ...rest]: readonly Statement[], test: TestCase): readonly string[] {
    if (first === undefined) return []
    const own = this.#statement(first, test)
    switch (first.kind) {
      case 'skip-unless':
        return [`if (${this.#code.holds(first.holds)}) {`, ...this.#statements(rest, test), '}']
      case 'expect':
        if (rest.length === 0) return [`${this.#check}(undefined, {`, ...this.#checks([first]), '});']
        return [
          `if (${this.#check}(undefined, {`,
          ...this.#checks([first]),
          '})) {',
          ...this.#statements(rest, test),
          '}',
        ]
      case 'send':
      case 'repeat':
        return [
          `// ${shownBraces(oneLine(test.name))}`,
          ...own,
          `${this.#endsRounds ? 'if (!' : ''}${this.#check}(response, {`,
          ...this.#checks(rest.flatMap(expectedOf)),
          this.#endsRounds ? '})) break;' : '});',
          ...rest.flatMap(statement => this.#statement(statement, test)),
        ]
      default:
        return [...own, ...this.#statements(rest, test)]
    }
  }

  #statement(statement: Statement, test: TestCase | undefined): readonly string[] {
    const code = this.#code
    switch (statement.kind) {
      case 'assign':
        return [`${code.variable(statement.variable)} = ${code.value(statement.value)};`]
      case 'pause':
        return [`sleep(${statement.milliseconds / 1000});`]
      case 'send':
        return [...this.#send(statement, test), ...this.#reading(test)]
      case 'repeat': {
        const { send, attempts, interval, backoff, longest, until, stopWhen } = statement
        const done = [until, ...(stopWhen === undefined ? [] : [stopWhen])]
        const [first, most] = [interval / 1000, longest / 1000]
        const wait =
          backoff === 1 ? String(first) : `Math.min(${first} * ${backoff} ** (attempt - 1), ${most})`
        return [
          `for (let attempt = 1; attempt <= ${attempts}; attempt++) {`,
          ...this.#send(send, test),
          ...this.#reading(test),
          `if (attempt === ${attempts} || ${code.holds({ kind: 'some', of: done })}) break;`,
          `sleep(${wait});`,
          '}',
        ]
      }
      case 'extract':
        return [this.#extract(statement)]
      case 'loop':
        return test === undefined ? [] : this.#loop(statement, test)
      case 'done-if':
        return [`isDone = ${code.holds(statement.holds)};`]
      case 'step':
        return test === undefined ? [] : this.#inner(statement, test)
      default:
        return []
    }
  }

  /** The rounds of a step; what must hold of them is checked before and behind. */
  #loop({ over, interval, statements }: Loop, test: TestCase): readonly string[] {
    const { before, tried, head, holds } = loopOf(over, statements, this.#code)
    const around = this.#endsRounds
    this.#endsRounds = over.kind === 'count'
    const lines = this.#judged(statements, this.#statements(statements, test))
    this.#endsRounds = around
    const wait = interval === 0 ? [] : [`if (index > 0) sleep(${interval / 1000});`]
    const loop = [head, ...wait, ...lines, '}']
    if (over.kind === 'items')
      return [
        ...before,
        `if (${this.#check}(undefined, {`,
        ...tried.map(term => `"there are items, and ${over.most} at most": () => ${term},`),
        '})) {',
        ...loop,
        '}',
      ]
    const last = `${this.#check}(undefined, { "one round is the last": () => isDone });`
    return ['{', ...before, ...loop, ...(holds === undefined ? [] : [last]), '}']
  }

  /** A step of a group, without which those behind it are not carried out. */
  #inner({ name, statements }: InnerStep, test: TestCase): readonly string[] {
    return this.#statements(statements, { ...test, name })
  }

  #send({ request }: Send, test: TestCase | undefined): readonly string[] {
    this.isInsecure ||= request.insecure
    this.#kept.add('response')
    const { name = '', where = '' } = test ?? {}
    const open = (file: string): string => this.#open(file)
    const { code, losses } = callOf(request, { code: this.#code, name: shownBraces(name), open })
    this.losses.push(...losses.map(loss => ({ where, ...loss })))
    return [`response = ${code};`]
  }

  /** Files are opened once, before any request is sent. */
  #open(file: string): string {
    const name = this.#code.names.name(`file ${file}`, `${file.replace(/^.*\//, '')} file`, 'camelCase')
    this.#files.set(name, `const ${name} = open(${JSON.stringify(file)}, "b");`)
    return name
  }

  /** Reads what is needed of the answer. */
  #reading(test: TestCase | undefined): readonly string[] {
    const looked = (test?.statements ?? []).flatMap(valuesOf)
    const hasBody = looked.some(value => 'root' in value && value.root === 'body')
    const hasText = looked.some(({ kind }) => kind === 'body-text')
    if (hasBody) this.#kept.add('body')
    if (hasText) this.#kept.add('text')
    return [
      ...(hasBody ? ['body = jsonOf(response);'] : []),
      ...(hasText ? ['text = String(response.body ?? "");'] : []),
    ]
  }

  /** Checks by their names; what is expected under one name is one check. */
  #checks(expected: readonly Expect[]): readonly string[] {
    const named = new Map<string, Expect[]>()
    for (const one of expected) {
      const key = JSON.stringify([one.name, one.when])
      named.set(key, [...(named.get(key) ?? []), one])
    }
    const titles = new Set<string>()
    return [...named.values()].map(([first, ...others]) => {
      if (first === undefined) return ''
      const title = freeTitle(first.name, titles)
      const holds = [first, ...others].flatMap(one => this.#terms(one.holds))
      const terms = holds.length === 1 ? holds : holds.map(term => `(${term})`)
      const code = terms.length === 0 ? 'true' : terms.join(' && ')
      const parameter = /\bresponse\b/.test(code) ? 'response' : '()'
      const member = `${JSON.stringify(title)}: ${parameter} => ${code},`
      return first.when === undefined ? member : `...(${this.#code.holds(first.when)} && { ${member} }),`
    })
  }

  /** The terms that must all be true where a predicate holds. */
  #terms(holds: Predicate): readonly string[] {
    return guarded(
      holds,
      this.#code,
      part => [this.#code.holds(part)],
      list => `Array.isArray(${list})`,
    )
  }

  #extract({ variable, value, isOptional, standIn, append, when }: Extract): string {
    const name = this.#code.variable(variable)
    const found = this.#code.value(value)
    const written =
      append !== undefined
        ? `if (Array.isArray(${name})) ${name} = [...${name}, ${append === 'items' ? '...' : ''}${found}];`
        : standIn !== undefined
          ? `${name} = ${orStandIn(found, this.#code.value(standIn))};`
          : `${name} = ${found}${isOptional || mayLack(value) ? ` ?? ${name}` : ''};`
    return when === undefined ? written : `if (${this.#code.holds(when)}) ${written}`
  }
}

/** The row of an iteration. */
function nextRow({ name }: Rows, all: string): string {
  return `const ${name} = ${all}[scenario.iterationInTest % ${all}.length];`
}

/** The expectations that a step fails without: its own, and that the values it extracts are there. */
function expectedOf(statement: Statement): readonly Expect[] {
  if (statement.kind === 'expect') return [statement]
  if (statement.kind !== 'extract') return []
  const { variable, value, isOptional, standIn, append, when } = statement
  const part = standIn === undefined ? value : ({ kind: 'json', root: 'body', path: [] } as const)
  const kind = part.kind === 'json-list' ? 'exists' : 'present'
  const isFound = { kind, value: part } as const
  const own = { kind: 'variable', name: variable, type: 'json', path: [] } as const
  const isList = { kind: 'is', value: own, type: 'array' } as const
  const terms: readonly Predicate[] = [
    ...(append === undefined ? [] : [isList]),
    ...(isOptional || !mayLack(value) ? [] : [isFound]),
  ]
  if (terms.length === 0) return []
  const found = { kind: 'expect', name: `extract ${variable}`, holds: all(...terms) } as const
  return [when === undefined ? found : { ...found, when }]
}

/** True where the answer may lack the value. A variable that finds none keeps what it has. */
function mayLack({ kind }: Extract['value']): boolean {
  return ['json', 'json-list', 'header', 'found'].includes(kind)
}

/** The variables of one run: those that change, and what is made up for each run, or made of such. */
function variablesOfRun(variables: readonly ProgramVariable[]): ReadonlySet<string> {
  const own = new Set<string>()
  for (const { name, value, changes } of variables) {
    const parts = value === undefined ? [] : valuesOf({ kind: 'assign', variable: name, value })
    const isMade = parts.some(
      part =>
        part.kind === 'generated' ||
        part.kind === 'moment' ||
        (part.kind === 'call' && part.function === 'pick') ||
        (part.kind === 'variable' && own.has(part.name)),
    )
    if (changes || isMade) own.add(name)
  }
  return own
}

/** A name that no other check of the step has. */
function freeTitle(name: string, taken: Set<string>): string {
  let title = name
  for (let number = 2; taken.has(title); number++) title = `${name} (${number})`
  taken.add(title)
  return title
}

function readRows(file: string): string {
  const text = `open(${JSON.stringify(file)})`
  return /\.json$/i.test(file)
    ? `[JSON.parse(${text})].flatMap((data) => data.rows ?? data)`
    : `parseCsv(${text})`
}
