import type { JsonObject, JsonValue } from '../../model/json.ts'
import type { Credentials } from './credentials.ts'

/** The identity of the caller, as `auth` of a step or of the settings gives it. */
export type Auth =
  | { readonly kind: 'fixed'; readonly credentials: Credentials }
  | { readonly kind: 'oauth2'; readonly client: OAuth2Client }
  | { readonly kind: 'digest'; readonly user: DigestUser }
  | { readonly kind: 'aws'; readonly keys: AwsKeys }

/** Auth whose header is not known before the request is about to be sent. It is always `Authorization`. */
export type ComputedAuth = Exclude<Auth, { kind: 'fixed' }>

/** A client that fetches its tokens itself (RFC 6749). */
export interface OAuth2Client {
  readonly tokenUrl: string
  readonly id?: string
  /** How it proves who it is, where it has to. */
  readonly proof?: ClientProof
  /** The type of the grant, the fields of it that do not change, and those of them that no output may show. */
  readonly grant: { readonly type: string; readonly fields: JsonObject; readonly secret: readonly string[] }
  /** The assertion that is granted for (RFC 7523 section 2.1). */
  readonly assertion?: Assertion
  readonly scope?: string
  /** Further fields of the token request. */
  readonly parameters: JsonObject
  /** The keys that the server may refuse, as they are written. */
  readonly keys: readonly string[]
}

/** The proof that a client gives: its secret, its certificate (RFC 8705), or an assertion (RFC 7523 section 2.2). */
export type ClientProof =
  | { readonly kind: 'body' | 'basic'; readonly secret: string }
  | { readonly kind: 'tls' }
  | { readonly kind: 'assertion'; readonly assertion: Assertion }

/** A token that speaks for somebody: as it is, or signed anew for each token request. */
export type Assertion =
  | string
  | {
      /** PEM, a JWK, or a text that both sides know. */
      readonly key: JsonValue
      readonly keyId?: string
      readonly algorithm: string
      readonly claims: JsonObject
    }

/** A user who answers challenges (RFC 7616). */
export interface DigestUser {
  readonly username: string
  readonly password: string
}

/** An access key, and what it signs for (AWS Signature Version 4). */
export interface AwsKeys {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Of temporary credentials. */
  readonly sessionToken?: string
  readonly region: string
  readonly service: string
}
