import { oneLine } from '../../../report/text/printable.ts'
import { lostSkips, skipReason } from '../skip-reason.ts'
import {
  answerParts,
  areConditional,
  looksAtAnswer,
  type AnswerPart,
} from '../../../compile/test-program/answer-parts.ts'
import { longestTime } from '../../../compile/test-program/longest-time.ts'
import type {
  Loop,
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
import { loopOf, orStandIn } from './loop-code.ts'
import { spaced } from '../spaced.ts'
import type { RequestNeed } from './clients.ts'
import type { FrameworkName, ImportLine, JavaScriptDialect } from './dialect.ts'
import { formatJavaScript } from './format-javascript.ts'
import { JavaScriptCode } from './javascript-code.ts'
import type { JavaScriptStyle } from './style.ts'
import { valueText } from '../../../util/value-text.ts'

/** Writes a program as a file of tests. */
export async function writeJavaScript(
  program: TestProgram,
  dialect: JavaScriptDialect,
  style: JavaScriptStyle,
): Promise<WrittenTests> {
  const writer = new JavaScriptFile(program, dialect, style)
  const text = await formatJavaScript(writer.text(), style)
  return { text, losses: writer.losses, cases: writer.cases }
}

/** A call of the framework that takes a title and a function. */
interface Block {
  readonly word: string
  readonly title: Value
  readonly rows: Rows | undefined
  readonly isTest: boolean
  readonly isSkipping: boolean
  /** The code that gives it more time: before its statements, behind its function, or behind the call. */
  readonly first?: string
  readonly last?: string
  readonly behind?: string
}

class JavaScriptFile {
  readonly #program: TestProgram
  readonly #dialect: JavaScriptDialect
  readonly #style: JavaScriptStyle
  readonly #code: JavaScriptCode
  readonly #words = new Set<FrameworkName>()
  readonly #needs = new Set<RequestNeed | 'sleep' | 'path'>()
  readonly #types = new Set<string>()
  readonly #rows: string[] = []
  readonly losses: Loss[] = []
  readonly cases: WrittenCase[] = []
  /** How often what is being written runs. */
  #times = 1
  #titles = new Set<string>()

  constructor(program: TestProgram, dialect: JavaScriptDialect, style: JavaScriptStyle) {
    this.#program = program
    this.#dialect = dialect
    this.#style = style
    this.#code = new JavaScriptCode(dialect.client.answer, style.isTypeScript)
    for (const { name } of program.variables) this.#code.variable(name)
  }

  text(): string {
    const body = this.#group(this.#program.root, this.#opening(), this.#closing())
    const declared = this.#program.variables.map(variable => this.#code.declaration(variable))
    return [
      ...this.#imports(),
      '',
      ...declared,
      '',
      ...this.#rows,
      '',
      ...body,
      '',
      ...this.#code.helperCode().map(helper => `${helper}\n`),
    ].join('\n')
  }

  /** True where the requests of this file share their cookies, and so a client. */
  get #sharesClient(): boolean {
    return this.#dialect.keepsCookies && this.#program.keepsCookies
  }

  /** Statements at the beginning of the outermost group. */
  #opening(): readonly string[] {
    const { opening, words } = this.#dialect
    if (!this.#sharesClient) return opening
    this.#words.add('before')
    const type = this.#type('APIRequestContext')
    const begin = `${words.before}(async ({ playwright }) => {`
    return [
      ...opening,
      '',
      `let request${type};`,
      '',
      begin,
      'request = await playwright.request.newContext();',
      '});',
    ]
  }

  /** Behind a name: its type in TypeScript, which is imported where the client has it. */
  #type(name: string): string {
    if (!this.#style.isTypeScript) return ''
    if (name.startsWith('API')) this.#types.add(name)
    return `: ${name}`
  }

  /** Statements at its end. */
  #closing(): readonly string[] {
    if (!this.#sharesClient) return []
    this.#words.add('after')
    return [`${this.#dialect.words.after}(async () => {`, 'await request.dispose();', '});']
  }

  #imports(): readonly string[] {
    const own = this.#dialect.imports([...this.#words].sort())
    const needs = this.#needs
    const util = [...this.#code.imports]
    const all: readonly ImportLine[] = [
      ...own,
      ...(needs.has('openAsBlob') ? [{ from: 'node:fs', names: ['openAsBlob'] }] : []),
      ...(needs.has('readFile') ? [{ from: 'node:fs/promises', names: ['readFile'] }] : []),
      ...(needs.has('path') ? [{ from: 'node:path', names: [], all: 'path' }] : []),
      { from: 'node:crypto', names: util.filter(name => name !== 'isDeepStrictEqual').sort() },
      { from: 'node:util', names: util.filter(name => name === 'isDeepStrictEqual') },
      ...(needs.has('sleep') ? [{ from: 'node:timers/promises', names: ['setTimeout as sleep'] }] : []),
    ]
    const lines = all
      .filter(({ names, all: whole }) => names.length > 0 || whole !== undefined)
      .toSorted((one, other) => (one.from < other.from ? -1 : 1))
      .map(line => this.#import(line))
    const types = [...this.#types].map(name => `type ${name}, `).join('')
    return lines.map(line => line.replace(/\{ (?=(?:expect, )?test \} from "@playwright)/, `{ ${types}`))
  }

  #import({ from, names, all }: ImportLine): string {
    const source = JSON.stringify(from)
    if (this.#style.modules === 'import') return `import ${all ?? `{ ${names.join(', ')} }`} from ${source};`
    return `const ${all ?? `{ ${names.map(name => name.replace(' as ', ': ')).join(', ')} }`} = require(${source});`
  }

  #group(
    group: TestGroup,
    opening: readonly string[] = [],
    closing: readonly string[] = [],
  ): readonly string[] {
    const before = this.#times
    const titles = this.#titles
    this.#titles = new Set()
    this.#times *= group.rows?.rows.length ?? 1
    const lines = this.#groupLines(group, opening, closing)
    this.#times = before
    this.#titles = titles
    return lines
  }

  #groupLines(group: TestGroup, opening: readonly string[], closing: readonly string[]): readonly string[] {
    const { words } = this.#dialect
    this.#words.add('group')
    const before = this.#hook('before', [group.setUp])
    const items = group.items.map(item => (item.kind === 'group' ? this.#group(item) : this.#case(item)))
    const after = this.#hook(
      'after',
      group.cleanUp.map(({ statements }) => statements),
      group.cleanUp,
    )
    const inside = spaced([opening, before, ...items, after, closing])
    if (items.every(lines => lines.length === 0)) return []
    if (group.rows === undefined)
      return [`${words.group}(${JSON.stringify(group.name)}, () => {`, ...inside, '});']
    const title = groupTitle(group, group.rows)
    return this.#block(
      { word: words.group, title, rows: group.rows, isTest: false, isSkipping: false },
      inside,
    )
  }

  #hook(
    kind: 'before' | 'after',
    parts: readonly (readonly Statement[])[],
    cases: readonly TestCase[] = [],
  ): readonly string[] {
    const filled = parts.filter(statements => statements.length > 0)
    if (filled.length === 0) return []
    this.#words.add(kind)
    const written = parts.map((statements, index) => this.#statements(statements, cases[index]))
    const lines = written.length === 1 ? (written[0] ?? []) : written.flatMap(part => ['{', ...part, '}'])
    const isAsync = lines.some(line => /\bawait\b/.test(line))
    return [`${this.#dialect.words[kind]}(${isAsync ? 'async ' : ''}() => {`, ...lines, '});']
  }

  #case(whole: TestCase): readonly string[] {
    const { words } = this.#dialect
    // All of these frameworks can leave out a test where it is declared.
    const left = whole.statements.find(one => one.kind === 'skip-unless' && one.reason !== undefined)
    const test = { ...whole, statements: whole.statements.filter(one => one !== left) }
    if (test.statements.length === 0) return []
    this.#code.beginTest()
    const lines = this.#statements(test.statements, test)
    if (lines.length === 0) return []
    this.#words.add('test')
    const isSkipping = test.statements.some(({ kind }) => kind === 'skip-unless')
    this.losses.push(...lostSkips(test, this.#dialect.skipLoss))
    this.cases.push({ where: test.where, times: this.#times * (test.rows?.rows.length ?? 1) })
    const { moreTime } = this.#dialect
    const time = longestTime(test.statements)
    // A second for everything but waiting.
    const enough = Math.ceil(time / 1000) * 1000 + 1000
    const more = moreTime === undefined || enough <= moreTime.beyond ? {} : moreTime.write(enough)
    return this.#block(
      {
        word: left === undefined ? words.test : `${words.test}.skip`,
        title: this.#ownTitle(test.title),
        rows: test.rows,
        isTest: true,
        isSkipping,
        ...more,
      },
      left?.kind === 'skip-unless' ? [`// ${oneLine(skipReason(left))}`, ...lines] : lines,
    )
  }

  /** A title that no other test of its group has. */
  #ownTitle(title: Value): Value {
    if (title.kind !== 'literal') return title
    const text = valueText(title.value)
    let own = text
    for (let number = 2; this.#titles.has(own); number++) own = `${text} (${number})`
    this.#titles.add(own)
    return { kind: 'literal', value: own }
  }

  /** A test or a group, once or for each row. */
  #block(block: Block, inside: readonly string[]): readonly string[] {
    const { word, title, rows, isTest, isSkipping, first, last, behind = '' } = block
    const { parameters, arrow, hasEach } = this.#dialect
    const body = [...(first === undefined ? [] : [first]), ...inside]
    const end = `}${last === undefined ? '' : `, ${last}`})${behind};`
    const head = (given: string): string => {
      if (!isTest) return `${given} => {`
      return arrow(isSkipping) ? `async ${given} => {` : `async function ${given} {`
    }
    const usual = isTest ? parameters(isSkipping, this.#sharesClient) : '()'
    if (rows === undefined) return [`${word}(${this.#code.plainText(title)}, ${head(usual)}`, ...body, end]
    const name = this.#rows.length === 0 ? 'rows' : `rows${this.#rows.length + 1}`
    const isMixed = rows.columns.some(({ type }) => type === 'json')
    const type =
      isMixed && this.#style.isTypeScript ? this.#code.json().replace(/\w+$/, 'Record<string, Json>[]') : ''
    this.#rows.push(`const ${name}${type} = ${this.#code.value({ kind: 'literal', value: rows.rows })};`, '')
    if (!hasEach)
      return [
        `for (const ${rows.name} of ${name}) {`,
        `${word}(${this.#code.plainText(title)}, ${head(usual)}`,
        ...body,
        end,
        '}',
      ]
    // Only `for` gives the function its context beside the row.
    const needsContext = isTest && usual !== '()'
    const given = needsContext ? `(${rows.name}, ${usual.slice(1)}` : `(${rows.name})`
    const each = `${word}.${needsContext ? 'for' : 'each'}(${name})`
    return [`${each}(${this.#eachTitle(title, rows)}, ${head(given)}`, ...body, end]
  }

  /** A title with `$column` for what differs, as `each` fills it in. */
  #eachTitle(title: Value, { name }: Rows): string {
    const parts = title.kind === 'template' ? title.parts : [title]
    const written = parts.map(part => {
      if (typeof part === 'string') return part.replaceAll('%', '%%')
      if (part.kind === 'literal') return valueText(part.value).replaceAll('%', '%%')
      return part.kind === 'column' && part.row === name ? `$${part.name}` : ''
    })
    return JSON.stringify(written.join(''))
  }

  #statements(statements: readonly Statement[], test: TestCase | undefined): readonly string[] {
    const needed = answerParts(statements)
    const isConditional = areConditional(statements)
    const lines: string[] = []
    let isRead = statements.some(({ kind }) => kind === 'repeat')
    let isSent = false
    for (const statement of statements) {
      if (statement.kind === 'send' || statement.kind === 'repeat') {
        const sent =
          statement.kind === 'send'
            ? this.#send(statement, needed, test)
            : this.#repeat(statement, needed, test)
        if (sent === undefined) return []
        isSent = true
        lines.push(...sent)
        continue
      }
      if (isSent && !isRead && looksAtAnswer(statement)) {
        isRead = true
        lines.push(...this.#reading(needed, isConditional, 'const '))
      }
      lines.push(...this.#statement(statement, test))
    }
    return lines.filter((line, index) => line === '}' || line !== lines[index - 1])
  }

  #statement(
    statement: Exclude<Statement, { kind: 'send' | 'repeat' }>,
    test: TestCase | undefined,
  ): readonly string[] {
    const code = this.#code
    switch (statement.kind) {
      case 'expect': {
        const lines = this.#dialect.assertions.lines(statement.holds, code)
        if (lines.some(line => line.includes('expect('))) this.#words.add('expect')
        return conditional(statement.when === undefined ? undefined : code.holds(statement.when), lines)
      }
      case 'assign':
        return [`${code.variable(statement.variable)} = ${code.value(statement.value)};`]
      case 'extract':
        return this.#extract(statement)
      case 'skip-unless':
        return [this.#dialect.skipUnless(code.holds(statement.holds))]
      case 'pause':
        this.#needs.add('sleep')
        return [`await sleep(${statement.milliseconds});`]
      case 'loop':
        return this.#loop(statement, test)
      case 'done-if':
        return [`isDone = ${code.holds(statement.holds)};`]
      case 'step': {
        const lines = this.#statements(statement.statements, test)
        return lines.length === 0 ? [] : [`// ${oneLine(statement.name)}`, '{', ...lines, '}']
      }
    }
  }

  /** The rounds of a step; what must hold of them stands before and behind. */
  #loop({ over, interval, statements }: Loop, test: TestCase | undefined): readonly string[] {
    const { isTrue, isEmpty } = this.#dialect.assertions
    const loop = loopOf(over, statements, this.#code)
    const lines = this.#statements(statements, test)
    if (lines.length === 0) return []
    if (loop.holds !== undefined || over.kind === 'items') this.#words.add('expect')
    if (over.kind === 'items')
      return [
        ...loop.before,
        ...loop.tried.map(isTrue),
        `const failures${this.#type('unknown[]')} = [];`,
        loop.head,
        ...['try {', ...lines, '} catch (error) {', 'failures.push(error);', '}'],
        '}',
        isEmpty('failures'),
      ]
    if (interval > 0) this.#needs.add('sleep')
    const wait = interval === 0 ? [] : [`if (index > 0) await sleep(${interval});`]
    return [...loop.before, loop.head, ...wait, ...lines, '}', ...[loop.holds ?? []].flat().map(isTrue)]
  }

  #extract(extract: Extract<Statement, { kind: 'extract' }>): readonly string[] {
    const { variable, value, isOptional, when } = extract
    const code = this.#code
    const name = code.variable(variable)
    const isNothing =
      value.kind === 'header'
        ? this.#dialect.client.answer.noHeader
        : value.kind === 'found'
          ? 'undefined'
          : undefined
    if (!isOptional) this.#words.add('expect')
    const { standIn, append } = extract
    const condition = when === undefined ? undefined : code.holds(when)
    if (append !== undefined) return conditional(condition, this.#appended(extract))
    if (standIn !== undefined) {
      this.#words.add('expect')
      const isBody = { kind: 'present', value: { kind: 'json', root: 'body', path: [] } } as const
      const assigned = orStandIn(code.value(value, 'lenient'), code.value(standIn))
      return conditional(condition, [
        ...this.#dialect.assertions.lines(isBody, code),
        `${name} = ${assigned};`,
      ])
    }
    const lines = isOptional
      ? [`${name} = ${code.value(value, 'lenient')} ?? ${name};`]
      : [
          `${name} = ${code.value(value)}${isNothing !== undefined && this.#style.isTypeScript ? ' as string' : ''};`,
          this.#dialect.assertions.found(name, isNothing),
        ]
    return conditional(condition, lines)
  }

  /** Puts a value, or each of a list, behind the list that a variable must be. */
  #appended({
    variable,
    value,
    isOptional,
    append,
  }: Extract<Statement, { kind: 'extract' }>): readonly string[] {
    const code = this.#code
    const { lines, isTrue } = this.#dialect.assertions
    this.#words.add('expect')
    const name = code.variable(variable)
    const isList = isTrue(`Array.isArray(${name})`)
    if (append === 'item')
      return [
        isList,
        ...lines({ kind: 'present', value }, code),
        `${name} = [...${name}, ${code.value(value)}];`,
      ]
    const { list } = code.namesOf(value)
    return [
      isList,
      `const ${list} = ${code.value(value, isOptional ? 'lenient' : undefined)};`,
      ...(isOptional ? [] : [isTrue(`${list}.length > 0`)]),
      `${name} = [...${name}, ...${list}];`,
    ]
  }

  #request(
    { request }: Send,
    test: TestCase | undefined,
  ): { readonly before: readonly string[]; readonly call: string } | undefined {
    const where = test?.where ?? this.#program.name
    const written = this.#dialect.client.write(request, {
      code: this.#code,
      need: name => this.#needs.add(name),
      sharesCookies: this.#sharesClient,
      file: path => this.#file(path),
    })
    if (typeof written === 'string') {
      this.losses.push({ where, what: request.method, why: written })
      return undefined
    }
    this.losses.push(...written.losses.map(loss => ({ where, ...loss })))
    return written
  }

  #send(
    send: Send,
    needed: ReadonlySet<AnswerPart>,
    test: TestCase | undefined,
  ): readonly string[] | undefined {
    const written = this.#request(send, test)
    if (written === undefined) return undefined
    return [
      ...written.before,
      ...(needed.has('duration') ? ['const started = performance.now();'] : []),
      `const response = await ${written.call};`,
    ]
  }

  /** Reads what is needed of the answer. */
  #reading(
    needed: ReadonlySet<AnswerPart>,
    isConditional: boolean,
    declare: 'const ' | '',
  ): readonly string[] {
    const hasText = needed.has('text')
    const safe = isConditional ? '.catch(() => undefined)' : ''
    const parsed = !hasText
      ? `await response.json()${safe}`
      : isConditional
        ? 'await new Response(text).json().catch(() => undefined)'
        : 'JSON.parse(text)'
    const isOnlyTimed = needed.has('duration') && !needed.has('body') && !hasText
    const type = (): string =>
      declare === '' || parsed === 'JSON.parse(text)' || this.#dialect.client.isBodyKnown
        ? ''
        : this.#code.json()
    return [
      ...(hasText ? [`${declare}text = await response.text();`] : []),
      ...(isOnlyTimed ? ['await response.text();'] : []),
      ...(needed.has('body') ? [`${declare}body${type()} = ${parsed};`] : []),
      ...(needed.has('duration') ? [`${declare}duration = performance.now() - started;`] : []),
    ]
  }

  #repeat(
    repeat: Repeat,
    needed: ReadonlySet<AnswerPart>,
    test: TestCase | undefined,
  ): readonly string[] | undefined {
    const written = this.#request(repeat.send, test)
    if (written === undefined) return undefined
    this.#needs.add('sleep')
    const { attempts, interval, backoff, longest, until, stopWhen } = repeat
    const done = [until, ...(stopWhen === undefined ? [] : [stopWhen])]
    const stop = this.#code.holds({ kind: 'some', of: done })
    const wait =
      backoff === 1 ? String(interval) : `Math.min(${interval} * ${backoff} ** (attempt - 1), ${longest})`
    const parts = (['text', 'body', 'duration'] as const).filter(part => needed.has(part))
    const types = { text: 'string', body: '', duration: 'number' }
    // One attempt there is, which TypeScript does not see.
    const sure = (type: string): string => this.#type(type).replace(':', '!:')
    return [
      `let response${sure(this.#dialect.client.answerType)};`,
      ...parts.map(part => `let ${part}${part === 'body' ? this.#code.json() : sure(types[part])};`),
      `for (let attempt = 1; attempt <= ${attempts}; attempt++) {`,
      ...written.before,
      ...(needed.has('duration') ? ['const started = performance.now();'] : []),
      `response = await ${written.call};`,
      ...this.#reading(needed, true, ''),
      `if (${stop}) break;`,
      `await sleep(${wait});`,
      '}',
    ]
  }

  #file(path: Value): string {
    if (this.#style.modules === 'import') return `new URL(${this.#code.value(path)}, import.meta.url)`
    this.#needs.add('path')
    return `path.join(__dirname, ${this.#code.value(path)})`
  }
}

function conditional(condition: string | undefined, lines: readonly string[]): readonly string[] {
  return condition === undefined ? lines : [`if (${condition}) {`, ...lines, '}']
}

/** The name of a group, and the first column of its row. */
function groupTitle({ name }: TestGroup, { name: row, columns }: Rows): Value {
  const [first] = columns
  if (first === undefined) return { kind: 'literal', value: name }
  return {
    kind: 'template',
    parts: [`${name}, ${first.name} `, { kind: 'column', row, name: first.name, type: first.type }],
  }
}
