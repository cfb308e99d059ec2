import type { Exemptions } from './exemption.ts'
import type { AnswerCondition, Condition, Extract, Validation } from './expectation.ts'
import type { JsonObject, JsonValue } from './json.ts'
import type { LoadSection } from './load-test.ts'
import type { Mock } from './mock.ts'
import type { Problem } from './problem.ts'
import type { ProviderState } from './provider-state.ts'
import type { DocumentPath, Span } from './span.ts'
import type { Scripts } from './script.ts'
import type { Settings } from './settings.ts'

/** A parsed `*.apitest.yaml`. Nothing ever writes to it. */
export interface Suite {
  /** Absolute path; every path inside the suite is relative to its folder. */
  readonly file: string
  readonly name: string
  readonly description?: string
  readonly tags: readonly string[]
  /** Why nothing of it runs. */
  readonly skip?: string
  readonly environment?: string
  /** Variables that only a caller can give; a suite with inputs runs through `use`. */
  readonly inputs: readonly string[]
  /** True where it says that it has none, and so runs through `use` only, at its place among others. */
  readonly onlyUsed: boolean
  /** No other file runs while this one does. */
  readonly exclusive: boolean
  readonly variables: JsonObject
  readonly secrets: JsonObject
  readonly settings: Settings
  /** Stand-ins for servers, which run as long as it does. */
  readonly mocks: readonly Mock[]
  readonly data?: DataSource
  /** How load is put on it, where somebody asks for that. */
  readonly load?: LoadSection
  readonly steps: readonly Step[]
  readonly after: readonly Step[]
  readonly span: Span
}

/** One step: an action with what is common to all steps. */
export interface Step {
  /** Position among the steps (or the `after` steps) of its file, from 0. */
  readonly index: number
  readonly phase: 'steps' | 'after'
  readonly id?: string
  /** The given name, or the action's own summary such as `GET {{baseUrl}}/api/users/1`. */
  readonly name: string
  readonly description?: string
  readonly tags: readonly string[]
  /** The conditions of `when` and of `unless` that decide whether it runs. */
  readonly when: readonly Condition[]
  /** Why it does not run. */
  readonly skip?: string
  /** True where the author says that it changes no data, whatever it looks like. */
  readonly safe?: true
  /** Milliseconds. */
  readonly timeout?: number
  readonly retry?: Retry
  readonly data?: DataSource
  readonly rounds?: Rounds
  /** Set once, in their order, before anything else of the step is filled in; placeholders included. */
  readonly variables?: JsonObject
  /** The step's only action key, such as `request`. */
  readonly action: string
  /** The steps of the group that it is. */
  readonly steps?: readonly Step[]
  /** The names that the rounds of the groups around it define: `pet`, `$index`. */
  readonly knownInGroup?: readonly string[]
  /** The action key and its companions as written, placeholders included. */
  readonly input: JsonObject
  /** Its own words on how requests travel; they win over those of the settings. */
  readonly transport?: JsonObject
  /** Its own words on what is not as the API is described; they win over those of the settings. */
  readonly contract?: Exemptions
  /** The file that its body is saved in. */
  readonly saveTo?: SaveTo
  /** The namespaces of prefixes in XPath here. */
  readonly namespaces?: Readonly<Record<string, string>>
  /** Its own scripts; those of the settings run before them. A step that is a script has that as its only one. */
  readonly scripts?: Scripts
  readonly validations: readonly Validation[]
  readonly extracts: readonly Extract[]
  /** The states of the provider when the step runs: for the pacts that are made of it, and nothing else. */
  readonly providerStates?: readonly ProviderState[]
  /** Where the step is in the document, to place problems of its parts. */
  readonly path: DocumentPath
  readonly span: Span
}

/** Steps with those of the groups among them, each group before its own. */
export function withGrouped(steps: readonly Step[]): readonly Step[] {
  if (!steps.some(isGroup)) return steps
  return steps.flatMap(step => (step.steps === undefined ? step : [step, ...withGrouped(step.steps)]))
}

function isGroup({ steps }: Step): boolean {
  return steps !== undefined
}

/** Where a body is saved: a name below the folder of its suite, which may hold placeholders. */
export interface SaveTo {
  readonly name: string
  readonly span: Span
}

/** How often, how far apart and until when a step is tried. Durations in milliseconds. */
export interface Retry {
  /** 1 to 100. */
  readonly attempts: number
  readonly interval: number
  readonly until: 'validations' | 'success'
  /** Ends the attempts at once when all of them hold: the state can no longer become right. */
  readonly stopWhen: readonly Validation[]
  /** The interval is multiplied by this after each attempt; 1 keeps it. */
  readonly backoff: number
  readonly maxInterval: number
  /** Share of the interval that chance may take off, 0 to 1. */
  readonly jitter: number
}

/** The most rounds of a step, and the most where many are allowed. */
export const mostRounds = { usual: 1000, maximum: 100_000 } as const

/** Says that there are more rounds than a run takes; undefined where it takes so many. */
export function tooManyRounds(
  kind: Rounds['kind'],
  count: number,
  allowsMany: boolean | undefined,
): { readonly message: string; readonly hint?: string } | undefined {
  const most = allowsMany ? mostRounds.maximum : mostRounds.usual
  if (count <= most) return undefined
  const message = `${count} ${kind === 'repeat' ? 'rounds' : 'items'}, at most ${most}`
  return allowsMany ? { message } : { message, hint: 'With --allow-many there may be more.' }
}

/** The rounds that a step runs for: the items of a list, or round after round. */
export type Rounds = ForEach | Repeat

export interface ForEach {
  readonly kind: 'for-each'
  /** Name of the variable that holds an item. */
  readonly variable: string
  /** The items, or a placeholder for their list. */
  readonly list: JsonValue
  readonly span: Span
}

export interface Repeat {
  readonly kind: 'repeat'
  /** How many rounds there are, or may be. */
  readonly most: number
  /** The conditions that the response of the last round meets; absent where rounds are counted. */
  readonly until?: readonly AnswerCondition[]
  /** Milliseconds between rounds. */
  readonly interval: number
  readonly span: Span
}

/** Rows given in the suite, or the file that holds them. */
export type DataSource =
  | {
      readonly kind: 'inline'
      readonly rows: readonly JsonObject[]
      readonly span: Span
      readonly places?: readonly RowPlace[]
    }
  | ({ readonly kind: 'file'; readonly file: string; readonly span: Span } & CsvForm)

/** How a CSV file is read, where it is not as texts between commas. */
export interface CsvForm {
  /** One character. */
  readonly separator?: string
  /** The columns that are no text, by their names. */
  readonly types?: ReadonlyMap<string, TypedColumn>
}

/** A column of CSV whose cells stand for values. */
export interface TypedColumn {
  readonly type: CellType
  /** An empty cell stands for null. */
  readonly orNull: boolean
  readonly span: Span
}

/** The types that cells of CSV can have. */
export const cellTypes = ['text', 'number', 'boolean', 'json'] as const

export type CellType = (typeof cellTypes)[number]

/** Where a row is written, as the fields of a problem. */
export type RowPlace = Pick<Problem, 'span'> & Partial<Pick<Problem, 'sourceLine'>>

/** One set of values a suite or a step runs with. */
export interface DataRow {
  /** From 1. */
  readonly number: number
  readonly values: Readonly<Record<string, JsonValue>>
  readonly place?: RowPlace
  /** The table that it is a line of, where its values are cells of CSV. */
  readonly table?: CsvTable
}

/** The columns of a CSV file in their order, and what stands between them. */
export interface CsvTable {
  readonly columns: readonly string[]
  readonly separator: string
}
