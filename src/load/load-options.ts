import type { ApiDescription } from '../api-description/api-description.ts'
import type { CollectionFacts, Facts } from '../check/rule.ts'
import type { Mock } from '../model/mock.ts'
import type { DataRow, Suite } from '../model/suite.ts'
import type { YamlSource } from '../document/index.ts'
import type { SchemaLibrary } from '../validations/index.ts'
import type { AllowedReads } from './allowed-reads.ts'

/** Options with which suites are loaded. */
export interface LoadOptions {
  /** Rows that replace each suite's own, from --data. */
  readonly rows?: readonly DataRow[]
  /** Rows of one source that may run; more are a problem. */
  readonly rowLimit: number
  /** The first of them that run, where only so many are asked for. */
  readonly firstRows?: number
  /** The texts of suites that are in no file, by the absolute path that stands for them. */
  readonly texts?: ReadonlyMap<string, string>
  /** The reads allowed to the suites that were imported. */
  readonly reads?: ReadonlyMap<string, AllowedReads>
  /** Documents that were read already, by the absolute path of their file. */
  readonly sources?: ReadonlyMap<string, YamlSource>
  /** Names given from outside: configuration, --var and, by suite, the environment. */
  outerVariables(suite: Suite): ReadonlySet<string>
  /** See `Facts`. */
  outerOrigins?(suite: Suite): Facts['outerOrigins']
  /** The collections of a description by path, as mocks tell them. */
  collections(description: ApiDescription): Promise<ReadonlyMap<string, CollectionFacts>>
  /** The schemas that were read already; each is compiled once. */
  readonly schemas?: SchemaLibrary
  /** See `Facts`. */
  readonly processEnvironment?: ReadonlySet<string>
  /** See `Facts`. */
  readonly missingEnvironmentFile?: string
  /** See `Facts`. */
  readonly environments?: readonly string[]
  /** The mocks of the configuration, by suite those of its environment. */
  sharedMocks?(suite: Suite): readonly Mock[]
  /** See `Facts`. */
  readonly configuration?: YamlSource
}
