import type { AllowedReads } from '../../load/allowed-reads.ts'
import type { Environments } from '../../model/configuration.ts'
import type { Problem } from '../../model/problem.ts'
import type { YamlSource } from '../../document/index.ts'

/** Suites, in files and saved ones, with the environments that belong to the saved ones. */
export interface Found {
  readonly files: readonly string[]
  readonly texts: ReadonlyMap<string, string>
  readonly sources: ReadonlyMap<string, YamlSource>
  readonly reads: ReadonlyMap<string, AllowedReads>
  readonly environments: Environments
  /** Environments beside files of other tools, by the file. */
  readonly ownEnvironments: ReadonlyMap<string, Environments>
  readonly problems: readonly Problem[]
}

export const nothing: Found = {
  files: [],
  texts: new Map(),
  sources: new Map(),
  reads: new Map(),
  environments: {},
  ownEnvironments: new Map(),
  problems: [],
}
