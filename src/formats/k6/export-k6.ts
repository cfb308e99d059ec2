import { environmentName, whyWithoutValue } from '../../compile/environment-names.ts'
import { fileNameOf } from '../../compile/file-names.ts'
import { settingsWithin } from '../../compile/request-of-step.ts'
import { withoutFunctions } from '../../compile/without-functions.ts'
import { requestCount } from '../../compile/suites-to-run.ts'
import { buildProgram, type RowReader } from '../../compile/test-program/build-program.ts'
import {
  expandWithSetup,
  onceNotes,
  setupOf,
  type SuiteReader,
} from '../../compile/test-program/expand-uses.ts'
import type { TestProgram } from '../../compile/test-program/test-program.ts'
import type { Collection, CollectionItem, Folder } from '../../model/collection.ts'
import type { Exported, Loss } from '../../model/conversion.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { oneLine } from '../../report/text/printable.ts'
import { distinct, inOrderOf } from '../test-code/export-tests.ts'
import { javascriptFunctions } from '../test-code/javascript/function-calls.ts'
import { formatJavaScript } from '../test-code/javascript/format-javascript.ts'
import { literal, literalKey } from '../test-code/javascript/javascript-code.ts'
import { type K6Function, K6Script } from './k6-script.ts'
import { errorCounter, errorShare, type K6Load, k6Load } from './load-options.ts'
import { operatorLosses, operatorManifest } from './operator-manifest.ts'

/** Options of the written script. */
export interface K6Options {
  /** A CSV or JSON file, beside the script, whose rows the iterations take in turn. */
  readonly data?: JsonValue
  /** How many pods of a cluster share the load, for whom a manifest is written as well. */
  readonly operator?: number
  readonly readRows?: RowReader
  /** Gives the suites that steps use. */
  readonly readSuite?: SuiteReader
}

/**
 * Writes a collection as a script of k6: a group for each folder, a request with its checks for each step, variables that the
 * environment can set.
 */
export async function exportK6(source: Collection, options: K6Options = {}): Promise<Exported> {
  const { data, operator, readRows = () => [], readSuite = () => undefined } = options
  const { collection: whole, losses: gone } = withoutFunctions(
    expandWithSetup(source, readSuite),
    k6Functions,
  )
  const setup = setupOf(whole)
  const collection = setup === undefined ? whole : { ...whole, items: whole.items.slice(1) }
  const load = k6Load(collection)
  const script = new K6Script(load?.countsErrors === true)
  const called = functionsOf(collection, load).map(({ name, items }) => ({
    name,
    program: programOf(whole, items, readRows, data),
  }))
  const programs = setup === undefined ? called : withSetup(setup, whole, called, readRows)
  const functions = script.functions(programs)
  const [rows] = programs.flatMap(({ program }) => program.root.rows ?? [])
  const iterations = rows === undefined ? '1' : `${script.rowsOf(rows)}.length`
  const head = [optionsCode(collection, load, iterations, script.isInsecure), script.declarations.join('\n')]
  // Options that count rows stand behind these.
  const paragraphs = [...(rows === undefined ? head : head.toReversed()), ...functions]
  const text = await scriptText(collection.name, paragraphs, script.helpers)
  const file = { name: `${fileNameOf(collection.name)}.k6.js`, text }
  const pods = operator === undefined ? undefined : operatorManifest(file, operator)
  const losses = [...gone, ...programs.flatMap(({ program }) => program.losses), ...script.losses]
  const roots = programs.map(({ program }) => program.root)
  return {
    // A script that sends nothing would pass.
    files: script.createdForCallers === 0 ? [] : pods === undefined ? [file] : [file, pods],
    report: {
      requests: requestCount(whole.items),
      created: script.created,
      merged: [],
      skipped: [],
      losses: distinct([
        ...roots.slice(0, 1).flatMap(root => inOrderOf({ ...root, items: roots }, losses)),
        ...(load?.losses ?? []),
        ...(pods === undefined ? [] : operatorLosses(file, Object.keys(load?.thresholds ?? {}))),
      ]),
      notes: distinct([
        // The steps of the setup run once.
        ...onceNotes({ ...source, items: source.items.filter(item => item !== setupOf(source)) }),
        ...(load?.changes ?? []),
        ...programs.flatMap(({ program }) => unsetNotes(collection.name, program, operator)),
      ]),
    },
  }
}

/** k6 reads no bytes as text, and signs no tokens. */
const k6Functions: ReadonlySet<string> = new Set(
  [...javascriptFunctions].filter(name => !name.startsWith('from-base64') && !name.startsWith('jwt')),
)

/** The setup of the project before all callers, and its cleaning up behind them. */
function withSetup(
  { after = [], ...setup }: Folder,
  collection: Collection,
  called: readonly K6Function[],
  readRows: RowReader,
): readonly K6Function[] {
  const { data: _, after: __, ...alone } = collection
  const last = { ...setup, items: after.map(({ step }) => ({ kind: 'request', step }) as const) }
  return [
    { name: 'setup', program: programOf(alone, [setup], readRows) },
    ...called,
    ...(after.length === 0 ? [] : [{ name: 'teardown', program: programOf(alone, [last], readRows) }]),
  ]
}

/** The functions that callers carry out: the one of the script, and those of suites with a load of their own. */
function functionsOf(
  { items }: Collection,
  load: K6Load | undefined,
): readonly { readonly name: string; readonly items: readonly CollectionItem[] }[] {
  const own = (load?.scenarios ?? []).flatMap(({ run, folder }) =>
    folder === undefined || run === undefined ? [] : [{ name: run, items: [folder] }],
  )
  const folders = new Set<CollectionItem>(own.flatMap(one => one.items))
  const rest = items.filter(item => !folders.has(item))
  return rest.length === 0 && own.length > 0 ? own : [{ name: 'default', items: rest }, ...own]
}

function programOf(
  collection: Collection,
  items: readonly CollectionItem[],
  readRows: RowReader,
  data = collection.data,
): TestProgram {
  const { name, after = [], settings = {} } = collection
  // The script says once for all where hosts are.
  const { resolve: _, ...others } = settings
  const source = { name, items, after, keepsFolder: true, ...(data === undefined ? {} : { data }) }
  return buildProgram({ ...collection, settings: others }, source, readRows, {
    isOpen: true,
    calls: k6Functions,
    loops: true,
    omitsNull: true,
    knowsUrl: true,
    sends: new Set(['digest', 'host']),
  })
}

/** How variables that nothing sets are given: on the command line, or to pods by the manifest. */
function unsetNotes(
  where: string,
  { variables }: TestProgram,
  operator: number | undefined,
): readonly Loss[] {
  return variables.flatMap(({ name, value, changes, environment = environmentName(name) }) => {
    if (value !== undefined || changes) return []
    const way =
      operator === undefined
        ? `with -e ${environment}=VALUE`
        : `as ${environment} in \`runner: { env }\` of the TestRun`
    return [{ where, what: `{{${name}}}`, why: `${whyWithoutValue(name)}; give it ${way}` }]
  })
}

/**
 * One virtual user, once, unless a suite or the command line says otherwise; all checks must hold unless thresholds say how
 * many.
 */
function optionsCode(
  collection: Collection,
  load: K6Load | undefined,
  iterations: string,
  isInsecure: boolean,
): string {
  const { resolve: hosts } = settingsWithin([collection])
  const once = `{ executor: "shared-iterations", vus: 1, iterations: ${iterations} }`
  const scenarios = load?.scenarios.map(({ name, executor }) => ({ name, code: literal(executor) })) ?? [
    { name: fileNameOf(collection.name), code: once },
  ]
  const others: JsonObject = {
    thresholds: load?.thresholds ?? { checks: ['rate==1'] },
    maxRedirects: 0,
    ...(isInsecure ? { insecureSkipTLSVerify: true } : {}),
    ...(hosts === undefined ? {} : { hosts }),
  }
  return [
    'export const options = {',
    'scenarios: {',
    ...scenarios.map(({ name, code }) => `${literalKey(name)}: ${code},`),
    '},',
    ...Object.entries(others).map(([name, value]) => `${name}: ${literal(value)},`),
    '};',
  ].join('\n')
}

/** The modules that a script imports where one of their words is in it. */
const imports: readonly (readonly [from: string, words: Readonly<Record<string, RegExp>>])[] = [
  ['k6', { check: /\bcheck\(/, fail: /\bfail\(/, group: /\bgroup\(/, sleep: /\bsleep\(/ }],
  [
    'k6/crypto',
    {
      hmac: /\bhmac\(/,
      md5: /\bmd5\(/,
      sha1: /\bsha1\(/,
      sha256: /\bsha256\(/,
      sha512: /\bsha512\(/,
    },
  ],
  ['k6/data', { SharedArray: /\bSharedArray\(/ }],
  ['k6/execution', { scenario: /\bscenario\./ }],
  ['k6/metrics', { Counter: /\bnew Counter\(/, Rate: /\bnew Rate\(/ }],
]

/** Functions, and metrics, that a script has where it uses them. */
const judge = `const requestErrors = new Counter("${errorCounter}");
const requestErrorRate = new Rate("${errorShare}");

/** Makes checks, and counts the request as failed where one of them does not hold. */
function judge(response, checks) {
  const isRight = check(response, checks);
  requestErrors.add(isRight ? 0 : 1);
  requestErrorRate.add(!isRight);
  return isRight;
}`

const own: Readonly<Record<string, string>> = {
  judge,
  must: `const cookies = {};

/** Makes checks without which no caller begins, and keeps the cookies for them. */
function must(response, checks) {
  if (response) cookies[response.url] = http.cookieJar().cookiesForURL(response.url);
  return check(response, checks) || fail("the setup did not pass");
}`,
  setCookies: `/** Gives a caller the cookies of the setup. */
function setCookies(cookies) {
  for (const [url, found] of Object.entries(cookies))
    for (const [name, [value]] of Object.entries(found)) http.cookieJar().set(url, name, value, { path: "/" });
}`,
  jsonOf: `/** The JSON of an answer; undefined when it is none. */
function jsonOf(response) {
  try {
    return JSON.parse(response.body);
  } catch {
    return undefined;
  }
}`,
  parseCsv: `/** The rows of a CSV text, by the names in its first line. */
function parseCsv(text) {
  const lines = [];
  let row = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,\\r\\n]*))(,|\\r\\n?|\\n|$)/g)) {
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ",") continue;
    if (row.length > 1 || row[0] !== "") lines.push(row);
    row = [];
  }
  const [names, ...rows] = lines;
  return rows.map((values) => Object.fromEntries(names.map((name, index) => [name.trim(), values[index]])));
}`,
}

async function scriptText(
  name: string,
  paragraphs: readonly string[],
  helpers: readonly string[],
): Promise<string> {
  const called = Object.keys(own).filter(one => paragraphs.some(text => text.includes(`${one}(`)))
  const body = [...paragraphs, ...called.map(one => own[one] ?? ''), ...helpers].join('\n\n')
  const lines = imports.map(([from, words]) => {
    const used = Object.keys(words).filter(word => words[word]?.test(body))
    return used.length === 0 ? '' : `import { ${used.join(', ')} } from "${from}";`
  })
  const head = [
    `// ${oneLine(name)}`,
    'import http from "k6/http";',
    ...lines.filter(line => line !== ''),
    ...(body.includes('encoding.b64encode(') ? ['import encoding from "k6/encoding";'] : []),
  ]
  const format = { semi: false, singleQuote: true, arrowParens: 'avoid', printWidth: 100 }
  const style = { modules: 'import', isTypeScript: false, format } as const
  return formatJavaScript(`${head.join('\n')}\n\n${body}\n`, style)
}
