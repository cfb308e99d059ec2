import type { Rows, TestCase, TestGroup, TestProgram } from '../../../compile/test-program/test-program.ts'
import type { WrittenTests } from '../framework.ts'
import { spaced } from '../spaced.ts'
import { indented, plainAssert } from './assertion-styles.ts'
import type { Client } from './clients.ts'
import { literal, text } from './literals.ts'
import { PythonNames, shortened } from './python-names.ts'
import {
  declarations,
  eachAnyway,
  redirectsOf,
  rowTuples,
  titleDocstring,
  usedColumns,
  usesSession,
  groupDocstring,
  nameWords,
  PythonFile,
} from './python-file.ts'
import { type BodyContext } from './test-body.ts'

/** Writes a program as a file of tests for pytest: a class for each group, and fixtures for what its tests share. */
export function writePytest(program: TestProgram, client: Client): WrittenTests {
  return new PytestFile(program, client, '').written()
}

class PytestFile extends PythonFile {
  readonly #rowFixtures: (readonly string[])[] = []
  readonly #fixtures: (readonly string[])[] = []
  readonly #constants: string[] = []
  readonly #scope = this.program.root.items.some(({ kind }) => kind === 'group') ? 'module' : 'class'
  #times = 1
  #isSkipping = false
  #hasParameters = false

  protected override lines(): readonly string[] {
    const { root } = this.program
    const { constants, saved } = declarations(this.program, this.code)
    this.code.given.clear()
    const tests = this.#group(root, 0, new PythonNames('keywords'))
    const fixtures = [...this.#rowFixtures, ...this.#ownFixtures(saved), ...this.#fixtures]
    const isUsed = fixtures.length > 0 || this.#isSkipping || this.#hasParameters
    return this.fileLines(
      [...constants, ...this.#constants],
      [...fixtures, tests],
      isUsed ? 'pytest' : undefined,
    )
  }

  /** The client, and what one test leaves for the next. */
  #ownFixtures(saved: readonly string[]): readonly (readonly string[])[] {
    const { root } = this.program
    const row = root.rows === undefined ? '' : root.rows.name
    const { session, type, options, settings } = this.client
    const redirects = redirectsOf(root)
    const hook = this.decodes ? [`${session}.hooks["response"].append(decode)`] : []
    const client = [
      this.#fixture(),
      `def ${session}(${row}):`,
      ...indented([
        `with ${type}(${options(redirects).join(', ')}) as ${session}:`,
        ...indented([...settings(redirects), ...hook, `yield ${session}`]),
      ]),
    ]
    const namespace = [
      this.#fixture(),
      `def saved(${row}):`,
      ...indented([
        '"""What one test leaves for the next."""',
        `return SimpleNamespace(${saved.join(', ')})`,
      ]),
    ]
    return [...(usesSession(this.program) ? [client] : []), ...(this.hasSaved ? [namespace] : [])]
  }

  #fixture(): string {
    return `@pytest.fixture(scope="${this.#scope}")`
  }

  #group(group: TestGroup, depth: number, names: PythonNames): string[] {
    const isNested = group.items.some(({ kind }) => kind === 'group')
    if (group.rows !== undefined && depth > 0 && isNested) {
      this.loseRows(group, 'pytest has no rows for several classes together')
      return []
    }
    if (group.rows === undefined) return this.#class(group, depth, names)
    this.#times *= group.rows.rows.length
    const lines = this.code.withRows(group.rows, { kind: 'object' }, () => this.#class(group, depth, names))
    this.#times /= group.rows.rows.length
    return lines
  }

  #class(group: TestGroup, depth: number, names: PythonNames): string[] {
    const isNested = group.items.some(({ kind }) => kind === 'group')
    const isShared = depth === 0 || !isNested
    const name = names.name(
      `class ${this.cases.length} ${group.name}`,
      `test ${shortened(group.name)}`,
      'PascalCase',
      'tests',
    )
    const inside = new PythonNames('keywords')
    // Groups of groups have no fixture that lasts as long as all of their tests.
    const [first, ...others] = group.items
    const items = isShared || first === undefined ? group.items : [withSetUp(first, group), ...others]
    const uses = [
      ...(group.rows === undefined ? [] : [this.#rowFixture(group.rows, depth)]),
      ...(isShared ? this.#aroundFixture(group, depth) : []),
    ]
    const written = items.map(item =>
      item.kind === 'group' ? this.#group(item, depth + 1, inside) : this.#case(item, depth + 1, inside),
    )
    const last = isShared ? [] : group.cleanUp.map(item => this.#case(item, depth + 1, inside))
    const members = [...written, ...last].filter(lines => lines.length > 0)
    if (members.length === 0) return []
    if (uses.length > 0) this.#hasParameters = true
    return [
      ...(uses.length === 0 ? [] : [`@pytest.mark.usefixtures(${uses.map(text).join(', ')})`]),
      `class ${name}:`,
      ...indented(spaced([groupDocstring(group, depth + 1), ...members])),
    ]
  }

  /** Rows of a group as a fixture, by which its tests are put in order. */
  #rowFixture(rows: Rows, depth: number): string {
    const constant = this.code.name(
      `rows ${rows.name} ${this.#constants.length}`,
      'rows',
      'SCREAMING_SNAKE_CASE',
      'rows',
    )
    this.#constants.push(`${constant} = ${literal(rows.rows)}`)
    const [first] = rows.columns
    const isShown =
      first !== undefined && rows.rows.every(row => ['string', 'number'].includes(typeof row[first.name]))
    const ids = isShown ? `, ids=[row[${text(first.name)}] for row in ${constant}]` : ''
    const lasting = depth === 0 ? this.#scope : 'class'
    const scope = `@pytest.fixture(scope="${lasting}", params=${constant}${ids})`
    this.#rowFixtures.push([scope, `def ${rows.name}(request):`, ...indented(['return request.param'])])
    return rows.name
  }

  /** The steps before the first test of a group and after its last, as a fixture. */
  #aroundFixture(group: TestGroup, depth: number): readonly string[] {
    const before = this.body(group.setUp, group.name, false) ?? []
    const given = new Set(this.code.given)
    this.code.given.clear()
    const after = group.cleanUp.map(test => this.looped(test, false) ?? [])
    for (const one of given) this.code.given.add(one)
    const lines = [...before, 'yield', ...eachAnyway(after)]
    // With each row it begins anew.
    const rows = group.rows === undefined ? [] : [group.rows.name]
    const parameters = [...new Set([...this.#parameters(), ...rows])]
    this.code.given.clear()
    if (lines.length === 1) return []
    const words = group.cleanUp.length === 0 ? 'set_up' : before.length === 0 ? 'clean_up' : 'around'
    const name =
      depth === 0
        ? words
        : this.code.name(
            `around ${group.name} ${this.#fixtures.length}`,
            `${words} ${group.name}`,
            'snake_case',
            words,
          )
    const scope = depth === 0 ? this.#scope : 'class'
    this.#fixtures.push([
      `@pytest.fixture(scope="${scope}")`,
      `def ${name}(${parameters.join(', ')}):`,
      ...indented(lines),
    ])
    return [name]
  }

  protected override words(isTest: boolean): Pick<BodyContext, 'assertion' | 'skip'> {
    return { assertion: plainAssert, skip: isTest ? reason => `pytest.skip(${reason})` : undefined }
  }

  /** The values that the framework gives to a test, in the usual order. */
  #parameters(): readonly string[] {
    const { given } = this.code
    if (given.has('saved')) this.hasSaved = true
    const rows = [...given].flatMap(one => (/^row (\w+)$/.exec(one) ?? []).slice(1))
    return [
      ...(given.has('session') ? [this.client.session] : []),
      ...(given.has('saved') ? ['saved'] : []),
      ...rows,
    ]
  }

  #case(test: TestCase, depth: number, names: PythonNames): string[] {
    const { rows } = test
    const code = this.code
    code.given.clear()
    const columns = rows === undefined ? new Map<string, string>() : code.columnNames(rows)
    const write = (): readonly string[] | undefined => this.body(test.statements, test.where, true)
    const lines = rows === undefined ? write() : code.withRows(rows, { kind: 'names', names: columns }, write)
    if (lines === undefined || lines.length === 0) return []
    if (lines.some(line => line.includes('pytest.skip('))) this.#isSkipping = true
    const shown = rows === undefined ? [] : usedColumns(rows, code)
    const parameters = [...this.#parameters(), ...shown.map(column => columns.get(column) ?? column)]
    this.cases.push({ where: test.where, times: this.#times * (rows?.rows.length ?? 1) })
    if (rows !== undefined) this.#hasParameters = true
    const { title, words } = nameWords(test)
    const name = names.name(`${test.where} ${this.cases.length}`, `test ${words}`, 'snake_case', 'test')
    return [
      ...(rows === undefined ? [] : [parametrized(rows, shown, columns)]),
      `def ${name}(${['self', ...parameters].join(', ')}):`,
      ...indented([...titleDocstring(title, depth + 1), ...lines]),
    ]
  }
}

function parametrized(rows: Rows, columns: readonly string[], names: ReadonlyMap<string, string>): string {
  const written = columns.map(column => text(names.get(column) ?? column))
  const keys = written.length === 1 ? written[0] : `(${written.join(', ')})`
  return `@pytest.mark.parametrize(${keys}, ${rowTuples(rows, columns)})`
}

/** With what a group sets, before its first test. */
function withSetUp(item: TestGroup | TestCase, { setUp }: TestGroup): TestGroup | TestCase {
  return item.kind === 'case'
    ? { ...item, statements: [...setUp, ...item.statements] }
    : { ...item, setUp: [...setUp, ...item.setUp] }
}
