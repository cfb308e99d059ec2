import { fileNameOf, UniqueNames } from '../../compile/file-names.ts'
import { environmentName } from '../../compile/environment-names.ts'
import { builtIns } from '../../compile/javascript/built-ins.ts'
import { CodeScope, type CodeTarget, type CodeVariables } from '../../compile/javascript/code-scope.ts'
import { codeVariables, folderAssignments } from '../../compile/javascript/collection-scope.ts'
import { dataCode, rowsInScope } from '../../compile/javascript/data-code.ts'
import { helperCode } from '../../compile/javascript/helpers.ts'
import { escapeTemplate, printText } from '../../compile/javascript/print-text.ts'
import { settingsWithin } from '../../compile/request-of-step.ts'
import { requestCount } from '../../compile/suites-to-run.ts'
import { namesLeft, namesNeeded } from '../../compile/variable-flow.ts'
import type {
  Collection,
  CollectionItem,
  Folder,
  FolderContents,
  SavedRequest,
} from '../../model/collection.ts'
import type { Exported, Loss } from '../../model/conversion.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { testLines, type TestNeed } from './test-lines.ts'

const taken =
  'assert describe it after before test response body text start duration row rows item retry sleep readFile openAsBlob fetch crypto ' +
  'process performance Buffer Blob FormData URLSearchParams AbortSignal Math Date Object String Number Array JSON textOf same ' +
  'sameJson contains isObject exists lengthOf matches pairs isKind parseCsv readFileSync encodeURIComponent isNaN RegExp run'

const target: CodeTarget = { environment: name => `process.env.${name}`, builtIns, taken: taken.split(' ') }

/**
 * Writes a collection as tests for `node --test`, with fetch and node:assert: a file for each folder, or one for all where
 * folders need variables of each other. `data` is a CSV or JSON file; all tests run once for each of its rows.
 */
export function exportNodeTest(collection: Collection, options: { readonly data?: string } = {}): Exported {
  const names = new UniqueNames()
  const losses: Loss[] = []
  const notes: Loss[] = []
  let created = 0
  const variables = codeVariables(collection)
  const files = partsOf(collection).flatMap(part => {
    const writer = new TestFile(collection, variables, options.data ?? collection.data)
    const text = writer.text(part.name, part.items, part.after)
    losses.push(...writer.losses)
    notes.push(...writer.notes())
    created += writer.created
    return writer.created === 0 ? [] : [{ name: names.take(fileNameOf(part.name), '.test.mjs'), text }]
  })
  const cookies = {
    where: collection.name,
    what: 'cookies',
    why: 'fetch keeps none; what needs them must send them',
  }
  return {
    files,
    report: {
      requests: requestCount(collection.items),
      created,
      merged: [],
      skipped: [],
      losses,
      notes: collection.settings?.['cookies'] === false ? notes : [...notes, cookies],
    },
  }
}

interface Part {
  readonly name: string
  readonly items: readonly CollectionItem[]
  readonly after: readonly SavedRequest[]
}

/** What becomes a file of its own: each folder, unless one needs what another sets. */
function partsOf(collection: Collection): readonly Part[] {
  const { name, items, after = [] } = collection
  const folders = items.filter(item => item.kind === 'folder')
  const own = items.filter(item => item.kind === 'request')
  if (after.length > 0 || needEachOther([...folders.map(requestsIn), own])) return [{ name, items, after }]
  const rest: readonly Part[] = own.length === 0 ? [] : [{ name, items: own, after: [] }]
  return [...folders.map(folder => ({ name: folder.name, items: [folder], after: [] })), ...rest]
}

function needEachOther(parts: readonly (readonly SavedRequest[])[]): boolean {
  const leftBy = new Map<string, Set<number>>()
  for (const [index, requests] of parts.entries())
    for (const name of requests.flatMap(({ step }) => namesLeft(step)))
      leftBy.set(name, (leftBy.get(name) ?? new Set()).add(index))
  return parts.some((requests, index) =>
    [...namesNeeded(requests)].some(name => [...(leftBy.get(name) ?? [])].some(other => other !== index)),
  )
}

function requestsIn({ items, after = [] }: FolderContents): readonly SavedRequest[] {
  return [...items.flatMap(item => (item.kind === 'folder' ? requestsIn(item) : [item])), ...after]
}

/** One file of tests while it is being written. */
class TestFile {
  readonly #collection: Collection
  readonly #scope: CodeScope
  readonly #values: JsonObject
  readonly #data: JsonValue | undefined
  readonly #needs = new Set<TestNeed | 'readFileSync' | 'after' | 'before'>()
  readonly #rows = new Map<string, string>()
  readonly losses: Loss[] = []
  /** What becomes of steps: tests, or nothing. */
  readonly #left: string[] = []
  #tests = 0
  created = 0

  constructor(collection: Collection, variables: CodeVariables, data: JsonValue | undefined) {
    this.#collection = collection
    this.#scope = new CodeScope(variables, target)
    this.#values = variables.values
    this.#data = data
  }

  notes(): readonly Loss[] {
    const where = this.#collection.name
    return [
      ...[...this.#scope.unset].map(name => ({
        where,
        what: `{{${name}}}`,
        why: `nothing sets it; give it in the environment as ${environmentName(name)}`,
      })),
    ]
  }

  text(name: string, items: readonly CollectionItem[], after: readonly SavedRequest[]): string {
    const [only] = items
    const folder = items.length === 1 && only?.kind === 'folder' ? only : undefined
    const lines =
      folder === undefined
        ? this.#describe(name, { items, after, data: this.#data }, [this.#collection])
        : this.#folder(folder, [this.#collection], this.#data)
    for (const fixed of this.#scope.fixed)
      this.losses.push({
        where: this.#collection.name,
        what: `{{${fixed}}}`,
        why: 'the tests have one fixed value for it',
      })
    const rows = [...this.#rows].map(([identifier, code]) => `const ${identifier} = ${code}`)
    const paragraphs = [
      this.#imports().join('\n'),
      [...this.#scope.declarations(), ...rows].join('\n'),
      lines.join('\n'),
      ...(this.#tests === 0 ? [this.#skipped(name).join('\n')] : []),
      ...(this.#needs.has('retry') ? [retryHelper] : []),
      ...helperCode(this.#scope.helpers),
    ]
    return `${paragraphs.filter(text => text !== '').join('\n\n')}\n`
  }

  /** A file without a test would count as one that passed. */
  #skipped(name: string): readonly string[] {
    const left = this.#left.length === 0 ? [name] : this.#left
    return left.map(one => `it(${printText(one)}, { skip: 'nothing of it can be written as a test' })`)
  }

  #imports(): readonly string[] {
    const needs = this.#needs
    const files = [
      needs.has('openAsBlob') ? 'openAsBlob' : '',
      needs.has('readFileSync') ? 'readFileSync' : '',
    ]
    const used = files.filter(name => name !== '')
    return [
      `import assert from 'node:assert/strict'`,
      ...(used.length === 0 ? [] : [`import { ${used.join(', ')} } from 'node:fs'`]),
      ...(needs.has('readFile') ? [`import { readFile } from 'node:fs/promises'`] : []),
      `import { ${['after', 'before']
        .filter(name => needs.has(name as 'after'))
        .map(name => `${name}, `)
        .join('')}describe, it } from 'node:test'`,
      ...(needs.has('sleep') ? [`import { setTimeout as sleep } from 'node:timers/promises'`] : []),
    ]
  }

  #folder(folder: Folder, above: readonly FolderContents[], data = folder.data): readonly string[] {
    return this.#describe(folder.name, { ...folder, data: folder.data ?? data }, [...above, folder])
  }

  #describe(
    name: string,
    contents: Pick<FolderContents, 'items' | 'variables' | 'secrets' | 'after'> & {
      readonly data: JsonValue | undefined
    },
    chain: readonly FolderContents[],
  ): readonly string[] {
    const inside = (): readonly string[] => this.#contents(contents, chain)
    if (contents.data === undefined) return block(`describe(${printText(name)}, () => {`, inside())
    return this.#forRows(contents.data, row =>
      block(`describe(\`${escapeTemplate(name)} \${JSON.stringify(${row})}\`, () => {`, inside()),
    )
  }

  #contents(
    {
      items,
      variables,
      secrets,
      after = [],
    }: Pick<FolderContents, 'items' | 'variables' | 'secrets' | 'after'>,
    chain: readonly FolderContents[],
  ): readonly string[] {
    const own =
      chain.length > 1 ? folderAssignments({ ...secrets, ...variables }, this.#values, this.#scope) : []
    if (own.length > 0) this.#needs.add('before')
    const before = own.length === 0 ? [] : [...block('before(() => {', own), '']
    const last = items.findLastIndex(item => item.kind === 'request')
    const inside = items.map((item, index) =>
      item.kind === 'folder'
        ? this.#folder(item, chain, undefined)
        : this.#request(item, chain, index === last),
    )
    const cleaning = after.map(request => this.#request(request, chain, false, 'after'))
    return [...before, ...paragraphs([...inside, ...cleaning])]
  }

  #request(
    { step }: SavedRequest,
    chain: readonly FolderContents[],
    isLast: boolean,
    call: 'it' | 'after' = 'it',
  ): readonly string[] {
    const { data, ...rest } = step
    if (data === undefined) return this.#test(rest, chain, isLast, call)
    return this.#forRows(data, () => this.#test(rest, chain, true, call))
  }

  #test(
    step: JsonObject,
    chain: readonly FolderContents[],
    isJudged: boolean,
    call: 'it' | 'after',
  ): readonly string[] {
    const [rows] = this.#scope.rows
    const { name, lines, needs, losses } = testLines(
      step,
      settingsWithin(chain),
      this.#scope,
      isJudged ? rows : undefined,
    )
    const where = [...chain.map(folder => folder.name), name].join(' / ')
    this.losses.push(...losses.map(loss => ({ where, ...loss })))
    if (lines.length === 0) {
      this.#left.push(name)
      return []
    }
    this.created++
    for (const need of needs) this.#needs.add(need)
    if (call === 'after') {
      this.#needs.add('after')
      return block('after(async () => {', lines)
    }
    this.#tests++
    return block(`it(${this.#title(name)}, async ${needs.has('test context') ? 'test' : '()'} => {`, lines)
  }

  /** A name may show the row, not what is only known later. */
  #title(name: string): string {
    const columns = this.#scope.rows.flatMap(({ columns: known }) => [...(known ?? [])])
    const shown = name.replace(/\{\{\s*([^{}]*?)\s*\}\}/g, (whole, variable: string) =>
      columns.includes(variable) ? whole : `{${variable}}`,
    )
    return this.#scope.text(shown)
  }

  /** Lines for each of these rows. */
  #forRows(data: JsonValue, lines: (row: string) => readonly string[]): readonly string[] {
    const identifier = this.#rows.size === 0 ? 'rows' : `rows${this.#rows.size + 1}`
    const { code, columns } = dataCode(data, this.#scope, file => {
      this.#needs.add('readFileSync')
      return `readFileSync(new URL(${file}, import.meta.url), 'utf8')`
    })
    this.#rows.set(identifier, code)
    const before = this.#scope.rows
    this.#scope.rows = [rowsInScope('row', columns), ...before]
    const inside = lines('row')
    this.#scope.rows = before
    return inside.length === 0
      ? []
      : [`for (const row of ${identifier})`, ...inside.map(line => (line === '' ? '' : `  ${line}`))]
  }
}

function block(head: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [head, ...lines.map(line => (line === '' ? '' : `  ${line}`)), '})']
}

/** With an empty line between them. */
function paragraphs(blocks: readonly (readonly string[])[]): readonly string[] {
  const filled = blocks.filter(lines => lines.length > 0)
  return filled.flatMap((lines, index) => (index === 0 ? lines : ['', ...lines]))
}

const retryHelper = `/** Runs this until it does not throw, so many times at most. */
async function retry({ attempts, interval, backoff = 1 }, run) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (attempt === attempts) throw error
      await sleep(interval * backoff ** (attempt - 1))
    }
  }
}`
