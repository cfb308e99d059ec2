import { casesIn } from '../../../compile/test-program/parts-of-group.ts'
import type { TestCase, TestGroup, TestProgram } from '../../../compile/test-program/test-program.ts'
import type { Loss } from '../../../model/conversion.ts'
import type { WrittenCase, WrittenTests } from '../framework.ts'
import { spaced } from '../spaced.ts'
import { indented, plainAssert, unittestAssert } from './assertion-styles.ts'
import type { Client } from './clients.ts'
import { formatPython } from './format-python.ts'
import { literal, text } from './literals.ts'
import type { PythonCode } from './python-code.ts'
import { PythonNames, shortened } from './python-names.ts'
import {
  codeOf,
  declarations,
  decodeHook,
  docstring,
  eachAnyway,
  fileLines,
  readsText,
  redirectsOf,
  rowTuples,
  titleDocstring,
  usedColumns,
  usesSession,
} from './python-file.ts'
import { type BodyContext, testBody } from './test-body.ts'

/** Writes a program as a file of tests for unittest: one class, whose methods are numbered, as they run by their names. */
export function writeUnittest(program: TestProgram, client: Client): WrittenTests {
  const file = new UnittestFile(program, client)
  const lines = file.lines()
  return { text: formatPython(lines), losses: file.losses, cases: file.cases }
}

class UnittestFile {
  readonly #program: TestProgram
  readonly #client: Client
  readonly #code: PythonCode
  /** Whether texts are read, which requests must be told how to do. */
  readonly #decodes: boolean
  readonly losses: Loss[] = []
  readonly cases: WrittenCase[] = []
  readonly #name: string
  #hasSaved = false

  constructor(program: TestProgram, client: Client) {
    this.#program = program
    this.#client = client
    this.#decodes = client.module === 'requests' && readsText(program.root)
    this.#code = codeOf(program, 'self.')
    this.#name = new PythonNames('keywords').name(
      'class',
      `test ${shortened(program.root.name)}`,
      'PascalCase',
      'tests',
    )
  }

  lines(): readonly string[] {
    const { root } = this.#program
    const { constants, saved } = declarations(this.#program, this.#code)
    const [members, last] =
      root.rows === undefined
        ? this.#members(root)
        : this.#code.withRows(root.rows, { kind: 'object' }, () => this.#members(root))
    const first = this.#setUp(saved)
    const description =
      root.description === undefined ? titleDocstring(root.name, 1) : docstring(root.description, 1)
    const tests = [
      `class ${this.#name}(unittest.TestCase):`,
      ...indented(spaced([description, first, last, ...members])),
    ]
    const rows = root.rows === undefined ? [] : [`ROWS = ${literal(root.rows.rows)}`]
    const loading = root.rows === undefined ? [] : [this.#loading(root.rows.name)]
    const lines = fileLines(
      {
        client: this.#client,
        framework: 'unittest',
        isFrameworkUsed: true,
        hasSaved: this.#hasSaved,
        isClientUsed: tests.some(line => line.includes(`${this.#client.module}.`)),
        constants: [...constants, ...rows],
        definitions: [...(this.#decodes ? [decodeHook.split('\n')] : []), tests, ...loading],
      },
      this.#code,
    )
    return members.length === 0 ? [] : [...lines, '', '', 'if __name__ == "__main__":', '    unittest.main()']
  }

  /** The tests, and what comes after the last one. */
  #members(root: TestGroup): readonly [readonly (readonly string[])[], readonly string[]] {
    const cases = this.#flat(root)
    const digits = String(cases.length).length
    const members: (readonly string[])[] = []
    for (const test of cases) {
      const number = String(members.length + 1).padStart(Math.max(2, digits), '0')
      const lines = this.#case(test, number)
      if (lines.length > 0) members.push(lines)
    }
    this.#code.owner = 'cls.'
    const after = root.cleanUp.map(test => this.#cleanUp(test))
    this.#noteSaved()
    this.#code.owner = 'self.'
    const lines = eachAnyway(after)
    const last = lines.length === 0 ? [] : ['@classmethod', 'def tearDownClass(cls):', ...indented(lines)]
    return [members, last]
  }

  /** The tests of a group in their order, with those of its groups, which unittest has none of. */
  #flat(group: TestGroup): readonly TestCase[] {
    return group.items.flatMap((item): readonly TestCase[] => {
      if (item.kind === 'case') return [item]
      if (item.rows !== undefined) {
        for (const { where } of casesIn(item))
          this.losses.push({ where, what: 'data', why: 'unittest has no rows for a part of a class' })
        return []
      }
      const [first, ...others] = [...this.#flat(item), ...item.cleanUp]
      return first === undefined
        ? []
        : [{ ...first, statements: [...item.setUp, ...first.statements] }, ...others]
    })
  }

  #noteSaved(): void {
    if (this.#code.given.has('saved')) this.#hasSaved = true
    this.#code.given.clear()
  }

  #setUp(saved: readonly string[]): readonly string[] {
    const { type, session, options, settings } = this.#client
    const { root } = this.#program
    this.#code.owner = 'cls.'
    const own = testBody(root.setUp, root.name, this.#context('fixture')) ?? []
    this.#noteSaved()
    this.#code.owner = 'self.'
    const redirects = redirectsOf(root)
    const client = [
      `cls.${session} = ${type}(${options(redirects).join(', ')})`,
      `cls.addClassCleanup(cls.${session}.close)`,
      ...settings(redirects).map(line => `cls.${line}`),
      ...(this.#decodes ? [`cls.${session}.hooks["response"].append(decode)`] : []),
    ]
    const lines = [
      ...(usesSession(this.#program) ? client : []),
      ...(this.#hasSaved ? [`cls.saved = SimpleNamespace(${saved.join(', ')})`] : []),
      ...own,
    ]
    return lines.length === 0 ? [] : ['@classmethod', 'def setUpClass(cls):', ...indented(lines)]
  }

  /** Rows of the whole class: a class for each of them. */
  #loading(row: string): readonly string[] {
    return [
      'def load_tests(loader, tests, pattern):',
      ...indented([
        '"""All tests run once for each row."""',
        'suite = unittest.TestSuite()',
        `for row in ROWS:`,
        `    case = type(${text(this.#name)}, (${this.#name},), {${text(row)}: row})`,
        '    suite.addTests(loader.loadTestsFromTestCase(case))',
        'return suite',
      ]),
    ]
  }

  #context(place: 'test' | 'fixture'): BodyContext {
    return {
      code: this.#code,
      client: this.#client,
      assertion: place === 'test' ? unittestAssert : plainAssert,
      keepsCookies: this.#program.keepsCookies,
      skip: place === 'test' ? reason => `self.skipTest(${reason})` : undefined,
      lose: loss => this.losses.push(loss),
      hasText: this.#decodes,
    }
  }

  #cleanUp(test: TestCase): readonly string[] {
    return this.#inRows(test, 'fixture') ?? []
  }

  /** The statements of a test, in a loop where it has rows. */
  #inRows(test: TestCase, place: 'test' | 'fixture'): readonly string[] | undefined {
    const { rows } = test
    const write = (): readonly string[] | undefined =>
      testBody(test.statements, test.where, this.#context(place))
    if (rows === undefined) return write()
    const names = this.#code.columnNames(rows)
    const lines = this.#code.withRows(rows, { kind: 'names', names }, write)
    if (lines === undefined || lines.length === 0) return lines
    const columns = usedColumns(rows, this.#code)
    const targets = columns.map(column => names.get(column) ?? column)
    const sub = `with self.subTest(${targets.map(name => `${name}=${name}`).join(', ')}):`
    const inner = place === 'test' ? [sub, ...indented(lines)] : lines
    return [`for ${targets.join(', ')} in ${rowTuples(rows, columns)}:`, ...indented(inner)]
  }

  #case(test: TestCase, number: string): readonly string[] {
    const lines = this.#inRows(test, 'test')
    this.#noteSaved()
    if (lines === undefined || lines.length === 0) return []
    // Rows of a test are parts of it, which unittest only tells of where they fail.
    this.cases.push({ where: test.where, times: this.#program.root.rows?.rows.length ?? 1 })
    const words = test.name.replace(/\{\{.*?\}\}/g, ' ')
    const name = `test_${number}_${(shortened(words) || shortened(test.name) || 'step').replaceAll(' ', '_')}`
    return [`def ${name}(self):`, ...indented([...titleDocstring(words, 2), ...lines])]
  }
}
