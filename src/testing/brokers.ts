import { laterTier } from './parts.ts'
import { isRunning, readServices } from './services/services.ts'
import type { Kafka, Outcome, RabbitMq, ServiceCertificates } from './services/service.ts'

/** A broker of the tests, which may not be there. */
export interface Part<Service> {
  /** Why tests that need it are skipped, or false when they need not be: the option `skip` of `test`. */
  readonly missing: false | string
  /** Throws when it is missing. */
  service(): Service & { readonly certificates: ServiceCertificates }
}

/**
 * The brokers that `npm run services` started, as far as they run now:
 *
 *     const { kafka } = await brokers()
 *     test('…', { skip: kafka.missing }, async () => {
 *       const { listeners, certificates } = kafka.service()
 */
export async function brokers(): Promise<{ readonly kafka: Part<Kafka>; readonly rabbitMq: Part<RabbitMq> }> {
  const services = await readServices()
  const part = async <Service extends Kafka | RabbitMq>(
    name: string,
    outcome: Outcome<Service> | undefined,
  ): Promise<Part<Service>> => {
    const missing = await reasonOf(name, outcome)
    return {
      missing,
      service: () => {
        if (services === undefined || outcome === undefined || 'missing' in outcome || missing !== false)
          throw new Error(String(missing))
        return { ...outcome, certificates: services.certificates }
      },
    }
  }
  return {
    kafka: await part('Kafka', services?.kafka),
    rabbitMq: await part('RabbitMQ', services?.rabbitMq),
  }
}

async function reasonOf(
  name: string,
  outcome: Outcome<Kafka | RabbitMq> | undefined,
): Promise<false | string> {
  const later = laterTier(name)
  if (later !== false) return later
  if (outcome !== undefined && 'missing' in outcome) return `${name} could not be started: ${outcome.missing}`
  if (outcome !== undefined && (await isRunning(outcome))) return false
  return `${name} does not run; start it with "npm run services".`
}
