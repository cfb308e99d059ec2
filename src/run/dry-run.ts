import type { JsonObject, JsonValue } from '../model/json.ts'
import type { DataRow } from '../model/suite.ts'
import type { Plan, PlannedStep, PlannedSuite } from '../plan/plan.ts'
import { createScope, type Scope } from '../template/scope.ts'
import { renderValue } from '../template/render.ts'
import { Secrets } from '../util/secrets.ts'
import { outerLayers } from './outer-layers.ts'
import { rowLabel } from './row-label.ts'

type ProcessEnvironment = Readonly<Record<string, string | undefined>>

/** What every step would do, with the placeholders filled in whose values are known before anything is sent. */
export function dryRun({ suites }: Plan, processEnvironment: ProcessEnvironment): string {
  return suites.map(suite => drySuite(suite, processEnvironment)).join('\n')
}

function drySuite(planned: PlannedSuite, processEnvironment: ProcessEnvironment): string {
  const passes = (planned.rows ?? [undefined]).flatMap(row => [
    ...(row === undefined ? [] : [`  row ${row.number}  ${rowLabel(row)?.label ?? ''}`]),
    ...[...planned.steps, ...planned.after].flatMap(step => dryStep(step, planned, row, processEnvironment)),
  ])
  return [`${planned.loaded.suite.name}  ${planned.file}`, ...passes, ''].join('\n')
}

function dryStep(
  { step, rows }: PlannedStep,
  planned: PlannedSuite,
  row: DataRow | undefined,
  processEnvironment: ProcessEnvironment,
): readonly string[] {
  return (rows ?? [undefined]).flatMap(stepRow => {
    const values = { ...row?.values, ...stepRow?.values }
    const scope = createScope(
      [
        { name: '--var', values: planned.values.commandLine },
        { name: 'row', values },
        ...outerLayers(planned),
      ],
      processEnvironment,
    )
    const secrets = new Secrets()
    const input = fillIn(step.input, scope, secrets) as JsonObject
    const [action, ...companions] = Object.entries(input)
    const lines = [
      `  ${step.name}`,
      `    ${action?.[0] ?? ''}: ${text(action?.[1])}`,
      ...companions.map(([key, value]) => `    ${key}: ${text(value)}`),
    ]
    return lines.map(line => secrets.mask(line))
  })
}

/** Fills in text by text, so that one value that is not known yet leaves the others readable. */
function fillIn(value: JsonValue, scope: Scope, secrets: Secrets): JsonValue {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(item => fillIn(item, scope, secrets))
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillIn(item, scope, secrets)]))
  const rendered = renderValue(value, scope)
  if (!rendered.ok) return value
  for (const secret of rendered.secrets) secrets.add(secret)
  return rendered.value
}

function text(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
