import type { Service } from '../model/configuration.ts'

/** A port that a service is given. */
export interface ServicePort {
  readonly service: string
  /** `port`, or one of the names under `ports`. */
  readonly port: string
}

/** `{{service.port}}` and `{{services.shop.port}}`, with the name between the braces. */
const placeholder = /\{\{\s*(services?\.[\w.-]+)\s*\}\}/g

/** The ports that services want to be given: those of each whose command, URL or environment names one of its own. */
export function portsWanted(services: readonly Service[]): readonly ServicePort[] {
  return services
    .filter(service => namesIn(service).some(name => isOwn(name, service.name)))
    .flatMap(({ name, ports }) => ['port', ...ports].map(port => ({ service: name, port })))
}

/** Under which names the texts of a service, or with none those of suites, find these ports. */
export function namesOfPort(
  { service, port }: ServicePort,
  wanted: readonly ServicePort[],
  within?: string,
): string[] {
  const whole = `services.${service}.${port}`
  const isMeant = within === undefined ? wanted.every(other => other.service === service) : within === service
  return isMeant ? [whole, `service.${port}`] : [whole]
}

/** The names of ports in the texts of a service. */
export function namesIn({ command, url, environment }: Service): readonly string[] {
  return [command, url, ...Object.values(environment)].flatMap(portNamesIn)
}

/** The names of ports in a text. */
export function portNamesIn(text: string): readonly string[] {
  return [...text.matchAll(placeholder)].map(([, name = '']) => name)
}

/** A text with its ports filled in; what is none stays, because a shell has uses for braces, too. */
export function fillPorts(text: string, ports: ReadonlyMap<string, number>): string {
  return text.replace(placeholder, (whole, name: string) => String(ports.get(name) ?? whole))
}

function isOwn(name: string, service: string): boolean {
  return name.startsWith('service.') || name.startsWith(`services.${service}.`)
}
