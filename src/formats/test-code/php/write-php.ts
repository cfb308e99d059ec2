import { answerParts, areConditional, patternsOf } from '../../../compile/test-program/answer-parts.ts'
import { requestsOf } from '../../../compile/test-program/parts-of-group.ts'
import type {
  Extract as Extraction,
  ProgramVariable,
  Repeat,
  Rows,
  Send,
  Statement,
  TestCase,
  TestGroup,
  TestProgram,
  Value,
  ValueType,
} from '../../../compile/test-program/test-program.ts'
import type { Loss } from '../../../model/conversion.ts'
import { valueText } from '../../../util/value-text.ts'
import type { WrittenCase, WrittenTests } from '../framework.ts'
import { type Doc, group, hardline, ifBreak, indent, join, line, printLayout, softline } from '../layout.ts'
import { wordsOf } from '../names.ts'
import { skipReason } from '../skip-reason.ts'
import { assertions, distinct } from './php-assertions.ts'
import { isConstant, isRequired, PhpCode } from './php-code.ts'
import { asked, patternCode } from './php-conditions.ts'
import { array, block, call, comment, ifBlock, lines, literal, phpLayout, text } from './php-layout.ts'
import { neededMethods, sendMethod } from './php-methods.ts'
import { PhpNames, shortened } from './php-names.ts'
import { phpPattern } from './php-pattern.ts'
import { requestCode, requestProblem } from './php-requests.ts'

/** Writes a program as a class of tests for PHPUnit, whose methods run in their order. */
export function writePhp(program: TestProgram, className: string, namespace: string): WrittenTests {
  const file = new PhpFile(inOwnRows(program), className, namespace)
  const doc = file.doc()
  return { text: `${printLayout(doc, phpLayout)}\n`, losses: file.losses, cases: file.cases }
}

/** Rows of a suite that is one test and leaves nothing behind are those of the test, which needs no cookies of others. */
function inOwnRows(program: TestProgram): TestProgram {
  const { rows, items, setUp, cleanUp, ...root } = program.root
  const [only, ...others] = items
  const leaves = setUp.length > 0 || cleanUp.length > 0 || program.variables.some(({ changes }) => changes)
  if (rows === undefined || only?.kind !== 'case' || only.rows !== undefined || others.length > 0 || leaves)
    return program
  return { ...program, keepsCookies: false, root: { ...root, setUp, cleanUp, items: [{ ...only, rows }] } }
}

/** Classes that a file imports where it names them. */
const imported = [
  'Closure',
  'CurlHandle',
  'CURLFile',
  'CURLStringFile',
  'DateTimeImmutable',
  'DateTimeZone',
  'PHPUnit\\Framework\\Attributes\\DataProvider',
  'PHPUnit\\Framework\\TestCase',
]

class PhpFile {
  readonly losses: Loss[] = []
  readonly cases: WrittenCase[] = []
  readonly #program: TestProgram
  readonly #className: string
  readonly #namespace: string
  readonly #code: PhpCode
  readonly #methodNames = new PhpNames()
  /** The methods that stand for tests, where all of them run once for each row. */
  readonly #steps: { readonly name: string; readonly provider: string | undefined }[] = []

  constructor(program: TestProgram, className: string, namespace: string) {
    this.#program = program
    this.#className = className
    this.#namespace = namespace
    this.#code = new PhpCode(program.variables, (predicate, code) => asked(predicate, code).code)
  }

  doc(): Doc {
    const { root } = this.#program
    const members =
      root.rows === undefined
        ? this.#members(root)
        : this.#code.withRows(root.rows, 'property', () => this.#members(root))
    const title = root.description === undefined ? titleOf(root.name) : [root.description]
    const body: Doc = [
      ...comment(title).flatMap(one => [one, hardline]),
      `final class ${this.#className} extends TestCase`,
      hardline,
      '{',
      indent([hardline, join([hardline, hardline], [...members])]),
      hardline,
      '}',
    ]
    const shown = printLayout(body, phpLayout)
    const uses = imported.filter(name => new RegExp(`\\b${name.replace(/^.*\\/, '')}\\b`).test(shown))
    return join(
      [hardline, hardline],
      [
        '<?php',
        'declare(strict_types=1);',
        `namespace ${this.#namespace};`,
        lines(uses.map(name => `use ${name};`)),
        body,
      ],
    )
  }

  /** Everything in the class, from top to bottom. */
  #members(root: TestGroup): readonly Doc[] {
    const code = this.#code
    const tests = flatCases(root, loss => this.losses.push(loss)).flatMap(test => this.#test(test))
    if (tests.length === 0) return []
    const begin = this.#begin(root)
    const end = this.#end(root)
    const { rows } = root
    const hooks =
      rows === undefined
        ? [...hook('setUpBeforeClass', 'public', begin), ...hook('tearDownAfterClass', 'public', end)]
        : [
            ...this.#steppedTest(rows, begin.length > 0, end.length > 0),
            ...hook('beginRow', 'private', begin),
            ...hook('endRow', 'private', end),
          ]
    const { constants, properties } = this.#declarations(rows !== undefined)
    const send = this.#sends() ? [lines(sendMethod(this.#keepsCookies(), code.responseParts))] : []
    const methods = neededMethods(code.methods).map(one => lines([...one]))
    const fields = [constants, properties].filter(one => one.length > 0).map(lines)
    return [...fields, ...hooks, ...tests, ...send, ...methods]
  }

  #sends(): boolean {
    return [...this.#program.root.cleanUp, ...flatCases(this.#program.root, () => undefined)].some(
      ({ statements }) => statements.flatMap(requestsOf).length > 0,
    )
  }

  /** The statements before the first test. */
  #begin(root: TestGroup): readonly Doc[] {
    const code = this.#code
    const first = this.#program.variables.flatMap((variable): readonly Doc[] => {
      const value = this.#firstValue(variable)
      return value === undefined ? [] : [[code.variable(variable.name), ' = ', value, ';']]
    })
    const isFresh = root.rows !== undefined && this.#keepsCookies()
    return [
      ...(isFresh ? ['self::$curl = null;'] : []),
      ...first,
      ...(this.#statements(root.setUp, root.name) ?? []),
    ]
  }

  #keepsCookies(): boolean {
    return this.#program.keepsCookies && this.#sends()
  }

  /** The first value of a property; undefined for a constant, and for a value that only a step or the environment gives. */
  #firstValue(variable: ProgramVariable): Doc | undefined {
    const { value, environment, type } = variable
    if (isConstant(variable) || isRequired(variable)) return undefined
    const written =
      value === undefined
        ? undefined
        : value.kind === 'literal'
          ? literal(value.value, 'objects')
          : this.#code.value(value)
    if (environment === undefined) return written
    if (written === undefined)
      return variable.changes ? undefined : this.#code.method('env', text(environment))
    const given: Doc = [call('getenv', text(environment)), ' ?: ', written]
    if (type === 'number') return ['(', given, ') + 0']
    return type === 'boolean' ? [`in_array(`, given, `, [true, 'true'], true)`] : given
  }

  #declarations(hasRows: boolean): {
    readonly constants: readonly Doc[]
    readonly properties: readonly Doc[]
  } {
    const code = this.#code
    const { variables } = this.#program
    const constants = variables.filter(isConstant).map((variable): Doc => {
      const name = code.variable(variable.name).replace('self::', '')
      return [
        `private const ${name} = `,
        variable.value === undefined ? 'null' : code.value(variable.value),
        ';',
      ]
    })
    const properties = variables
      .filter(variable => !isConstant(variable) && !isRequired(variable))
      .map(
        ({ name, type }) => `private static ${typeNames[type]} ${code.variable(name).replace('self::', '')};`,
      )
    return {
      constants,
      properties: [
        ...(this.#keepsCookies() ? ['private static ?CurlHandle $curl = null;'] : []),
        ...(hasRows ? ['private static array $row;'] : []),
        ...properties,
      ],
    }
  }

  /** The steps after the last test: each runs whatever becomes of those before. */
  #end(root: TestGroup): readonly Doc[] {
    return root.cleanUp
      .map(test => this.#cleanUp(test))
      .filter(statements => statements.length > 0)
      .reduceRight<readonly Doc[]>(
        (after, own) => (after.length === 0 ? own : [[block('try', own), block(' finally', after)]]),
        [],
      )
  }

  #cleanUp(test: TestCase): readonly Doc[] {
    const code = this.#code
    const { rows } = test
    if (rows === undefined) return this.#statements(test.statements, test.where, 'clean-up') ?? []
    return code.withRows(rows, 'parameters', () => {
      const statements = this.#statements(test.statements, test.where, 'clean-up') ?? []
      const columns = rows.columns.map(({ name }) => `$${code.parameter(rows.name, name) ?? ''}`)
      const written = rowsCode(
        rows,
        rows.columns.map(({ name }) => name),
      )
      const head = `foreach ($rows as [${columns.join(', ')}])`
      return statements.length === 0 ? [] : [['$rows = ', written, ';'], block(head, statements)]
    })
  }

  /** A test, with the rows that it runs for; nothing where it cannot be carried out. */
  #test(test: TestCase): readonly Doc[] {
    const write = (): readonly Doc[] => this.#testMethods(test)
    return test.rows === undefined ? write() : this.#code.withRows(test.rows, 'parameters', write)
  }

  /** The method that gives the rows, and the one of the test. */
  #testMethods(test: TestCase): readonly Doc[] {
    const code = this.#code
    const { rows } = test
    code.usedColumns.clear()
    const statements = this.#statements(test.statements, test.where)
    if (statements === undefined || statements.length === 0) return []
    const around = this.#program.root.rows
    this.cases.push({ where: test.where, times: (around?.rows.length ?? 1) * (rows?.rows.length ?? 1) })
    const words = test.name.replace(/\{\{.*?\}\}/g, ' ')
    const name = this.#methodName(test, words)
    const columns = rows?.columns.filter(column => code.usedColumns.has(column.name)) ?? []
    const provider =
      rows && `${name.replace(/^(test|step)(.)/, (_, _word, letter: string) => letter.toLowerCase())}Rows`
    this.#steps.push({ name, provider })
    const isAnnotated = provider !== undefined && around === undefined
    const isAsserting = test.statements.flatMap(requestsOf).length > 0
    const method = methodOf(
      `${around === undefined ? 'public' : 'private'} function ${name}`,
      'void',
      [...(isAsserting ? [] : ['$this->expectNotToPerformAssertions();']), ...statements],
      columns.map(one => `${typeNames[one.type]} $${code.parameter(rows?.name ?? '', one.name) ?? ''}`),
    )
    const title = [...titleOf(words), ...(isAnnotated ? [`@dataProvider ${provider}`] : [])]
    const attribute = isAnnotated ? [`#[DataProvider('${provider}')]`] : []
    const given =
      rows === undefined
        ? []
        : [
            rowsCode(
              rows,
              columns.map(one => one.name),
            ),
          ]
    return [
      ...given.map(one => providerMethod(provider ?? '', one)),
      lines([...comment(title), ...attribute, method]),
    ]
  }

  #methodName({ name, where }: TestCase, words: string): string {
    return this.#methodNames.name(
      `${where} ${this.cases.length}`,
      `${this.#program.root.rows === undefined ? 'test' : 'step'} ${shortened(words) || shortened(name) || 'step'}`,
      'camelCase',
      'test',
    )
  }

  /** All tests for one row after the other: PHPUnit itself would run each test for all rows. */
  #steppedTest(rows: Rows, hasBegin: boolean, hasEnd: boolean): readonly Doc[] {
    const first = this.#steps[0]?.name ?? ''
    const last = this.#steps.at(-1)?.name ?? ''
    const steps = this.#steps.map(({ name, provider }): Doc =>
      provider === undefined
        ? `yield ['${name}', $row];`
        : block(`foreach (self::${provider}() as $values)`, [`yield ['${name}', $row, ...$values];`]),
    )
    const objects = array(
      rows.rows.map(row =>
        array(
          Object.entries(row).map(([name, value]): Doc => [text(name), ' => ', literal(value, 'objects')]),
        ),
      ),
    )
    const provider = methodOf('public static function steps', 'iterable', [
      ['$rows = ', objects, ';'],
      block('foreach ($rows as $row)', steps),
    ])
    const run = '$this->$step(...$values);'
    const test = methodOf(
      'public function testStep',
      'void',
      [
        'self::$row = $row;',
        ...(hasBegin ? [ifBlock(`$step === '${first}'`, ['self::beginRow();'])] : []),
        ...(hasEnd
          ? [[block('try', [run]), block(' finally', [ifBlock(`$step === '${last}'`, ['self::endRow();'])])]]
          : [run]),
      ],
      ['string $step', 'array $row', 'mixed ...$values'],
    )
    return [provider, lines([...comment(['@dataProvider steps']), `#[DataProvider('steps')]`, test])]
  }

  /** The statements of a test; undefined when it cannot be carried out, which is told as a loss. */
  #statements(
    given: readonly Statement[],
    where: string,
    place: 'test' | 'clean-up' = 'test',
  ): readonly Doc[] | undefined {
    const code = this.#code
    const statements = given.filter(statement => this.#isKnown(statement, where))
    const parts = answerParts(statements)
    const sending = statements.find(({ kind }) => kind === 'send' || kind === 'repeat')
    const kept = statements.filter(({ kind }) => kind === 'extract')
    const expected = statements.filter(({ kind }) => kind === 'expect')
    const sent = sending === undefined ? [] : this.#sent(sending as Send | Repeat, where, parts.has('body'))
    if (sent === undefined) return undefined
    const isRead = sending?.kind === 'repeat'
    const reading: readonly Doc[] = !parts.has('body') || isRead ? [] : this.#reading([...kept, ...expected])
    // Values that later tests need are kept first, so that they are judged even where this one fails.
    const after = [...reading, ...kept, ...expected].flatMap(one =>
      isStatement(one) ? this.#afterwards(one) : [one],
    )
    const lastly =
      after.length === 0 || sent.length === 0 ? [...sent, ...after] : [...sent, '', ...distinct(after)]
    return statements.reduceRight<readonly Doc[]>((rest, statement) => {
      switch (statement.kind) {
        case 'skip-unless': {
          const condition = asked(statement.holds, code)
          if (place === 'clean-up') return [ifBlock(condition.code, rest)]
          const skip: Doc = [call('self::markTestSkipped', text(skipReason(statement))), ';']
          return [ifBlock(asked({ kind: 'not', of: statement.holds }, code).code, [skip]), ...rest]
        }
        case 'assign':
          return [[code.variable(statement.variable), ' = ', assigned(statement.value, code), ';'], ...rest]
        case 'pause':
          return [pause(String(statement.milliseconds * 1000)), ...rest]
        default:
          return rest
      }
    }, lastly)
  }

  /** True where PCRE has a word for the pattern that an extract needs; a loss otherwise. */
  #isKnown(statement: Statement, where: string): boolean {
    const lose = (what: string): false => {
      this.losses.push({ where, what, why: 'PHP has no such pattern' })
      return false
    }
    if (
      statement.kind === 'extract' &&
      statement.value.kind === 'found' &&
      phpPattern(statement.value.pattern) === undefined
    )
      return lose(`extract ${statement.variable}`)
    if (statement.kind !== 'expect') return true
    const patterns = [statement.holds, ...(statement.when === undefined ? [] : [statement.when])].flatMap(
      patternsOf,
    )
    const isForeign = patterns.some(
      one => one.kind === 'literal' && phpPattern(valueText(one.value)) === undefined,
    )
    return isForeign ? lose(`validation ${statement.name}`) : true
  }

  #sent(statement: Send | Repeat, where: string, readsBody: boolean): readonly Doc[] | undefined {
    const code = this.#code
    const { request } = statement.kind === 'repeat' ? statement.send : statement
    const problem = requestProblem(request)
    if (problem !== undefined) {
      this.losses.push({ where, what: request.method, why: problem })
      return undefined
    }
    const written = requestCode(request, code, this.#program.keepsCookies)
    this.losses.push(...written.losses.map(loss => ({ where, ...loss })))
    const send: Doc = ['$response = ', written.call, ';']
    if (statement.kind === 'send') return [send]
    const { attempts, interval, backoff, longest, until, stopWhen } = statement
    const stop = asked({ kind: 'some', of: [until, ...(stopWhen === undefined ? [] : [stopWhen])] }, code)
    const wait =
      backoff === 1
        ? String(interval * 1000)
        : `(int) min(${interval * 1000} * ${backoff} ** ($attempt - 1), ${longest * 1000})`
    const isLast = `$attempt === ${attempts}`
    return [
      block(`for ($attempt = 1; $attempt <= ${attempts}; $attempt++)`, [
        send,
        ...(readsBody ? [decoding(code)] : []),
        ifBlock([isLast, ' || ', stop.binds === 'and' ? ['(', stop.code, ')'] : stop.code], ['break;']),
        pause(wait),
      ]),
    ]
  }

  /** A body that must be JSON makes a test fail where it is none. */
  #reading(statements: readonly Statement[]): readonly Doc[] {
    const isNeeded = statements.some(
      one =>
        !areConditional([one]) &&
        answerParts([one]).has('body') &&
        !(one.kind === 'extract' && one.isOptional),
    )
    return [...(isNeeded ? ['self::assertJson($response->text);'] : []), decoding(this.#code)]
  }

  #afterwards(statement: Statement): readonly Doc[] {
    const code = this.#code
    if (statement.kind !== 'expect' && statement.kind !== 'extract') return []
    const inner =
      statement.kind === 'expect'
        ? assertions(statement.holds, statement.name, code)
        : this.#extract(statement)
    return statement.when === undefined || inner.length === 0
      ? inner
      : [ifBlock(asked(statement.when, code).code, inner)]
  }

  #extract({ variable, value, isOptional }: Extraction): readonly Doc[] {
    const code = this.#code
    const name = code.variable(variable)
    if (value.kind === 'found') {
      const subject = code.value(value.text, 'lenient')
      const found = call(
        'preg_match',
        patternCode({ kind: 'literal', value: value.pattern }, code),
        typeof subject === 'string' && subject.endsWith('null') ? subject.replace(/null$/, `''`) : subject,
        '$match',
      )
      const isThere: Doc = value.group === 0 ? [found, ' === 1'] : [found, ` === 1 && isset($match[1])`]
      const set: Doc = `${name} = $match[${value.group}];`
      return isOptional
        ? [ifBlock(isThere, [set])]
        : [[call('self::assertTrue', isThere, text(`no text for ${variable}`)), ';'], set]
    }
    const set: Doc = [name, ' = ', code.there(value), ';']
    const isMany = value.kind === 'json-list' || value.kind === 'body-text'
    if (isOptional) {
      const condition = asked({ kind: isMany ? 'exists' : 'present', value }, code).code
      return condition === 'true' ? [set] : [ifBlock(condition, [set])]
    }
    if (isMany) return [...assertions({ kind: 'exists', value }, `${variable} is there`, code), set]
    return value.kind === 'header'
      ? [[call('self::assertArrayHasKey', text(value.name.toLowerCase()), '$response->headers'), ';'], set]
      : [set]
  }
}

const typeNames: Readonly<Record<ValueType, string>> = {
  text: 'string',
  number: 'int|float',
  boolean: 'bool',
  json: 'mixed',
}

function decoding(code: PhpCode): Doc {
  return ['$body = ', code.method('decode', '$response->text'), ';']
}

function assigned(value: Value, code: PhpCode): Doc {
  return value.kind === 'literal' ? literal(value.value, 'objects') : code.there(value)
}

function pause(microseconds: string): Doc {
  return `usleep(${microseconds});`
}

function isStatement(one: Statement | Doc): one is Statement {
  return typeof one === 'object' && 'kind' in one
}

/** The title that a name does not show: letters of other scripts, or more than a name can have. */
function titleOf(title: string): readonly string[] {
  const letters = (words: string): number => (words.match(/[\p{L}\p{N}]/gu) ?? []).length
  return wordsOf(title).length > 0 && letters(shortened(title)) >= letters(title) ? [] : [title]
}

/** The tests of a group in their order, with those of its groups, which a class has none of. */
function flatCases(group: TestGroup, lose: (loss: Loss) => void): readonly TestCase[] {
  return group.items.flatMap((item): readonly TestCase[] => {
    if (item.kind === 'case') return [item]
    const [first, ...others] = [...flatCases(item, lose), ...item.cleanUp]
    if (first === undefined) return []
    if (item.rows === undefined)
      return [{ ...first, statements: [...item.setUp, ...first.statements] }, ...others]
    for (const { where } of [first, ...others])
      lose({ where, what: 'data', why: 'PHPUnit has no rows for a part of a class' })
    return []
  })
}

/** A method; its brace stands behind parameters that need lines of their own. */
function methodOf(
  name: string,
  type: string,
  statements: readonly Doc[],
  parameters: readonly string[] = [],
): Doc {
  const id = Symbol(name)
  const list = ['(', indent([softline, join([',', line], [...parameters])]), softline, `): ${type}`]
  const head = group([name, ...list], { id })
  return [
    head,
    ifBreak(' ', hardline, { groupId: id }),
    '{',
    indent([hardline, lines(statements)]),
    hardline,
    '}',
  ]
}

function hook(name: string, visibility: string, statements: readonly Doc[]): readonly Doc[] {
  return statements.length === 0
    ? []
    : [methodOf(`${visibility} static function ${name}`, 'void', statements)]
}

function providerMethod(name: string, rows: Doc): Doc {
  return methodOf(`public static function ${name}`, 'array', [['return ', rows, ';']])
}

/** Rows as a list of lists, with some of their columns. */
function rowsCode({ rows }: Rows, columns: readonly string[]): Doc {
  return array(rows.map(row => array(columns.map(column => literal(row[column] ?? null, 'objects')))))
}
