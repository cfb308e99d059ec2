import type { FaultCode } from '../actions/faults/index.ts'
import type { DescribedCollection } from '../api-description/collections.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import type { Mock, WrittenCollection } from '../model/mock.ts'
import type { Problem, ProblemCode, Result } from '../model/problem.ts'
import type { Script, Scripts } from '../model/script.ts'
import type { DocumentPath, Span } from '../model/span.ts'
import { type DataRow, type Step, withGrouped } from '../model/suite.ts'
import type { ParsedSuite } from '../parse/parse-suite.ts'
import type { YamlSource } from '../document/index.ts'
import { slipEdit, type Slip } from './fixes.ts'
import type { ScriptFacts } from './scripts/script-facts.ts'
import type { Written } from './written.ts'
import { defined } from '../util/defined.ts'

/** One thing a suite must keep to. Pure: what it needs to know of the world is in the facts. */
export type Rule = (checked: CheckedSuite, facts: Facts) => readonly Problem[] | Promise<readonly Problem[]>

/** A suite with what several rules look for in its document. */
export interface CheckedSuite extends ParsedSuite {
  readonly written: Written
}

/** The facts that the rules need beyond the suite's own text, gathered before they run. */
export interface Facts {
  /** Names that the configuration, the environments, --var or a caller give. */
  readonly outerVariables: ReadonlySet<string>
  readonly outerOrigins?: OuterOrigins | undefined
  /** Names of the process environment; absent when only the files are checked, on whatever machine. */
  readonly processEnvironment?: ReadonlySet<string>
  /** The configuration's environment file, where it is not there. */
  readonly missingEnvironmentFile?: string
  /** The names of the configuration's environments; absent when the command line has chosen one. */
  readonly environments?: readonly string[]
  /** The text of the configuration, whose settings apply to the suite; absent when there is none. */
  readonly configuration?: YamlSource
  /** The rows that the suite runs with, and those of single steps. */
  readonly rows?: readonly DataRow[]
  readonly stepRows?: ReadonlyMap<Step, readonly DataRow[]>
  /** The columns of the rows that the suite runs with. */
  readonly columns: readonly string[]
  /** The columns of the rows that a step runs with. */
  readonly stepColumns: ReadonlyMap<Step, readonly string[]>
  /** The columns that some of the suite's rows lack, and the number of the first such row. */
  readonly rowsWithout?: ReadonlyMap<string, number>
  /** The same of the rows of single steps. */
  readonly stepRowsWithout?: ReadonlyMap<Step, ReadonlyMap<string, number>>
  /** Absolute paths of the files named by schemas, `tls` and bodies that do not exist. */
  readonly missingFiles: ReadonlySet<string>
  /** Of the files that are sent those (absolute) that are folders. */
  readonly folders?: ReadonlySet<string>
  /** True where the suite stands in no file, and was perhaps imported. */
  readonly isSaved?: boolean
  /** The problems of the schemas that validations name or hold, and of those they refer to. */
  readonly schemaProblems?: readonly Problem[]
  /** The API descriptions that validations name, by absolute path; absent ones were not looked for. */
  readonly specs?: ReadonlyMap<string, SpecFacts>
  /** The contents of the files of items that mocks begin with, by absolute path. */
  readonly items?: ReadonlyMap<string, Result<readonly JsonValue[], string>>
  /** The mocks that the configuration has for all suites. */
  readonly sharedMocks?: readonly Mock[]
  /** The services of mocks that speak gRPC, by the mock's name; absent where nobody looked for them. */
  readonly services?: ReadonlyMap<string, ServicesFacts>
  /** The bodies of answers by the schemas of their calls, as JSON Schemas; of steps that look at more than values. */
  readonly answers?: ReadonlyMap<Step, JsonObject>
  /** The suites that `use` steps name, by absolute path, with those that they use in turn. */
  readonly uses: ReadonlyMap<string, UsedFile>
  /** The facts that scripts tell of themselves; absent when there are none. */
  readonly scripts?: ReadonlyMap<Script, ScriptFacts>
  /** The scripts that the settings of the configuration have for all requests. */
  readonly sharedScripts?: Scripts
}

/** Where names from outside come from, as far as it matters. */
export interface OuterOrigins {
  /** Names that only environments give in which the suite does not run unless one is chosen, with these environments. */
  readonly unchosen: ReadonlyMap<string, readonly string[]>
  /** Names that only the configuration gives, for all environments: a suite's own value wins over its. */
  readonly shared: ReadonlySet<string>
  /** Names whose value wins over that of the suite: of the command line, the setup and the environment that the suite runs in. */
  readonly stronger: ReadonlySet<string>
  /** The values of that environment and of the configuration, without those that the command line or the setup replace. */
  readonly values: JsonObject
}

/** The result of reading an API description: the names its operations go by, or why there are none. */
export type SpecFacts =
  | {
      readonly state: 'read'
      readonly operations: ReadonlySet<string>
      /** By path; absent where no mock remembers any. */
      readonly collections?: ReadonlyMap<string, CollectionFacts>
      /** Why references in it lead nowhere; of descriptions that mocks answer by. */
      readonly missing?: readonly string[]
    }
  | { readonly state: 'missing' }
  | { readonly state: 'unreadable'; readonly problem: Problem }

/** A collection that a mock can remember. */
export interface CollectionFacts extends DescribedCollection {
  /** Lists the items it would begin with that the answers of the description cannot tell. */
  readonly untold: (written: WrittenCollection) => readonly Untold[]
}

/** Something a collection begins with that no answer can tell as it is described. */
export interface Untold {
  /** `GET /users` */
  readonly operation: string
  /** Which of the items; none where the list itself cannot be told. */
  readonly index?: number
  readonly reason: string
}

/** The result of reading the description of services: their methods, or why there are none. */
export type ServicesFacts =
  | { readonly state: 'read'; method(route: string): MethodFacts | Wrong }
  | { readonly state: 'unreadable'; readonly wrong: Wrong }

/** A message that says why something is wrong, and a hint for it. */
export interface Wrong {
  readonly code?: FaultCode
  readonly message: string
  readonly hint?: string
}

/** A method of a service. */
export interface MethodFacts {
  readonly streamsRequests: boolean
  readonly streamsResponses: boolean
  /** Why a message cannot be an answer, as far as it has no placeholders. */
  misfit(message: JsonValue): Wrong | undefined
  /** Why a JSONPath finds nothing in any message that comes. */
  unknownField(path: string): Wrong | undefined
  /** Why details cannot be sent. */
  detailsMisfit(details: readonly JsonValue[]): Wrong | undefined
}

/** The result of reading a suite that a `use` step names; `reason` is the rest of a sentence. */
export type UsedFile =
  | { readonly state: 'parsed'; readonly parsed: ParsedSuite }
  | { readonly state: 'missing' }
  | { readonly state: 'unreadable'; readonly reason: string }

/** Advice about a path that leads nowhere. */
export function pathHint({ isTyped }: YamlSource, file: string): string {
  return `Paths are relative to the ${isTyped === true ? 'working folder' : 'file'}: this one is ${file}.`
}

/**
 * A problem at a place of the document, with the text of its line. A span instead of a path is for places that hold no
 * secrets: its line is always shown.
 */
export function problemAt(
  source: YamlSource,
  place: DocumentPath | Span,
  code: ProblemCode,
  message: string,
  more: {
    readonly name?: string | undefined
    readonly hint?: string | undefined
    readonly meant?: string | undefined
    readonly severity?: Problem['severity']
    readonly atKey?: boolean
    /** The word there that was meant otherwise. */
    readonly slip?: Slip | undefined
  } = {},
): Problem {
  const path = 'start' in place ? [] : place
  const span = 'start' in place ? place : more.atKey === true ? source.keySpanOf(place) : source.spanOf(place)
  return defined({
    code,
    severity: more.severity ?? 'error',
    message,
    name: more.name,
    meant: more.meant,
    span,
    ...(path.some(holdsSecrets) ? {} : { sourceLine: source.lineText(span.start.line, span.file) }),
    hint: more.hint,
    ...(span.file === source.file ? fixOf(source, span, more.slip) : {}),
  })
}

function fixOf(source: YamlSource, span: Span, slip: Slip | undefined): Pick<Problem, 'fix'> {
  const fix = slip === undefined ? [] : slipEdit(source, span, slip)
  return fix.length === 0 ? {} : { fix }
}

/** True for a key whose value may be a secret, so that the line itself is not shown. */
function holdsSecrets(key: string | number): boolean {
  return key === 'secrets' || key === 'auth'
}

/** The steps of a suite with the cleaning up, in order, and with those of groups. */
export function allSteps({ suite }: Pick<ParsedSuite, 'suite'>): readonly Step[] {
  return withGrouped(suite.after.length === 0 ? suite.steps : [...suite.steps, ...suite.after])
}
