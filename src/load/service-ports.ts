import type { Configuration, Service } from '../model/configuration.ts'
import { fillPorts, namesOfPort, portsWanted } from '../parse/service-ports.ts'

/**
 * The configuration with a free port for each that its services want: filled in where they are named, and as variables
 * below all others. Asked for anew, they are other ones.
 */
export async function withServicePorts(configuration: Configuration): Promise<Configuration> {
  const { services } = configuration
  const wanted = portsWanted(services)
  if (wanted.length === 0) return configuration
  const { freePorts } = await import('../util/free-ports.ts')
  const numbers = await freePorts(wanted.length)
  const portsWithin = (within?: string): ReadonlyMap<string, number> =>
    new Map(
      wanted.flatMap((port, index) =>
        namesOfPort(port, wanted, within).map((name): [string, number] => [name, numbers[index] ?? 0]),
      ),
    )
  return {
    ...configuration,
    services: services.map(service => filled(service, portsWithin(service.name))),
    variables: { ...Object.fromEntries(portsWithin()), ...configuration.variables },
  }
}

function filled(service: Service, ports: ReadonlyMap<string, number>): Service {
  const { command, url, environment } = service
  return {
    ...service,
    command: fillPorts(command, ports),
    url: fillPorts(url, ports),
    environment: Object.fromEntries(
      Object.entries(environment).map(([name, value]) => [name, fillPorts(value, ports)]),
    ),
  }
}
