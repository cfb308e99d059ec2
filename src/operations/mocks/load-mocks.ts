import path from 'node:path'
import { readWithPlaces, type YamlSource } from '../../document/index.ts'
import { referencedFiles } from '../../load/referenced-files.ts'
import { unreadableFile } from '../../load/unreadable-file.ts'
import type { StandaloneMock } from '../../mock/standalone/live-mocks.ts'
import type { ProductionMark } from '../../model/configuration.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { type Mock, routeText } from '../../model/mock.ts'
import {
  type Problem,
  type Result,
  usageProblem,
  usageRefusal,
  isError,
  asWarning,
  allOf,
} from '../../model/problem.ts'
import type { DocumentPath } from '../../model/span.ts'
import { type Argument, argumentSource } from '../../parse/argument-source.ts'
import { rowLimit } from '../../parse/data-rows/row-limit.ts'
import type { LoadedSuite } from '../../load/loaded-suite.ts'
import type { PlannedSuite } from '../../plan/plan.ts'
import { planSuite } from '../../plan/plan-suite.ts'
import { maskUrlPasswords, Secrets } from '../../secrets/index.ts'
import { defined } from '../../util/defined.ts'
import { largestFile, readText } from '../../util/read-text.ts'
import { mapping } from '../../util/read-values.ts'
import { createSchemaLibrary } from '../../validations/index.ts'
import { isCollection, isList } from '../../util/is-json.ts'
import { commandScope } from '../calls/command-context.ts'
import { atArgument } from '../calls/plan-arguments.ts'
import type { ScopeInput } from '../input-keys.ts'
import { productionIn, productionOf } from '../production.ts'
import { sharedContext, standalone, toolFolderOf, wayBy } from './mock-context.ts'
import { loadSuites } from '../suites/load-suites.ts'
import { environmentOf } from '../opening/outer-options.ts'
import { behindSetup, projectOptions } from '../opening/project-options.ts'
import { secretCommandLines, type SecretReader } from '../opening/secret-commands.ts'
import type { ResolvedInput } from '../opening/resolve-scope.ts'
import { unnamedVariables } from '../suites/unnamed-variables.ts'
import { usedVariables } from '../opening/used-variables.ts'

/** The options of mocks that are to run on their own, beside their files. */
export interface MockChoice {
  /** Routes of one mock, as a suite holds them; they answer before the description of a file. */
  readonly routes?: readonly JsonObject[]
  readonly name?: string
  readonly port?: number
  readonly host?: string
  readonly proxy?: string
  readonly cors?: boolean
}

/** Mocks as their files describe them now. */
export interface LoadedMocks {
  readonly mocks: readonly StandaloneMock[]
  readonly warnings: readonly Problem[]
  /** The environments marked as production whose values they have. */
  readonly touched: readonly ProductionMark[]
  /** The variables of the process that they are filled in from. */
  readonly used: readonly string[]
  /** The commands of the secrets that they are filled in from. */
  readonly commands: readonly string[]
  /** Finds the files (absolute) that they are made of. */
  readonly files: () => Promise<readonly string[]>
}

/** The surroundings of mocks, with what reads the secrets of commands where they are to run. */
type MockSurroundings = ResolvedInput & { readonly reader?: SecretReader }

/** Reads the mocks of files: of suites those that they describe, and one for each description of an API. Everything is checked. */
export async function loadMocks(
  files: readonly string[],
  choice: MockChoice,
  input: ScopeInput,
  resolved: MockSurroundings,
): Promise<Result<LoadedMocks>> {
  const { routes } = choice
  if (routes !== undefined && files.length > 1) return routesOfSeveral()
  const loaded = await Promise.all(
    files.map(file => loadFile(path.resolve(input.workingFolder, file), file, routes, input, resolved)),
  )
  if (files.length === 0) loaded.push(await mockWithoutFile(routes, input, resolved))
  const all = allOf(loaded)
  if (!all.ok) return all
  const sound = all.value
  const mocks = sound.flatMap(one => one.mocks)
  const wrong = choiceProblems(mocks, choice)
  if (wrong.length > 0) return { ok: false, problems: wrong }
  return {
    ok: true,
    value: {
      mocks: mocks.map(one => ({ ...one, mock: chosen(one.mock, choice) })),
      warnings: sound.flatMap(one => one.warnings),
      touched: sound.flatMap(one => one.touched),
      used: [...new Set(sound.flatMap(one => one.used))],
      commands: [...new Set(sound.flatMap(one => one.commands))],
      files: async () => [...new Set((await Promise.all(sound.map(one => one.files()))).flat())],
    },
  }
}

function chosen(mock: Mock, { name, port, host, proxy, cors }: MockChoice): Mock {
  const { portSpan, hostSpan } = mock
  const own = {
    portSpan: port === undefined ? portSpan : undefined,
    hostSpan: host === undefined ? hostSpan : undefined,
  }
  return { ...mock, ...own, ...defined({ name, port, host, proxy, cors }) }
}

/** Finds options of one mock where there are several, and names that are there twice. */
function choiceProblems(mocks: readonly StandaloneMock[], { name, port }: MockChoice): readonly Problem[] {
  const names = mocks.map(({ mock }) => mock.name)
  const twice = names.find((one, index) => names.indexOf(one) !== index)
  if (twice !== undefined)
    return [
      usageProblem(`two mocks are called "${twice}"`, 'Start them one by one, with --name for one of them.'),
    ]
  if (mocks.length < 2) return []
  const hint = `These would start: ${names.join(', ')}. Write it into the file, at the mock that it is for.`
  return [
    ...(port === undefined ? [] : [usageProblem('--port is for one mock, and there are several', hint)]),
    ...(name === undefined ? [] : [usageProblem('--name is for one mock, and there are several', hint)]),
  ]
}

async function loadFile(
  file: string,
  written: string,
  routes: MockChoice['routes'],
  input: ScopeInput,
  resolved: MockSurroundings,
): Promise<Result<LoadedMocks>> {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(written))
    return usageRefusal(
      `a mock answers by a file, and ${maskUrlPasswords(written)} is a URL`,
      'Save what is there (`curl -L -o openapi.json URL`), and name the file.',
    )
  const text = readText(file, largestFile)
  if (text instanceof Error) return { ok: false, problems: [unreadable(file, written, text)] }
  const source = await readWithPlaces(text, file, 'Mocks are described under `mocks` of a suite.')
  const { openapi, swagger, suite, mocks } = mapping(source.value)
  if ((openapi ?? swagger) !== undefined && suite === undefined)
    return routes === undefined
      ? { ok: true, value: describedMock(file, input, resolved) }
      : mockOfRoutes(nameBy(file), { spec: written, routes }, input, resolved)
  if (routes !== undefined) return routesOfSeveral()
  if (file === resolved.configurationSource?.file)
    return usageRefusal(
      'the mocks of the configuration run with suites only',
      'Describe them in a suite, too, to run them on their own.',
    )
  if (source.problems.length > 0) return { ok: false, problems: resolved.hide(source.problems) }
  if (mocks === undefined && suite === undefined)
    return usageRefusal(
      `${written} describes no mock`,
      'Name a suite with `mocks`, or an OpenAPI or Swagger document.',
    )
  return mocksOfSuite(asSuite(source), written, input, resolved)
}

/** Routes of a call that is about other mocks, too. */
function routesOfSeveral(): Result<never> {
  return usageRefusal(
    'routes are for one mock, which may have one OpenAPI or Swagger document beside them',
    'Write them into the file, at the mock that they are for, or start it on its own.',
  )
}

/** The keys of a suite that mocks alone need not have. */
const restOfSuite = { suite: 'Mocks', steps: [{ pause: '1ms' }] }

/** The document with these keys, and the places that it has. */
function asSuite(source: YamlSource): YamlSource {
  return {
    file: source.file,
    value: { ...restOfSuite, ...mapping(source.value) },
    problems: source.problems,
    spanOf: path => source.spanOf(path),
    keySpanOf: path => source.keySpanOf(path),
    lineText: line => source.lineText(line),
  }
}

function unreadable(file: string, written: string, error: Error): Problem {
  return 'code' in error && error.code === 'ENOENT'
    ? usageProblem(`there is no file ${written}`, `Looked for ${file}.`)
    : unreadableFile(file, error)
}

/** A mock that answers what a document describes. */
function describedMock(file: string, input: ScopeInput, resolved: MockSurroundings): LoadedMocks {
  return mockOfNoSuite({ name: nameBy(file), spec: file }, file, input, resolved)
}

/** The name of a mock by that of the document that describes it. */
function nameBy(file: string): string {
  const [base = ''] = path.basename(file).split('.')
  const letters = base.replaceAll(/[^\w-]+/g, '-').replace(/^[^A-Za-z]+/, '')
  return letters === '' ? 'mock' : letters
}

/** A mock by the routes of a call, or one that hands everything on. */
async function mockWithoutFile(
  routes: MockChoice['routes'],
  input: ScopeInput,
  resolved: MockSurroundings,
): Promise<Result<LoadedMocks>> {
  return routes === undefined
    ? { ok: true, value: proxyAlone(input, resolved) }
    : mockOfRoutes('mock', { routes }, input, resolved)
}

/** A mock by routes that no file holds: a suite has been made of them, whose problems name the part that they are in. */
async function mockOfRoutes(
  name: string,
  mock: { readonly routes: readonly JsonObject[]; readonly spec?: string },
  input: ScopeInput,
  resolved: MockSurroundings,
): Promise<Result<LoadedMocks>> {
  const place = ['mocks', name, 'routes']
  const parts = partsOf(mock.routes, 'routes', place)
  const file = path.join(input.workingFolder, 'routes')
  const source = argumentSource({ ...restOfSuite, mocks: { [name]: mock } }, parts, file)
  const loaded = await mocksOfSuite(source, 'the call', input, resolved)
  if (!loaded.ok)
    return { ok: false, problems: loaded.problems.map(problem => atArgument(problem, file, parts)) }
  const { spec } = mock
  const watched = spec === undefined ? [] : [path.resolve(input.workingFolder, spec)]
  const warnings = loaded.value.warnings.map(problem => atArgument(problem, file, parts))
  return { ok: true, value: { ...loaded.value, warnings, files: () => Promise.resolve(watched) } }
}

/** A value and all in it, by the keys that lead there: `routes.0.answer`. */
function partsOf(value: JsonValue, text: string, place: DocumentPath): readonly Argument[] {
  const inner = isCollection(value) ? Object.entries<JsonValue>(value) : []
  return [
    { text, path: place },
    ...inner.flatMap(([key, one]) =>
      partsOf(one, `${text}.${key}`, [...place, isList(value) ? Number(key) : key]),
    ),
  ]
}

/** A mock that hands everything on. */
function proxyAlone(input: ScopeInput, resolved: MockSurroundings): LoadedMocks {
  const file = path.join(input.workingFolder, 'proxy')
  return { ...mockOfNoSuite({ name: 'proxy' }, file, input, resolved), files: () => Promise.resolve([]) }
}

function mockOfNoSuite(
  own: Pick<Mock, 'name' | 'spec'>,
  file: string,
  input: ScopeInput,
  resolved: MockSurroundings,
): LoadedMocks {
  const start = { line: 1, column: 1 }
  const mock = {
    ...own,
    routes: [],
    notable: [],
    allowsUnmatched: true,
    span: { file, start, end: start },
  }
  const secrets = new Secrets()
  const scope = commandScope(input, resolved, secrets)
  const { configuration, processEnvironment } = resolved
  const toolFolder = toolFolderOf(configuration)
  const way = wayBy(configuration.settings, () => scope, processEnvironment, secrets)
  const made = standalone(mock, file, { secrets, scope: () => scope, places: {}, toolFolder, way })
  const touched = productionOf(resolved, input)
  return {
    mocks: [made],
    warnings: [],
    touched,
    used: [],
    commands: [],
    files: () => Promise.resolve([file]),
  }
}

/** The mocks that a suite describes; what they need of its variables is there, and what its steps would leave is not. */
async function mocksOfSuite(
  source: YamlSource,
  written: string,
  input: ScopeInput,
  resolved: MockSurroundings,
): Promise<Result<LoadedMocks>> {
  const { file } = source
  const { configuration } = resolved
  const own = { rowLimit: rowLimit.usual, sources: new Map([[file, source]]), schemas: createSchemaLibrary() }
  // The settings are for steps, and may name what the setup gives to these.
  const { options } = await behindSetup(resolved, input, [], projectOptions(resolved, input, own))
  const { suites, problems } = await loadSuites([file], options)
  const told = resolved.hide([
    ...problems,
    ...unnamedVariables(Object.keys(input.variables), suites, [configuration]),
  ])
  const [loaded] = suites
  if (loaded === undefined || told.some(isError)) return { ok: false, problems: told }
  const { mocks } = loaded.suite
  if (mocks.length === 0)
    return usageRefusal(`${written} describes no mock`, 'Mocks are described under `mocks` of a suite.')
  const made = await planMocks(loaded, input, resolved)
  if (!made.ok) return made
  const planned = made.value
  const shared = sharedContext(planned, input, resolved)
  return {
    ok: true,
    value: {
      touched: productionIn({ suites: [planned] }),
      used: usedVariables(planned),
      commands: secretCommandLines({ plan: { suites: [planned] }, configuration }),
      mocks: mocks.map(mock => standalone(mock, file, shared)),
      warnings: [...told, ...mocks.flatMap(withoutCallbacks)],
      files: async () => [file, ...(await referencedFiles(file))],
    },
  }
}

/** A suite without its steps, in which secrets of commands have their values where these are to run. */
async function planMocks(
  loaded: LoadedSuite,
  input: ScopeInput,
  { reader, ...resolved }: MockSurroundings,
): Promise<Result<PlannedSuite>> {
  const { configuration } = resolved
  const planned = planSuite(loaded, loaded.suite.file, [], {
    configuration,
    environment: environmentOf(loaded.suite, input, configuration),
    commandLine: input.variables,
    settings: {},
  })
  if (reader === undefined) return { ok: true, value: planned }
  const filled = await reader.fill({ ...resolved, plan: { suites: [planned] }, secrets: new Secrets() })
  return filled.ok ? { ok: true, value: filled.value.plan.suites[0] ?? planned } : filled
}

/** Warns of steps of mocks that do not run, as there is no suite that would. */
function withoutCallbacks({ notable }: Mock): readonly Problem[] {
  return notable
    .filter(({ answers }) => answers.some(({ then = [] }) => then.length > 0))
    .map(route =>
      asWarning(
        usageProblem(
          `what stands under "then" of ${routeText(route)} does not run`,
          'Steps run with a suite; its mocks answer without them here.',
        ),
      ),
    )
}
