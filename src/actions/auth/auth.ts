import type { JsonObject } from '../../model/json.ts'
import type { Credentials } from './credentials.ts'

/** The identity of the caller, as `auth` of a step or of the settings gives it. */
export type Auth =
  | { readonly kind: 'fixed'; readonly credentials: Credentials }
  | { readonly kind: 'oauth2'; readonly client: OAuth2Client }
  | { readonly kind: 'digest'; readonly user: DigestUser }
  | { readonly kind: 'aws'; readonly keys: AwsKeys }

/** Auth whose header is not known before the request is about to be sent. It is always `Authorization`. */
export type ComputedAuth = Exclude<Auth, { kind: 'fixed' }>

/** A client that fetches its tokens itself (RFC 6749 section 4.4). */
export interface OAuth2Client {
  readonly tokenUrl: string
  readonly id: string
  readonly secret: string
  readonly scope?: string
  /** Where id and secret go in the token request. */
  readonly placement: 'body' | 'basic'
  /** Further fields of the token request. */
  readonly parameters: JsonObject
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
