import type { Identity } from '../certificates.ts'

/** A message broker that tests use, with a way to reach each kind of listener it has. Addresses are `host:port`. */
export interface Broker {
  readonly version: string
  /** For every listener that wants a password, whatever the mechanism. */
  readonly username: string
  readonly password: string
}

export interface Kafka extends Broker {
  readonly listeners: {
    /** Neither TLS nor a password. */
    readonly plain: string
    /** SASL with SCRAM-SHA-512, without TLS. */
    readonly scram: string
    /** TLS with a server certificate, and SASL with PLAIN or SCRAM-SHA-256. */
    readonly saslTls: string
    /** TLS that asks for a client certificate; no password. */
    readonly mutualTls: string
  }
}

export interface RabbitMq extends Broker {
  /** A virtual host beside `/` which the user may use as well. */
  readonly virtualHost: string
  /** They take the password as PLAIN or AMQPLAIN; those with TLS also a certificate's common name, as EXTERNAL. */
  readonly listeners: {
    readonly plain: string
    /** TLS; a client certificate is checked when there is one. */
    readonly tls: string
    /** TLS that asks for a client certificate. */
    readonly mutualTls: string
  }
}

/** Paths of PEM files. All identities are signed by the authority, except `stranger`. */
export interface ServiceCertificates {
  readonly authority: string
  /** Of `localhost` and `127.0.0.1`. */
  readonly server: Identity
  /** `/CN=client`. */
  readonly client: Identity
  readonly stranger: Identity
}

/** A broker, or why there is none: a sentence. */
export type Outcome<Service> = Service | { readonly missing: string }

/** The services that `npm run services` leaves for the tests in `servicesFile`. */
export interface Services {
  /** Absolute path of the folder with everything they write. */
  readonly folder: string
  readonly certificates: ServiceCertificates
  readonly kafka: Outcome<Kafka>
  readonly rabbitMq: Outcome<RabbitMq>
}

/** Relative to the project. */
export const servicesFile = '.tool/test-services.json'
