import type { JsonObject, JsonValue } from '../model/json.ts'
import type { DataRow } from '../model/suite.ts'
import type { PlannedSuite } from '../plan/plan.ts'
import { renderVariable } from '../template/render.ts'
import { createScope, type Scope, type ScopeLayer } from '../template/scope.ts'
import { outerLayers } from './outer-layers.ts'
import type { RunContext } from './run-context.ts'
import { secretNames, secretVariables } from './secret-variables.ts'

/** One pass over the steps of a suite: what they can see, and what they leave for each other. */
export class Pass {
  readonly planned: PlannedSuite
  readonly run: RunContext
  readonly row: DataRow | undefined
  /** What was extracted, set or handed in by a caller: the innermost values. */
  readonly extracted: Record<string, JsonValue>
  readonly #secretNames: ReadonlySet<string>
  readonly #layers: readonly ScopeLayer[]

  constructor(planned: PlannedSuite, run: RunContext, row?: DataRow, given: JsonObject = {}) {
    this.planned = planned
    this.run = run
    this.row = row
    this.extracted = Object.assign(Object.create(null) as Record<string, JsonValue>, given)
    this.#secretNames = secretVariables(planned)
    this.#layers = outerLayers(planned)
    this.#hideSecrets()
  }

  /** What a step sees; `stepRow` is the row of a step with data of its own. */
  scope(stepRow?: DataRow): Scope {
    return createScope(
      [
        { name: 'extracted', values: this.extracted },
        { name: '--var', values: this.planned.values.commandLine },
        { name: 'row', values: { ...this.row?.values, ...stepRow?.values } },
        ...this.#layers,
      ],
      this.run.processEnvironment,
    )
  }

  /** Leaves a variable for the following steps. One that serves as a credential is hidden from now on. */
  leave(name: string, value: JsonValue): void {
    if (this.#secretNames.has(name)) hide(value, this.run)
    this.extracted[name] = value
  }

  /** Values under `secrets:` are known before anything is printed. */
  #hideSecrets(): void {
    const scope = this.scope()
    for (const name of secretNames(this.planned.values)) {
      const rendered = renderVariable(name, scope)
      if (!rendered.ok) continue
      hide(rendered.value, this.run)
      for (const secret of rendered.secrets) this.run.secrets.add(secret)
    }
  }
}

function hide(value: JsonValue, run: RunContext): void {
  if (typeof value === 'string' || typeof value === 'number') run.secrets.add(String(value))
  else if (value !== null && typeof value === 'object')
    for (const part of Object.values(value)) hide(part, run)
}
