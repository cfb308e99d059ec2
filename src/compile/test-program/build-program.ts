import { roundsAsRows } from '../rounds-of-step.ts'
import type {
  Collection,
  CollectionItem,
  Folder,
  FolderContents,
  SavedRequest,
} from '../../model/collection.ts'
import type { Loss } from '../../model/conversion.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { stepName } from '../../parse/build-step.ts'
import { valueText } from '../../util/value-text.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { jsonEqual } from '../../util/json-equal.ts'
import { plainText } from '../../template/plain-text.ts'
import { settingsWithin } from '../request-of-step.ts'
import { namesLeft, namesUsed } from '../variable-flow.ts'
import { type BuiltCase, buildCase, caseTitle, mayBeJudged } from './build-case.ts'
import { countsRounds } from './build-rounds.ts'
import { ProgramScope, type ProgramTarget } from './program-scope.ts'
import { rowsWithDigits } from './digits.ts'
import type { Column, Rows, Statement, TestCase, TestGroup, TestProgram, ValueType } from './test-program.ts'
import { typeOfValue } from './value-type.ts'

/** The source of a program: a collection, or some of its items. */
export interface ProgramSource {
  readonly name: string
  readonly items: readonly CollectionItem[]
  readonly after: readonly SavedRequest[]
  /** All of it runs once for each of these rows. */
  readonly data?: JsonValue
  /** True where a folder that is all there is stays a group of its own, in the one of the collection. */
  readonly keepsFolder?: boolean
}

/** Gives the rows of a data file by its name in the collection, or by the JSON of what is said of it there. */
export type RowReader = (file: string) => readonly JsonObject[]

/**
 * Builds the program of a part of a collection. `readRows` gives the rows of data files. Steps that no test can carry out, and
 * the parts of others that none can, are listed as losses.
 */
export function buildProgram(
  collection: Collection,
  source: ProgramSource,
  readRows: RowReader,
  target: ProgramTarget = {},
): TestProgram {
  // The types of variables are only known when all of them have been read.
  const first = new ProgramBuilder(collection, readRows, new ProgramScope(collection, target))
  first.build(source)
  const scope = new ProgramScope(collection, target, first.scope)
  return new ProgramBuilder(collection, readRows, scope).build(source)
}

class ProgramBuilder {
  readonly scope: ProgramScope
  readonly #collection: Collection
  readonly #readRows: RowReader
  readonly #losses: Loss[] = []
  #tokens = 0
  /** Variables that only steps set which are not written. */
  readonly #lost = new Set<string>()
  /** Variables that only extracts set which need not find anything. */
  readonly #unsure = new Set<string>()

  constructor(collection: Collection, readRows: RowReader, scope: ProgramScope) {
    this.#collection = collection
    this.#readRows = readRows
    this.scope = scope
  }

  build({ name, items, after, data, keepsFolder = false }: ProgramSource): TestProgram {
    const [only] = items
    const isOne = items.length === 1 && after.length === 0 && !keepsFolder
    const folder = isOne && only?.kind === 'folder' ? only : undefined
    const root =
      folder === undefined
        ? this.#group({ name, items, after, ...(data === undefined ? {} : { data }) }, [this.#collection])
        : this.#folder(folder, [this.#collection], data)
    const variables = this.scope.declarations()
    const where = this.#collection.name
    const fixed = [...this.scope.fixed].map(one => ({
      where,
      what: `{{${one}}}`,
      why: 'the tests have one fixed value for it',
    }))
    const rounded = [...this.scope.rounded.values()].map(number => ({
      where,
      what: number.text,
      why: `the tests have a number there, which is ${String(Number(number))}`,
    }))
    const unset = variables
      .filter(one => one.value === undefined && !one.changes)
      .map(one => ({
        where,
        what: `{{${one.name}}}`,
        why: this.scope.variables.whyUnset(one),
      }))
    return {
      name: root.name,
      variables,
      root,
      keepsCookies: this.#collection.settings?.['cookies'] !== false,
      losses: [...this.#losses, ...fixed, ...rounded],
      notes: unset,
    }
  }

  #folder(folder: Folder, above: readonly FolderContents[], data = folder.data): TestGroup {
    const own = folder.data ?? data
    return this.#group({ ...folder, ...(own === undefined ? {} : { data: own }) }, [...above, folder])
  }

  #group(contents: FolderContents, chain: readonly FolderContents[]): TestGroup {
    const { name, description, data, items, after = [] } = contents
    return this.#inRows(data, (): TestGroup => {
      const setUp = chain.length > 1 ? this.#ownVariables(contents) : []
      const last = items.findLastIndex(item => item.kind === 'request' && mayBeJudged(item.step))
      const inside = items.flatMap((item, index): readonly (TestGroup | TestCase)[] =>
        item.kind === 'folder'
          ? [this.#folder(item, chain, undefined)]
          : this.#case(item, chain, index === last),
      )
      return {
        kind: 'group',
        name: plainText(name),
        ...(description === undefined ? {} : { description }),
        setUp,
        items: inside,
        cleanUp: after.flatMap(request => this.#case(request, chain, false)),
      }
    })
  }

  /** Variables of a folder that have another value elsewhere are set before its first test. */
  #ownVariables({ variables = {}, secrets = {} }: FolderContents): readonly Statement[] {
    return Object.entries({ ...secrets, ...variables })
      .filter(([name, value]) => !jsonEqual(this.scope.values[name] ?? null, value))
      .map(([variable, written]) => {
        return { kind: 'assign', variable, value: this.scope.assign(variable, this.scope.exact(written)) }
      })
  }

  #case(
    { step: written }: SavedRequest,
    chain: readonly FolderContents[],
    isLast: boolean,
  ): readonly TestCase[] {
    const skip = written['skip'] ?? chain.findLast(folder => folder.skip !== undefined)?.skip
    const told = skip === undefined ? written : { ...written, skip }
    const loops = this.scope.target.loops === true && countsRounds(written)
    const step = loops ? told : roundsAsRows(told)
    const { data, ...rest } = step
    let before: readonly Statement[] = []
    const own = this.#inRows(data, (): TestCase => {
      const [judging] = this.scope.rows
      const isJudged = isLast || data !== undefined
      const lost = [...namesUsed(rest)].find(name => this.#lost.has(name))
      const built: BuiltCase =
        lost === undefined
          ? buildCase(rest, settingsWithin(chain), this.scope, isJudged ? judging : undefined)
          : {
              statements: [],
              losses: [{ what: `{{${lost}}}`, why: 'only a step that is not written sets it' }],
            }
      const needed = [...namesUsed(rest, true)].filter(used => this.#unsure.has(used))
      for (const left of namesLeft(rest)) {
        if (built.statements.length === 0) this.#lost.add(left)
        else this.#lost.delete(left)
      }
      const name = stepName(step)
      const where = whereOf(chain, name)
      this.#losses.push(...built.losses.map(loss => ({ where, ...loss })))
      this.#noteUnsure(rest)
      before = built.before ?? []
      return {
        kind: 'case',
        name,
        title: caseTitle(rest, this.scope),
        statements: afterSkipping(
          built.statements,
          needed.map(used => this.#isSet(used)),
        ),
        where,
      }
    })
    if (before.length === 0) return [own]
    this.#tokens++
    const name = this.#tokens === 1 ? 'Access token' : `Access token ${this.#tokens}`
    const where = whereOf(chain, name)
    return [{ kind: 'case', name, title: { kind: 'literal', value: name }, statements: before, where }, own]
  }

  #noteUnsure({ extracts = null, ...others }: JsonObject): void {
    for (const name of namesLeft(others)) this.#unsure.delete(name)
    for (const [name, extract] of isObject(extracts) ? Object.entries(extracts) : []) {
      const mayFindNothing =
        isObject(extract) && ['optional', 'when', 'unless'].some(key => Object.hasOwn(extract, key))
      if (!mayFindNothing) this.#unsure.delete(name)
      else if (!Object.hasOwn(this.scope.values, name)) this.#unsure.add(name)
    }
  }

  /** A step cannot begin without the values of its placeholders: there a test would send whatever its language has for nothing. */
  #isSet(name: string): Statement {
    return {
      kind: 'expect',
      name: `{{${name}}} has a value`,
      holds: { kind: 'present', value: this.scope.reference(name) },
    }
  }

  /** With these data rows in scope, which may get columns of their own for what is built. */
  #inRows<Built extends object>(data: JsonValue | undefined, build: () => Built): Built & { rows?: Rows } {
    if (data === undefined) return build()
    const { rows: around } = this.scope
    const name = around.length === 0 ? 'row' : `row${around.length + 1}`
    const own = isList(data)
      ? rowsOf(name, data.filter(isObject))
      : {
          ...rowsOf(name, this.#readRows(valueText(data))),
          ...(typeof data === 'string' ? { file: data } : {}),
        }
    this.scope.rows = [own, ...around]
    try {
      const built = build()
      const [rows = own] = this.scope.rows
      return { ...built, rows }
    } finally {
      this.scope.rows = this.scope.rows.slice(1)
    }
  }
}

/** Statements with others behind those that leave out the test. None where it has no statements. */
function afterSkipping(statements: readonly Statement[], others: readonly Statement[]): readonly Statement[] {
  if (statements.length === 0) return []
  const rest = statements.findIndex(({ kind }) => kind !== 'skip-unless')
  const at = rest === -1 ? statements.length : rest
  return [...statements.slice(0, at), ...others, ...statements.slice(at)]
}

function whereOf(chain: readonly FolderContents[], name: string): string {
  return [...chain.map(folder => plainText(folder.name)), name].join(' / ')
}

function rowsOf(name: string, given: readonly JsonObject[]): Rows {
  const names = [...new Set(given.flatMap(row => Object.keys(row)))]
  const rows = given.map(row => Object.fromEntries(names.map(column => [column, row[column] ?? null])))
  const { rows: texts, digits } = rowsWithDigits(names, rows)
  const all = [...new Set([...names, ...Object.keys(texts[0] ?? {})])]
  const columns = all.map((column): Column => {
    const own = digits.get(column)
    return { name: column, type: columnType(texts, column), ...(own === undefined ? {} : { digits: own }) }
  })
  return { name, columns, rows: texts, ...(digits.size === 0 ? {} : { written: rows }) }
}

function columnType(rows: readonly JsonObject[], column: string): Column['type'] {
  const types = new Set(
    rows.map((row): ValueType => typeOfValue({ kind: 'literal', value: row[column] ?? null })),
  )
  const [type = 'text', ...others] = types
  return others.length === 0 ? type : 'json'
}
