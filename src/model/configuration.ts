import path from 'node:path'
import type { InEnvironments } from './in-environments.ts'
import type { ImportMark } from './collection.ts'
import type { JsonObject } from './json.ts'
import type { Mock } from './mock.ts'
import type { Settings } from './settings.ts'
import type { Span } from './span.ts'

/** Contents of an `apitest.config.yaml`; every path in it is absolute already. */
export interface Configuration {
  /** The file it was read from; absent when there is none. */
  readonly file?: string
  /** The folder that reports, `.tool/` and relative file names of the run belong to. */
  readonly directory: string
  readonly suites: readonly string[]
  readonly environment?: string
  readonly environments: Environments
  /** Environments beside files of other tools, each file with its own; what `environments` say by the same name wins in them. */
  readonly ownEnvironments?: ReadonlyMap<string, Environments>
  readonly variables: JsonObject
  readonly secrets: JsonObject
  readonly commands?: readonly SecretCommand[]
  readonly envFile?: string
  readonly settings: Settings
  readonly workers?: number
  readonly reporters: readonly string[]
  /** Everywhere, nowhere, or below these folders. */
  readonly allowExec: boolean | readonly string[]
  /** The files of other tools that may read what they name: globs. */
  readonly trusted?: readonly string[]
  /** True where calls are kept in the call history. */
  readonly history: boolean
  /** How tools are served to assistants, where that is said. */
  readonly assistant?: { readonly mode?: 'manual' | 'auto'; readonly tools?: readonly string[] }
  readonly services: readonly Service[]
  /** Stand-ins that all suites share; paths of their files are relative to the directory. */
  readonly mocks: readonly Mock[]
}

/** Environments by their names. */
export type Environments = Readonly<Record<string, Environment>>

/** A named set of variables. */
export interface Environment {
  readonly variables: JsonObject
  readonly secrets: JsonObject
  /** The secrets of it whose values are the outputs of commands; until these have run, they are masks. */
  readonly commands?: readonly SecretCommand[]
  /** Only there when it is marked as production. */
  readonly production?: ProductionMark
  /**
   * The reads of the process environment that are allowed to a saved one that was imported, and the collection it
   * belongs to.
   */
  readonly imported?: ImportMark & { readonly collection?: string }
}

/** A command whose output is the value of a secret. */
export interface SecretCommand {
  readonly name: string
  /** The place in the configuration, which no other has. */
  readonly key: string
  /** A line for the shell, or a program with its arguments. */
  readonly command: string | readonly string[]
  /** Milliseconds it may take. */
  readonly timeout: number
  /** Absolute path of the folder it runs in. */
  readonly directory: string
  readonly span: Span
}

/** True where a secret of a configuration is the output of a command. */
export function hasSecretCommands({
  commands,
  environments,
}: Pick<Configuration, 'commands' | 'environments'>): boolean {
  return [{ commands }, ...Object.values(environments)].some(one => one.commands !== undefined)
}

/** True where the configuration allows a suite, by absolute path, to run commands. */
export function permitsExec({ allowExec }: Pick<Configuration, 'allowExec'>, file: string): boolean {
  if (typeof allowExec === 'boolean') return allowExec
  return allowExec.some(folder => file === folder || file.startsWith(folder + path.sep))
}

/** Which environment is marked as production, and where. */
export interface ProductionMark {
  readonly name: string
  /** Where the mark is written; absent for a saved one. */
  readonly span?: Span
  /** The collection that a saved one belongs to; absent for none. */
  readonly collection?: string
}

/** Something that must be up while the suites run. */
export interface Service extends InEnvironments {
  readonly name: string
  /** The mock that stands in for it where its URL does not answer, in place of a command. */
  readonly mock?: Mock
  /** Command line for the shell. */
  readonly command: string
  /** It is ready when this answers with a status from 200 to 399. */
  readonly url: string
  /** Names of the free ports it is given beside `port`, where its texts name any. */
  readonly ports: readonly string[]
  /** Milliseconds it may take to become ready. */
  readonly timeout: number
  /** True where one that answers already is used instead of starting it. */
  readonly reuse: boolean
  /** Added to the environment of this process. */
  readonly environment: Readonly<Record<string, string>>
  /** Absolute path of the folder the command runs in. */
  readonly directory: string
}

/** The name of one of a configuration's environments; undefined for that of a run in none. */
export function environmentName(
  { environments, ownEnvironments }: Pick<Configuration, 'environments' | 'ownEnvironments'>,
  environment: Environment,
): string | undefined {
  return [environments, ...(ownEnvironments?.values() ?? [])]
    .flatMap(Object.entries<Environment>)
    .find(([, one]) => one === environment)?.[0]
}

/** The environments that a suite may run in. */
export function environmentsFor(
  file: string | undefined,
  { environments, ownEnvironments }: Pick<Configuration, 'environments' | 'ownEnvironments'>,
): Environments {
  return ownEnvironments?.get(file ?? '') ?? environments
}
