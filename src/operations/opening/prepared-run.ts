import type { Plan } from '../../plan/plan.ts'
import type { Configuration } from '../../model/configuration.ts'
import type { Problem } from '../../model/problem.ts'
import type { Secrets } from '../../secrets/index.ts'
import type { SchemaLibrary } from '../../validations/index.ts'
import type { RunContract } from '../../contract/run-contract.ts'

/** A plan with the surroundings it runs in. */
export interface PreparedRun {
  readonly plan: Plan
  readonly configuration: Configuration
  readonly processEnvironment: Readonly<Record<string, string | undefined>>
  readonly warnings: readonly Problem[]
  /** The secrets that no output may show, as far as it is known before the first step; steps add what they come by. */
  readonly secrets: Secrets
  /** The schemas that were read for the check, if any were. */
  readonly schemas?: SchemaLibrary
  readonly contract?: RunContract
}

/** The projects whose suites run together. */
export interface PreparedProjects {
  /** One has no suites where none of it was chosen. */
  readonly projects: readonly PreparedRun[]
  /** The reporters of the configuration of the working folder, else of the first project that has some. */
  readonly reporters?: readonly string[]
}

/** The projects of which something runs. */
export function withSuites({ projects }: PreparedProjects): readonly PreparedRun[] {
  return projects.filter(({ plan }) => plan.suites.length > 0)
}
