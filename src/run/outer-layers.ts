import type { PlannedSuite } from '../plan/plan.ts'
import type { ScopeLayer } from '../template/scope.ts'
import { settleGenerated } from '../template/settle-generated.ts'

/** What surrounds a row, innermost first; a generated value such as `{{$uuid}}` is made once. */
export function outerLayers({ values }: PlannedSuite): readonly ScopeLayer[] {
  return (['environment', 'suite', 'configuration'] as const).flatMap(name => [
    { name, values: settleGenerated(values[name].secrets), secret: true },
    { name, values: settleGenerated(values[name].variables) },
  ])
}
