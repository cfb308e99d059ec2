import { beyond } from '../../../compile/test-program/beyond.ts'
import { valueText } from '../../../util/value-text.ts'
import {
  answerParts,
  areConditional,
  looksAtAnswer,
  type AnswerPart,
} from '../../../compile/test-program/answer-parts.ts'
import { joinBounds } from '../../../compile/test-program/join-bounds.ts'
import type {
  Extract as ExtractStatement,
  Repeat,
  Rows,
  Send,
  Statement,
  TestCase,
  TestGroup,
  TestProgram,
  Value,
} from '../../../compile/test-program/test-program.ts'
import type { JsonValue } from '../../../model/json.ts'
import type { Loss } from '../../../model/conversion.ts'
import type { WrittenCase, WrittenTests } from '../framework.ts'
import {
  type Doc,
  group,
  hardline,
  indent,
  join,
  printLayout,
  separated,
  softline,
  withoutRepeats,
} from '../layout.ts'
import { shortened } from '../names.ts'
import { braced, plainTitle, titleText } from '../titles.ts'
import { assertion, assertionsOf } from './assertions.ts'
import { declared, type JavaClient } from './clients.ts'
import { JavaCode, numberCode, stepOf, stepsOf, text, type Typed } from './java-code.ts'
import {
  assignment,
  atom,
  binary,
  block,
  call,
  conditional,
  type Expression,
  further,
  argumentList,
  javaLayout,
  layoutOf,
  elements,
  negated,
  on,
  statement,
} from './java-layout.ts'
import { commentOf, textCode, textLiteral } from './java-text.ts'
import { reflowLiterals } from './reflow-literals.ts'
import { type JavaType } from './java-type.ts'
import { conditionOf } from './predicates.ts'
import { variableTypes } from './variable-types.ts'

/** Facts that a Java file needs to know of its project. */
export interface JavaStyle {
  /** The package of the tests. */
  readonly package?: string
}

/** Writes a program as a class of tests for JUnit. `name` is that of the class. */
export function writeJava(
  program: TestProgram,
  name: string,
  client: JavaClient,
  style: JavaStyle,
): WrittenTests {
  const file = new JavaFile(program, name, client, style)
  const text = reflowLiterals(printLayout(file.layout(), javaLayout))
  return { text, losses: file.losses, cases: file.cases }
}

const api = 'org.junit.jupiter.api'
const params = 'org.junit.jupiter.params'

class JavaFile {
  readonly #program: TestProgram
  readonly #className: string
  readonly #client: JavaClient
  readonly #style: JavaStyle
  readonly #code: JavaCode
  readonly losses: Loss[] = []
  readonly cases: WrittenCase[] = []
  #times = 1
  #isSent = false
  #hasFiles = false

  constructor(program: TestProgram, className: string, client: JavaClient, style: JavaStyle) {
    this.#program = program
    this.#className = className
    this.#client = client
    this.#style = style
    this.#code = new JavaCode(client.answer, program.variables, variableTypes(program), conditionOf)
  }

  layout(): Doc {
    const { root } = this.#program
    const body = this.#class(root, `class ${this.#className}`, 0, inside => {
      const helpers = this.#code.helperMethods()
      return [...this.#fields(), ...inside, ...helpers]
    })
    const { package: name } = this.#style
    const imports = [...this.#code.imports].sort()
    const lines = (isStatic: boolean): readonly Doc[] =>
      imports.filter(one => one.startsWith('static ') === isStatic).map(one => `import ${one};`)
    const blocks = [lines(true), lines(false)].filter(one => one.length > 0)
    return [
      name === undefined ? '' : [`package ${name};`, hardline, hardline],
      blocks.map(one => [join(hardline, [...one]), hardline, hardline]),
      body,
      hardline,
    ]
  }

  /** The fields at the beginning: constants, what steps set, and what requests are sent by. */
  #fields(): readonly Doc[] {
    const code = this.#code
    const constants = this.#program.variables.filter(({ changes }) => !changes)
    const changing = this.#program.variables.filter(({ changes }) => changes)
    const declaredConstants = constants.map(variable => this.#declaration(variable))
    const declaredVariables = changing.map(variable => this.#declaration(variable))
    const client = this.#isSent ? this.#client.fields(code) : []
    const folder = this.#hasFiles ? [this.#folder()] : []
    const usesJson = /\bJSON\b/.test(
      JSON.stringify([this.#written, declaredConstants, declaredVariables, code.helperMethods()]),
    )
    const json = usesJson ? [this.#json()] : []
    return [
      lines([...json, ...declaredConstants]),
      lines(folder),
      lines([...client]),
      lines([...declaredVariables]),
    ].filter(one => one !== '')
  }

  #written: readonly Doc[] = []

  #json(): Doc {
    const code = this.#code
    const mapper = code.use('com.fasterxml.jackson.databind.ObjectMapper')
    const feature = code.use('com.fasterxml.jackson.databind.DeserializationFeature')
    return assignment(
      `private static final ${mapper} JSON`,
      on(
        { kind: 'chain', head: [`new ${mapper}()`], start: { kind: 'new', length: 100 }, calls: [] },
        'enable',
        atom(`${feature}.FAIL_ON_TRAILING_TOKENS`),
      ),
    )
  }

  #folder(): Doc {
    const folder = [
      'src/test/java',
      ...(this.#style.package ?? '').split('.').filter(one => one !== ''),
    ].join('/')
    const path = this.#code.use('java.nio.file.Path')
    return [
      '/** Where this file lies, seen from the folder in which the tests are run. */',
      hardline,
      assignment(`private static final ${path} FOLDER`, on(path, 'of', text(folder))),
    ]
  }

  #declaration(variable: TestProgram['variables'][number]): Doc {
    const code = this.#code
    const { name, type } = code.variable(variable.name)
    if (type === 'JsonNode') code.use('com.fasterxml.jackson.databind.JsonNode')
    const value = this.#initial(variable, type)
    const left = `private ${variable.changes ? '' : 'static final '}${type} ${name}`
    return value === undefined ? `${left};` : assignment(left, value)
  }

  #initial(
    { value, environment, changes }: TestProgram['variables'][number],
    type: JavaType,
  ): Expression | undefined {
    const code = this.#code
    if (environment !== undefined) {
      const isAlone = value === undefined || (value.kind === 'environment' && value.name === environment)
      const given = isAlone
        ? on('System', 'getenv', text(environment))
        : on(on('System', 'getenv'), 'getOrDefault', text(environment), code.textOf(value))
      return this.#parsed(given, type)
    }
    if (value !== undefined) return this.#converted(code.value(value), type)
    if (type === 'JsonNode' && changes)
      return on(code.use('com.fasterxml.jackson.databind.node.MissingNode'), 'getInstance')
    return undefined
  }

  #parsed(given: Expression, type: JavaType): Expression {
    switch (type) {
      case 'int':
        return on('Integer', 'parseInt', given)
      case 'long':
        return on('Long', 'parseLong', given)
      case 'double':
        return on('Double', 'parseDouble', given)
      case 'boolean':
        return on('Boolean', 'parseBoolean', given)
      case 'String':
        return given
      case 'JsonNode':
      case 'List<JsonNode>':
        return this.#code.node(given)
    }
  }

  #converted({ code: written, type }: Typed, wanted: JavaType): Expression {
    return wanted === 'JsonNode' && type !== 'JsonNode' ? this.#code.node(written) : written
  }

  /** A class of tests, or of classes, but never of both: JUnit would run all of its tests first. */
  #class(
    { name, description, rows, setUp, items, cleanUp }: TestGroup,
    head: string,
    depth: number,
    around: (inside: readonly Doc[]) => readonly Doc[],
    order?: number,
  ): Doc {
    const code = this.#code
    const before = this.#times
    this.#times *= rows?.rows.length ?? 1
    const annotations = this.#classAnnotations(depth, order)
    const written = code.inRows(rows, 'class', () => {
      const parameters = rows === undefined ? [] : this.#parameterFields(rows)
      const provided = rows === undefined ? { annotation: '', methods: [] } : this.#provider(rows, 'rows')
      const inside = [
        ...parameters,
        ...provided.methods,
        ...this.#hook('before', [{ name: 'set up', statements: setUp }], rows),
        ...this.#items(items, depth),
        ...this.#hook('after', cleanUp, rows),
      ]
      this.#written = depth === 0 ? inside : this.#written
      return { inside: around(inside), annotation: provided.annotation }
    })
    this.#times = before
    const title = `@${code.use(`${api}.DisplayName`)}(`
    const isMixed = items.some(({ kind }) => kind === 'group')
    const ordering = isMixed ? 'Class' : 'Method'
    const orderer = code.use(`${api}.${ordering}Orderer`)
    const lifecycle = code.use(`${api}.TestInstance`)
    return join(hardline, [
      ...(description === undefined ? [] : [commentOf(description, depth)]),
      ...annotations,
      ...(rows === undefined
        ? []
        : [
            `@${code.use(`${params}.ParameterizedClass`)}(name = ${this.#rowsTitle(rows)})`,
            written.annotation,
          ]),
      annotation(title, textCode(name)),
      `@${lifecycle}(TestInstance.Lifecycle.PER_CLASS)`,
      `@${code.use(`${api}.Test${ordering}Order`)}(${orderer}.OrderAnnotation.class)`,
      block(head, separated(written.inside)),
    ])
  }

  #classAnnotations(depth: number, order: number | undefined): readonly string[] {
    if (depth === 0 || order === undefined) return []
    return [`@${this.#code.use(`${api}.Nested`)}`, `@${this.#code.use(`${api}.Order`)}(${order})`]
  }

  /** The items of a group. Tests between groups are in classes of their own, so that all run in their order. */
  #items(items: TestGroup['items'], depth: number): readonly Doc[] {
    if (items.every(item => item.kind === 'case'))
      return items.flatMap((item, index) => this.#case(item, index + 1))
    const parts = groupsOf(items)
    return parts.flatMap((part, index) => {
      const before = this.cases.length
      const name = this.#code.names.name(
        `class ${depth} ${index} ${String(this.cases.length)}`,
        shortened(part.name),
        'PascalCase',
        'Tests',
      )
      const written = this.#class(part, `class ${name}`, depth + 1, inside => inside, index + 1)
      return this.cases.length === before ? [] : [written]
    })
  }

  #parameterFields({ name: row, columns }: Rows): readonly Doc[] {
    this.#code.use(`${params}.Parameter`)
    return [
      lines(
        columns
          .flatMap(({ name }, index) => {
            const column = this.#code.column(row, name)
            if (column.type === 'JsonNode') this.#code.use('com.fasterxml.jackson.databind.JsonNode')
            return [`@Parameter(${index})`, `${column.type} ${column.name};`, '']
          })
          .slice(0, -1),
      ),
    ]
  }

  /** Names of rows: the first column, and its value. */
  #rowsTitle({ columns }: Rows): string {
    const [first] = columns
    return first === undefined ? '"{index}"' : textLiteral(`${formatText(first.name)} {0}`)
  }

  /** Where the values of rows come from: an annotation, or a method. */
  #provider(rows: Rows, methodName: string): { readonly annotation: Doc; readonly methods: readonly Doc[] } {
    const code = this.#code
    const columns = rows.columns.map(({ name }) => ({ name, type: code.column(rows.name, name).type }))
    const [only] = columns
    const provider = `${params}.provider`
    if (only !== undefined && columns.length === 1 && only.type !== 'JsonNode') {
      const kind = only.type === 'String' ? 'strings' : `${only.type}s`
      const values = rows.rows.map(row => scalarCode(row[only.name] ?? null, only.type))
      return {
        annotation: arrayAnnotation(`@${code.use(`${provider}.ValueSource`)}(${kind} = `, values),
        methods: [],
      }
    }
    const texts = rows.rows.map(row => columns.map(({ name }) => csvText(row[name] ?? null)))
    if (texts.every(row => row.every(one => one !== undefined))) {
      const values = texts.map(row => textLiteral(row.join(', ')))
      return { annotation: arrayAnnotation(`@${code.use(`${provider}.CsvSource`)}(`, values), methods: [] }
    }
    const name = code.names.name(
      `provider ${methodName} ${String(this.cases.length)}`,
      methodName,
      'camelCase',
    )
    const args = rows.rows.map(row =>
      call(
        'arguments',
        ...columns.map(({ name: column, type }) => {
          const value: Value = { kind: 'literal', value: row[column] ?? null }
          return this.#converted(code.value(value), type)
        }),
      ),
    )
    code.imports.add(`static ${provider}.Arguments.arguments`)
    code.use(`${provider}.Arguments`)
    const stream = code.use('java.util.stream.Stream')
    return {
      annotation: `@${code.use(`${provider}.MethodSource`)}(${textLiteral(name)})`,
      methods: [
        block(`static Stream<Arguments> ${name}()`, [['return ', layoutOf(on(stream, 'of', ...args)), ';']]),
      ],
    }
  }

  #hook(
    kind: 'before' | 'after',
    parts: readonly (Pick<TestCase, 'name' | 'statements'> & Partial<TestCase>)[],
    rows: Rows | undefined,
  ): readonly Doc[] {
    const code = this.#code
    const methods = parts.flatMap(part => {
      code.openMethod()
      const statements = this.#statements(part.statements, part.where)
      if (statements.length === 0) return []
      const name = code.names.name(
        `hook ${kind} ${String(this.cases.length)} ${String(this.losses.length)} ${part.where ?? ''}`,
        shortened(part.name),
        'camelCase',
        'step',
      )
      return [{ name, throws: code.throws, statements }]
    })
    const [only, ...others] = methods
    if (only === undefined) return []
    const package_ = rows === undefined ? api : params
    const word = kind === 'before' ? 'Before' : 'After'
    const suffix = rows === undefined ? 'All' : 'ParameterizedClassInvocation'
    const name = code.use(`${package_}.${word}${suffix}`)
    if (others.length === 0) return [methodOf([`@${name}`], only.name, [], only)]
    code.imports.add(`static ${api}.Assertions.assertAll`)
    const all = call('assertAll', ...methods.map(method => atom(`this::${method.name}`)))
    const together = code.names.name(`hooks ${String(this.cases.length)}`, 'clean up', 'camelCase')
    return [
      methodOf([`@${name}`], together, [], { throws: false, statements: [statement(all)] }),
      ...methods.map(method => methodOf([], method.name, [], method, 'private ')),
    ]
  }

  #case(test: TestCase, order: number): readonly Doc[] {
    const code = this.#code
    return code.inRows(test.rows, 'method', () => {
      code.openMethod()
      const statements = this.#statements(test.statements, test.where)
      if (statements.length === 0) return []
      const { throws } = code
      const name = code.names.name(
        `case ${String(this.cases.length)} ${test.where}`,
        shortened(plainTitle(test.title) ?? test.name),
        'camelCase',
        'step',
      )
      const parameters = (test.rows?.columns ?? []).map(column => {
        const { name: parameter, type } = code.column(test.rows?.name ?? '', column.name)
        if (type === 'JsonNode') code.use('com.fasterxml.jackson.databind.JsonNode')
        return `${type} ${parameter}`
      })
      const provided = test.rows === undefined ? undefined : this.#provider(test.rows, `${name} rows`)
      const sent = test.statements.find(one => one.kind === 'send')
      const annotations: readonly Doc[] = [
        ...this.#testAnnotations(test, provided?.annotation),
        `@${code.use(`${api}.Order`)}(${order})`,
        ...(test.rows === undefined
          ? [annotation(`@${code.use(`${api}.DisplayName`)}(`, textCode(titleText(test.title)))]
          : []),
        ...(sent?.kind === 'send' ? this.#client.annotations(sent.request, code) : []),
      ]
      this.cases.push({ where: test.where, times: this.#times * (test.rows?.rows.length ?? 1) })
      return [...(provided?.methods ?? []), methodOf(annotations, name, parameters, { throws, statements })]
    })
  }

  #testAnnotations({ rows, title }: TestCase, provider: Doc | undefined): readonly Doc[] {
    if (rows === undefined || provider === undefined) return [`@${this.#code.use(`${api}.Test`)}`]
    const name = this.#code.use(`${params}.ParameterizedTest`)
    return [annotation(`@${name}(name = `, textCode(patternTitle(title, rows))), provider]
  }

  #statements(statements: readonly Statement[], where = this.#program.name): readonly Doc[] {
    const needed = answerParts(statements)
    const isConditional = areConditional(statements)
    const written: Doc[] = []
    let isRead = statements.some(({ kind }) => kind === 'repeat')
    let isSent = false
    for (const one of joinBounds(statements)) {
      if (one.kind === 'send' || one.kind === 'repeat') {
        const sent = one.kind === 'send' ? this.#send(one, needed, where) : this.#repeat(one, needed, where)
        if (sent === undefined) return []
        isSent = true
        written.push(...sent)
        continue
      }
      if (isSent && !isRead && looksAtAnswer(one)) {
        isRead = true
        written.push(...this.#reading(needed, isConditional, true))
      }
      written.push(...this.#statement(one))
    }
    return withoutRepeats(written)
  }

  #statement(one: Exclude<Statement, { kind: 'send' | 'repeat' }>): readonly Doc[] {
    const code = this.#code
    switch (one.kind) {
      case 'expect': {
        const asserted = assertionsOf(one.holds, code)
        return one.when === undefined ? asserted : [conditional(conditionOf(one.when, code), asserted)]
      }
      case 'assign': {
        const { name, type } = code.variable(one.variable)
        return [assignment(name, this.#converted(code.value(one.value), type))]
      }
      case 'extract': {
        const extracted = this.#extract(one)
        return one.when === undefined ? extracted : [conditional(conditionOf(one.when, code), extracted)]
      }
      case 'skip-unless':
        code.imports.add(`static ${api}.Assumptions.assumeTrue`)
        return [
          statement(
            call(
              'assumeTrue',
              conditionOf(one.holds, code),
              ...(one.reason === undefined ? [] : [text(one.reason)]),
            ),
          ),
        ]
      case 'pause':
        code.throwing()
        return [statement(on('Thread', 'sleep', atom(String(one.milliseconds))))]
      default:
        throw beyond(one)
    }
  }

  #extract({ variable, value, isOptional }: ExtractStatement): readonly Doc[] {
    const code = this.#code
    const { name, type } = code.variable(variable)
    const { code: found, type: foundType } = code.value(value)
    const assigned = (expression: Expression): Doc =>
      assignment(name, this.#converted({ code: expression, type: foundType }, type))
    if (isOptional) return this.#optional(value, { code: found, type: foundType }, assigned)
    if (value.kind === 'found') return [assigned(on(code.finding(value), 'orElseThrow'))]
    if (value.kind === 'json' && value.path.length > 0) {
      const last = value.path.at(-1) ?? ''
      const holder = code.value({ ...value, path: value.path.slice(0, -1) }).code
      return [assigned(on(holder, 'required', stepOf(holder, last)))]
    }
    if (foundType === 'JsonNode')
      return [assigned(found), assertion(code, 'assertFalse', on(name, 'isMissingNode'))]
    if (value.kind === 'json-list')
      return [assigned(found), assertion(code, 'assertFalse', on(name, 'isEmpty'))]
    const mayLack = value.kind === 'header' || value.kind === 'environment'
    return [
      assigned(found),
      ...(mayLack && type === 'String' ? [assertion(code, 'assertNotNull', atom(name))] : []),
    ]
  }

  #optional(
    value: Value,
    { code: found, type }: Typed,
    assigned: (expression: Expression) => Doc,
  ): readonly Doc[] {
    const code = this.#code
    if (value.kind === 'found') {
      const local = code.local('found text')
      return [
        declared('String', local, found),
        conditional(binary('!=', [atom(local), atom('null')]), [assigned(atom(local))]),
      ]
    }
    if (value.kind === 'json' && value.path.length > 0 && !isNegative(value.path.at(-1))) {
      const holder = stepsOf(code.value({ ...value, path: [] }).code, value.path.slice(0, -1))
      return [conditional(on(holder, 'has', stepOf(holder, value.path.at(-1) ?? '')), [assigned(found)])]
    }
    if (type === 'JsonNode') return [conditional(negated(on(found, 'isMissingNode')), [assigned(found)])]
    if (type === 'List<JsonNode>') return [conditional(negated(on(found, 'isEmpty')), [assigned(found)])]
    if (type === 'String' && value.kind !== 'body-text')
      return [conditional(binary('!=', [found, atom('null')]), [assigned(found)])]
    return [assigned(found)]
  }

  #request(
    { request }: Send,
    where: string,
    isRepeated: boolean,
  ): ReturnType<JavaClient['write']> | undefined {
    const written = this.#client.write(request, {
      code: this.#code,
      keepsCookies: this.#program.keepsCookies,
      isRepeated,
      file: path => {
        this.#hasFiles = true
        return on('FOLDER', 'resolve', this.#code.textOf(path))
      },
    })
    if (typeof written === 'string') {
      this.losses.push({ where, what: request.method, why: written })
      return undefined
    }
    this.#isSent = true
    this.losses.push(...written.losses.map(loss => ({ where, ...loss })))
    return written
  }

  #send(send: Send, needed: ReadonlySet<AnswerPart>, where: string): readonly Doc[] | undefined {
    const written = this.#request(send, where, false)
    if (written === undefined || typeof written === 'string') return undefined
    return [
      ...written.before,
      ...(needed.has('duration') ? [declared('long', 'started', on('System', 'nanoTime'))] : []),
      declared(this.#responseType(), 'response', written.call),
    ]
  }

  #responseType(): string {
    const { type } = this.#client.answer
    if (type === 'Response') return this.#code.use('io.restassured.response.Response')
    this.#code.use('java.net.http.HttpResponse')
    return 'HttpResponse<String>'
  }

  /** Reads what is needed of the answer. */
  #reading(needed: ReadonlySet<AnswerPart>, isConditional: boolean, isNew: boolean): readonly Doc[] {
    const code = this.#code
    const { text: whole } = this.#client.answer
    const has = { text: needed.has('text'), body: needed.has('body') }
    const source = has.text ? atom('text') : whole
    if (has.body) code.use('com.fasterxml.jackson.databind.JsonNode')
    if (has.body && !isConditional) code.throwing()
    const parsed = isConditional ? code.helper('parse', source) : on('JSON', 'readTree', source)
    const set = (type: string, name: string, value: Expression): Doc =>
      assignment(isNew ? `${type} ${name}` : name, value)
    const milliseconds = (): Expression => {
      const elapsed = binary('-', [on('System', 'nanoTime'), atom('started')])
      return on(on(code.use('java.time.Duration'), 'ofNanos', elapsed), 'toMillis')
    }
    const isOnlyTimed = needed.has('duration') && !has.body && !has.text
    return [
      ...(has.text ? [set('String', 'text', whole)] : []),
      ...(has.body ? [set('JsonNode', 'body', parsed)] : []),
      ...(isOnlyTimed && this.#client.answer.type === 'Response' ? [statement(whole)] : []),
      ...(needed.has('duration') ? [set('long', 'duration', milliseconds())] : []),
    ]
  }

  #repeat(repeat: Repeat, needed: ReadonlySet<AnswerPart>, where: string): readonly Doc[] | undefined {
    const written = this.#request(repeat.send, where, true)
    if (written === undefined || typeof written === 'string') return undefined
    const { attempts, interval, backoff, longest, until, stopWhen } = repeat
    const code = this.#code
    const done = [until, ...(stopWhen === undefined ? [] : [stopWhen])].map(one => conditionOf(one, code))
    const isLast = binary('==', [atom('attempt'), atom(String(attempts))])
    code.throwing()
    const pause =
      backoff === 1
        ? atom(String(interval))
        : on(
            'Math',
            'round',
            on(
              'Math',
              'min',
              atom(`${interval} * Math.pow(${numberCode(backoff)}, attempt - 1)`),
              atom(String(longest)),
            ),
          )
    const types = { text: 'String', body: 'JsonNode', duration: 'long' } as const
    return [
      `${this.#responseType()} response;`,
      ...(['text', 'body', 'duration'] as const)
        .filter(part => needed.has(part))
        .map(part => `${types[part]} ${part};`),
      block('for (int attempt = 1; ; attempt++)', [
        ...written.before,
        ...(needed.has('duration') ? [declared('long', 'started', on('System', 'nanoTime'))] : []),
        assignment('response', written.call),
        ...this.#reading(needed, true, false),
        conditional(binary('||', [...done, isLast]), ['break;']),
        statement(on('Thread', 'sleep', pause)),
      ]),
    ]
  }
}

function isNegative(step: string | number | undefined): boolean {
  return typeof step === 'number' && step < 0
}

/** Tests between groups, as groups without a name of their own. */
function groupsOf(items: TestGroup['items']): readonly TestGroup[] {
  const groups: TestGroup[] = []
  let open: TestCase[] = []
  const close = (): void => {
    const [first] = open
    if (first !== undefined)
      groups.push({ kind: 'group', name: first.name, setUp: [], items: open, cleanUp: [] })
    open = []
  }
  for (const item of items) {
    if (item.kind === 'case') open.push(item)
    else {
      close()
      groups.push(item)
    }
  }
  close()
  return groups
}

function lines(docs: readonly Doc[]): Doc {
  return docs.length === 0 ? '' : join(hardline, [...docs])
}

/** `@DisplayName("All users")`; `start` ends with the bracket. */
function annotation(start: string, value: Doc): Doc {
  const [name = '', ...rest] = start.split('(')
  return [name, group(['(', further([softline, rest.join('('), value]), ')'])]
}

function arrayAnnotation(start: string, values: readonly string[]): Doc {
  if (values.length === 1) return [start, values[0] ?? '', ')']
  const array = ['{', indent([softline, elements(values)]), softline, '}']
  const [name = '', member = ''] = start.split('(')
  if (member === '') return group([start, array, ')'])
  return group([`${name}(`, further([softline, group([member, array])]), ')'])
}

function methodOf(
  annotations: readonly Doc[],
  name: string,
  parameters: readonly string[],
  { throws, statements }: { readonly throws: boolean; readonly statements: readonly Doc[] },
  visibility = '',
): Doc {
  const args = parameters.length === 0 ? '()' : argumentList(parameters.map(atom))
  return join(hardline, [
    ...annotations,
    block([`${visibility}void ${name}`, args, throws ? ' throws Exception' : ''], statements),
  ])
}

/** A title as a pattern of JUnit, in which `{0}` is the first column. */
function patternTitle(title: Value, { name: row, columns }: Rows): string {
  return titleText(title, formatText, column =>
    column.row === row
      ? `{${columns.findIndex(({ name }) => name === column.name)}}`
      : formatText(braced(column)),
  )
}

/** A text in a pattern of `MessageFormat`. */
function formatText(written: string): string {
  return written.replaceAll("'", "''").replace(/[{}]+/g, braces => `'${braces}'`)
}

function scalarCode(value: JsonValue, type: JavaType): string {
  if (typeof value === 'number')
    return type === 'double' && Number.isInteger(value) ? `${value}.0` : numberCode(value)
  return typeof value === 'string' ? textLiteral(value) : valueText(value)
}

/** A value as `@CsvSource` has it, when nothing in it means something else there. */
function csvText(value: JsonValue): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value !== 'string' || !/^[\w./:@+-]+( [\w./:@+-]+)*$/.test(value)) return undefined
  return value
}
