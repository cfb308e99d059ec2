import type { Environment } from '../../model/configuration.ts'
import type { JsonObject } from '../../model/json.ts'
import type { ScopeLayer } from '../../template/scope.ts'
import { settleGenerated } from '../../template/settle-generated.ts'

/** The layers of variables around what is in no suite, the strongest first. */
export function layersAround(
  commandLine: JsonObject,
  environment: Environment,
  configuration: Environment,
): readonly ScopeLayer[] {
  const own = { environment, configuration }
  return [
    { name: '--var', values: commandLine },
    ...(['environment', 'configuration'] as const).flatMap((name): readonly ScopeLayer[] => [
      { name, values: settleGenerated(own[name].secrets), secret: true },
      { name, values: settleGenerated(own[name].variables) },
    ]),
  ]
}
