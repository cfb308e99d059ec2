import { roundsAsRows } from '../../compile/rounds-of-step.ts'
import { fileNameOf } from '../../compile/file-names.ts'
import { environmentName } from '../../compile/environment-names.ts'
import { builtIns } from '../../compile/javascript/built-ins.ts'
import { CodeScope, type CodeTarget } from '../../compile/javascript/code-scope.ts'
import { codeVariables, folderAssignments } from '../../compile/javascript/collection-scope.ts'
import { dataCode, rowsInScope } from '../../compile/javascript/data-code.ts'
import { helperCode } from '../../compile/javascript/helpers.ts'
import { printKey, printText } from '../../compile/javascript/print-text.ts'
import { settingsWithin } from '../../compile/request-of-step.ts'
import { requestCount } from '../../compile/suites-to-run.ts'
import type { Collection, CollectionItem, FolderContents, SavedRequest } from '../../model/collection.ts'
import type { Exported, Loss } from '../../model/conversion.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { oneLine } from '../../report/text/printable.ts'
import { isObject } from '../../util/is-json.ts'
import { errorCounter, errorShare, functionName, type K6Load, k6Load } from './load-options.ts'
import { operatorLosses, operatorManifest } from './operator-manifest.ts'
import type { ScriptNeeds } from './request-code.ts'
import { indented, stepData, stepLines, type StepContext } from './step-lines.ts'

const taken =
  'http check judge Counter Rate requestErrors requestErrorRate group sleep options response answer item row rows encoding crypto open exec scenario data attempt checks ' +
  'SharedArray Math Date Object String Number Array JSON textOf same sameJson contains isObject exists lengthOf matches pairs isKind ' +
  'jsonOf parseCsv console encodeURIComponent parseFloat isNaN RegExp'

const target: CodeTarget = { environment: name => `__ENV.${name}`, builtIns, taken: taken.split(' ') }

/**
 * Writes a collection as a script of k6: a group for each folder, a request with its checks for each step, variables that
 * the environment can set. `data` is a CSV or JSON file, beside the script, whose rows the iterations take in turn; `operator`
 * says how many pods of a cluster share the load, for whom a manifest is written as well.
 */
export function exportK6(
  collection: Collection,
  options: { readonly data?: string; readonly operator?: number } = {},
): Exported {
  const variables = codeVariables(collection)
  const load = k6Load(collection)
  const script: Script = {
    scope: new CodeScope(variables, target),
    values: variables.values,
    needs: { files: new Map(), imports: new Set() },
    rows: new Map(),
    losses: [],
    created: 0,
    usesSleep: false,
    usesChecks: false,
    countsErrors: load?.countsErrors === true,
  }
  const data = options.data ?? collection.data
  const own = (load?.scenarios ?? []).flatMap(({ name, folder }) =>
    folder === undefined ? [] : [{ name: functionName(name), folder }],
  )
  const folders = new Set<CollectionItem>(own.map(({ folder }) => folder))
  const rest = { ...collection, items: collection.items.filter(item => !folders.has(item)) }
  const functions = [
    ...(rest.items.length === 0
      ? []
      : [{ head: 'default function ()', body: mainLines(rest, data, script) }]),
    ...own.map(({ name, folder }) => ({
      head: `function ${name}()`,
      body: mainLines({ ...rest, items: [folder] }, data, script),
    })),
  ]
  if (load !== undefined) script.losses.push(...load.losses)
  const where = collection.name
  const file = {
    name: `${fileNameOf(collection.name)}.k6.js`,
    text: scriptText(collection, { functions, load }, data, script),
  }
  const { operator } = options
  if (operator !== undefined) script.losses.push(...operatorLosses(file))
  return {
    files: operator === undefined ? [file] : [file, operatorManifest(file, operator)],
    report: {
      requests: requestCount(collection.items),
      created: script.created,
      merged: [],
      skipped: [],
      losses: [
        ...script.losses,
        ...[...script.scope.fixed].map(name => ({
          where,
          what: `{{${name}}}`,
          why: 'the script has one fixed value for it',
        })),
      ],
      notes: [
        ...(load?.changes ?? []),
        ...[...script.scope.unset].map(name => ({
          where,
          what: `{{${name}}}`,
          why: `nothing sets it; give it ${settingOf(environmentName(name), operator)}`,
        })),
      ],
    },
  }
}

/** How a variable of the environment is set: on the command line, or of pods by the manifest. */
function settingOf(name: string, operator: number | undefined): string {
  return operator === undefined ? `with -e ${name}=VALUE` : `as ${name} in \`runner: { env }\` of the TestRun`
}

/** What is being written. */
interface Script {
  readonly scope: CodeScope
  readonly values: JsonObject
  readonly needs: ScriptNeeds
  /** Data rows by their name in the code. */
  readonly rows: Map<string, string>
  readonly losses: Loss[]
  created: number
  usesSleep: boolean
  usesChecks: boolean
  /** Whether thresholds are about requests that failed. */
  readonly countsErrors: boolean
}

function mainLines(collection: Collection, data: JsonValue | undefined, script: Script): readonly string[] {
  const { scope } = script
  if (data === undefined) return contentLines(collection, [], script)
  const columns = addRows('rows', data, script)
  scope.rows = [rowsInScope('row', columns)]
  const lines = contentLines(collection, [], script)
  return ['const row = rows[scenario.iterationInTest % rows.length]', ...lines]
}

/** Declares data rows, which all virtual users share; their columns where they are known. */
function addRows(name: string, data: JsonValue, { scope, rows }: Script): ReadonlySet<string> | undefined {
  const { code, columns } = dataCode(data, scope, file => `open(${file})`)
  rows.set(name, code)
  return columns
}

function contentLines(
  contents: FolderContents,
  above: readonly FolderContents[],
  script: Script,
): readonly string[] {
  const chain = [...above, contents]
  const items = contents.items.flatMap((item, index) =>
    itemLines(item, chain, isJudged(contents.items, index), script),
  )
  const after = (contents.after ?? []).flatMap(request => requestLines(request, chain, false, script))
  return [...items, ...after]
}

/** Rows of a folder tell the status of its last request. */
function isJudged(items: readonly CollectionItem[], index: number): boolean {
  return items.slice(index + 1).every(item => item.kind === 'folder')
}

function itemLines(
  item: CollectionItem,
  chain: readonly FolderContents[],
  judged: boolean,
  script: Script,
): readonly string[] {
  if (item.kind === 'request') return requestLines(item, chain, judged, script)
  const own = folderAssignments({ ...item.variables, ...item.secrets }, script.values, script.scope)
  const inside =
    item.data === undefined
      ? contentLines(item, chain, script)
      : rowLines(item.data, script, () => contentLines(item, chain, script))
  if (inside.length === 0) return []
  return [`group(${printText(item.name)}, () => {`, ...indented([...own, ...inside]), '})', '']
}

/** Lines that run for each of these rows. */
function rowLines(data: JsonValue, script: Script, lines: () => readonly string[]): readonly string[] {
  const name = script.rows.size === 0 ? 'rows' : `rows${script.rows.size + 1}`
  const { scope } = script
  const before = scope.rows
  scope.rows = [rowsInScope('row', addRows(name, data, script)), ...before]
  const inside = lines()
  scope.rows = before
  return [`for (const row of ${name}) {`, ...indented(inside), '}']
}

function requestLines(
  { step: own }: SavedRequest,
  chain: readonly FolderContents[],
  judged: boolean,
  script: Script,
): readonly string[] {
  const step = roundsAsRows(own)
  const data = stepData(step)
  if (data !== undefined) {
    const { data: _, ...rest } = step
    return rowLines(data, script, () => writtenLines(rest, chain, true, script))
  }
  return writtenLines(step, chain, judged, script)
}

function writtenLines(
  step: JsonObject,
  chain: readonly FolderContents[],
  judged: boolean,
  script: Script,
): readonly string[] {
  const [rows] = script.scope.rows
  const around: StepContext = {
    settings: settingsWithin(chain),
    scope: script.scope,
    needs: script.needs,
    check: script.countsErrors ? 'judge' : 'check',
    ...(judged && rows !== undefined ? { judgedBy: rows } : {}),
  }
  const written = stepLines(step, around)
  const where = [...chain.map(({ name }) => name), written.name].join(' / ')
  script.losses.push(...written.losses.map(loss => ({ where, ...loss })))
  if (written.lines.length === 0) return []
  script.created++
  script.usesSleep ||= written.lines.some(line => /^\s*sleep\(/.test(line))
  script.usesChecks ||= written.lines.some(line => /^\s*checks = /.test(line))
  return [...written.lines, '']
}

/** The functions of a script, and how load is put on them. */
interface ScriptParts {
  readonly functions: readonly { readonly head: string; readonly body: readonly string[] }[]
  readonly load: K6Load | undefined
}

const errorMetrics = [
  `const requestErrors = new Counter('${errorCounter}')`,
  `const requestErrorRate = new Rate('${errorShare}')`,
]

/** A request with any check that does not hold has failed, once. */
const judgeCode = [
  '/** Makes checks, and counts the request as failed where one of them does not hold. */',
  'function judge(response, checks) {',
  '  const isRight = check(response, checks)',
  '  requestErrors.add(isRight ? 0 : 1)',
  '  requestErrorRate.add(!isRight)',
  '}',
]

function scriptText(
  collection: Collection,
  { functions, load }: ScriptParts,
  data: JsonValue | undefined,
  script: Script,
): string {
  const { scope, needs, rows } = script
  const body = functions.flatMap(one => one.body)
  const declared = scope.declarations()
  const state = declared.filter(line => line.startsWith('let '))
  const constants = declared.filter(line => !line.startsWith('let '))
  const imports = [
    `import http from 'k6/http'`,
    `import { ${['check', ...(body.some(line => /^\s*group\(/.test(line)) ? ['group'] : []), ...(script.usesSleep ? ['sleep'] : [])].join(', ')} } from 'k6'`,
    ...(rows.size === 0 ? [] : [`import { SharedArray } from 'k6/data'`]),
    ...(data === undefined ? [] : [`import { scenario } from 'k6/execution'`]),
    ...(script.countsErrors ? [`import { Counter, Rate } from 'k6/metrics'`] : []),
    ...(needs.imports.has('encoding') ? [`import encoding from 'k6/encoding'`] : []),
  ]
  const files = [...needs.files].map(([name, file]) => `const ${name} = open(${printText(file)}, 'b')`)
  const shared = [...rows].map(([name, code]) => `const ${name} = new SharedArray('${name}', () => ${code})`)
  const variables = [
    ...state,
    ...(script.created > 0 ? [`let response${script.usesChecks ? ', checks' : ''}`] : []),
  ]
  const paragraphs = [
    [`// ${oneLine(collection.name)}`, ...imports],
    optionLines(collection, load, data === undefined ? '1' : 'rows.length'),
    [...constants, ...files, ...shared, ...(script.countsErrors ? errorMetrics : [])],
    ...functions.map(one => [
      `export ${one.head} {`,
      ...indented([...variables, '', ...trimmed(one.body)]),
      '}',
    ]),
    ...(script.countsErrors ? [judgeCode] : []),
    ...helperCode(scope.helpers).map(code => [code]),
  ]
  const [head = [], options = [], before = [], ...rest] = paragraphs
  // Options that count rows stand behind the rows.
  const ordered = data === undefined ? [head, options, before, ...rest] : [head, before, options, ...rest]
  return `${ordered
    .filter(lines => lines.length > 0)
    .map(lines => lines.join('\n'))
    .join('\n\n')}\n`
}

/**
 * One virtual user, once, unless a suite or the command line says otherwise; all checks must hold unless thresholds say how
 * many.
 */
function optionLines(
  collection: Collection,
  load: K6Load | undefined,
  iterations: string,
): readonly string[] {
  const settings = settingsWithin([collection])
  const tls = isObject(settings['tls'] ?? null) ? (settings['tls'] as JsonObject) : {}
  const resolve = settings['resolve']
  const hosts = isObject(resolve ?? null) ? Object.entries(resolve as JsonObject) : []
  const once = `{ executor: 'shared-iterations', vus: 1, iterations: ${iterations} }`
  const scenarios = load?.scenarios ?? [{ name: fileNameOf(collection.name), code: once }]
  return [
    'export const options = {',
    '  scenarios: {',
    ...scenarios.map(({ name, code }) => `    ${printKey(name)}: ${code},`),
    '  },',
    ...(load === undefined
      ? [`  thresholds: { checks: ['rate==1'] },`]
      : ['  thresholds: {', ...load.thresholds.map(line => `    ${line}`), '  },']),
    '  maxRedirects: 0,',
    ...(tls['verify'] === false ? ['  insecureSkipTLSVerify: true,'] : []),
    ...(hosts.length === 0
      ? []
      : [
          `  hosts: { ${hosts.map(([from, to]) => `${printText(from)}: ${printText(to as string)}`).join(', ')} },`,
        ]),
    '}',
  ]
}

function trimmed(lines: readonly string[]): readonly string[] {
  const end = lines.findLastIndex(line => line.trim() !== '')
  return lines
    .slice(0, end + 1)
    .filter((line, index, all) => line !== '' || !/^\s*\}\)?$/.test(all[index + 1] ?? ''))
}
