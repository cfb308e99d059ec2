import type { TestCase, TestGroup, TestProgram } from '../../../compile/test-program/test-program.ts'
import type { WrittenTests } from '../framework.ts'
import { spaced } from '../spaced.ts'
import { indented, plainAssert, unittestAssert } from './assertion-styles.ts'
import type { Client } from './clients.ts'
import { literal, text } from './literals.ts'
import { PythonNames, shortened } from './python-names.ts'
import {
  declarations,
  eachAnyway,
  redirectsOf,
  titleDocstring,
  usesSession,
  groupDocstring,
  nameWords,
  PythonFile,
} from './python-file.ts'
import { type BodyContext } from './test-body.ts'

/** Writes a program as a file of tests for unittest: one class, whose methods are numbered, as they run by their names. */
export function writeUnittest(program: TestProgram, client: Client): WrittenTests {
  return new UnittestFile(program, client, 'self.').written()
}

class UnittestFile extends PythonFile {
  readonly #name = new PythonNames('keywords').name(
    'class',
    `test ${shortened(this.program.root.name)}`,
    'PascalCase',
    'tests',
  )

  protected override lines(): readonly string[] {
    const { root } = this.program
    const { constants, saved } = declarations(this.program, this.code)
    const [members, last] =
      root.rows === undefined
        ? this.#members(root)
        : this.code.withRows(root.rows, { kind: 'object' }, () => this.#members(root))
    const first = this.#setUp(saved)
    const tests = [
      `class ${this.#name}(unittest.TestCase):`,
      ...indented(spaced([groupDocstring(root, 1), first, last, ...members])),
    ]
    const rows = root.rows === undefined ? [] : [`ROWS = ${literal(root.rows.rows)}`]
    const loading = root.rows === undefined ? [] : [this.#loading(root.rows.name)]
    const lines = this.fileLines([...constants, ...rows], [tests, ...loading], 'unittest')
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
    this.code.owner = 'cls.'
    const after = root.cleanUp.map(test => this.looped(test, false) ?? [])
    this.#noteSaved()
    this.code.owner = 'self.'
    const lines = eachAnyway(after)
    const last = lines.length === 0 ? [] : ['@classmethod', 'def tearDownClass(cls):', ...indented(lines)]
    return [members, last]
  }

  /** The tests of a group in their order, with those of its groups, which unittest has none of. */
  #flat(group: TestGroup): readonly TestCase[] {
    return group.items.flatMap((item): readonly TestCase[] => {
      if (item.kind === 'case') return [item]
      if (item.rows !== undefined) {
        this.loseRows(item, 'unittest has no rows for a part of a class')
        return []
      }
      const [first, ...others] = [...this.#flat(item), ...item.cleanUp]
      return first === undefined
        ? []
        : [{ ...first, statements: [...item.setUp, ...first.statements] }, ...others]
    })
  }

  #noteSaved(): void {
    if (this.code.given.has('saved')) this.hasSaved = true
    this.code.given.clear()
  }

  #setUp(saved: readonly string[]): readonly string[] {
    const { type, session, options, settings } = this.client
    const { root } = this.program
    this.code.owner = 'cls.'
    const own = this.body(root.setUp, root.name, false) ?? []
    this.#noteSaved()
    this.code.owner = 'self.'
    const redirects = redirectsOf(root)
    const client = [
      `cls.${session} = ${type}(${options(redirects).join(', ')})`,
      `cls.addClassCleanup(cls.${session}.close)`,
      ...settings(redirects).map(line => `cls.${line}`),
      ...(this.decodes ? [`cls.${session}.hooks["response"].append(decode)`] : []),
    ]
    const lines = [
      ...(usesSession(this.program) ? client : []),
      ...(this.hasSaved ? [`cls.saved = SimpleNamespace(${saved.join(', ')})`] : []),
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

  protected override words(isTest: boolean): Pick<BodyContext, 'assertion' | 'skip'> {
    return isTest
      ? { assertion: unittestAssert, skip: reason => `self.skipTest(${reason})` }
      : { assertion: plainAssert, skip: undefined }
  }

  #case(test: TestCase, number: string): readonly string[] {
    const lines = this.looped(test, true, (inner, columns) => [
      `with self.subTest(${columns.map(name => `${name}=${name}`).join(', ')}):`,
      ...indented(inner),
    ])
    this.#noteSaved()
    if (lines === undefined || lines.length === 0) return []
    // Rows of a test are parts of it, which unittest only tells of where they fail.
    this.cases.push({ where: test.where, times: this.program.root.rows?.rows.length ?? 1 })
    const { title, words } = nameWords(test)
    const name = `test_${number}_${words.replaceAll(' ', '_')}`
    return [`def ${name}(self):`, ...indented([...titleDocstring(title, 2), ...lines])]
  }
}
