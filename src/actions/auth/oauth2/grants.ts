import type { JsonObject } from '../../../model/json.ts'
import { encryptedKeyHint, isEncryptedKey } from '../../../template/functions/tokens.ts'
import { defined } from '../../../util/defined.ts'
import { suggesting } from '../../../util/did-you-mean.ts'
import { mapping } from '../../../util/read-values.ts'
import { scalarText } from '../../scalars.ts'
import type { OAuth2Client } from '../auth.ts'
import { listed } from '../../../util/listed.ts'

/** A grant: its type in token requests, and the keys of `oauth2` that are for it alone. */
interface Grant {
  readonly type: string
  /** The keys that it cannot do without. */
  readonly needs: readonly string[]
  readonly takes?: readonly string[]
  /** The keys whose values no output may show; an assertion is hidden as it is signed. */
  readonly secret?: readonly string[]
}

const urn = 'urn:ietf:params:oauth:grant-type:'

/** The grants by the name that `grant` gives them. */
export const grants: Readonly<Record<string, Grant>> = {
  'client-credentials': { type: 'client_credentials', needs: ['client-id'] },
  password: { type: 'password', needs: ['username', 'password'], secret: ['password'] },
  'refresh-token': { type: 'refresh_token', needs: ['refresh-token'], secret: ['refresh-token'] },
  'jwt-bearer': { type: `${urn}jwt-bearer`, needs: ['assertion'] },
  'token-exchange': {
    type: `${urn}token-exchange`,
    needs: ['subject-token'],
    takes: ['subject-token-type', 'actor-token', 'actor-token-type', 'requested-token-type'],
    secret: ['subject-token', 'actor-token'],
  },
}

/** The fields of a token request that the keys of a grant become, and those of them that no output may show. */
export function fieldsOf(grant: Grant, given: JsonObject): Pick<OAuth2Client['grant'], 'fields' | 'secret'> {
  const own = keysOf(grant).filter(key => key !== 'client-id' && key !== 'assertion')
  const fields = own.map(key => [
    fieldName(key),
    isType(key) ? typeField(key, given) : scalarText(given[key]),
  ])
  return {
    fields: defined(Object.fromEntries(fields) as JsonObject),
    secret: (grant.secret ?? []).map(fieldName),
  }
}

/** The keys beside a grant whose values a server may refuse. */
export function refusableKeys(grant: Grant): readonly string[] {
  const own = keysOf(grant).filter(key => !isType(key))
  return [...new Set(['client-id', 'client-secret', 'client-assertion', ...own])]
}

function fieldName(key: string): string {
  return key.replaceAll('-', '_')
}

/** True for the type of a token. */
function isType(key: string): boolean {
  return key.endsWith('-type')
}

/** RFC 8693 wants the type of each token that a request is about; `id-token` stands for the URN of its section 3. */
function typeField(key: string, given: JsonObject): string | undefined {
  const isNeeded = [key, key.slice(0, -'-type'.length)].some(one => scalarText(given[one]) !== undefined)
  return isNeeded ? tokenTypeUri(scalarText(given[key]) ?? 'access-token') : undefined
}

/** The grant that is meant where none is named. */
export const usualGrant = 'client-credentials'

/** A mistake in `oauth2`, at one of its keys where it is about one. */
interface OAuth2Mistake {
  readonly code: 'missing-key' | 'misplaced-key' | 'bad-value'
  readonly key?: string
  readonly message: string
  readonly hint?: string
}

/** Finds the keys of `oauth2` that do not go together. */
export function oauth2Mistakes(given: JsonObject): readonly OAuth2Mistake[] {
  const name = scalarText(given['grant']) ?? usualGrant
  const grant = Object.hasOwn(grants, name) ? grants[name] : undefined
  if (grant === undefined) return []
  return [
    ...missingOf(name, grant, given),
    ...ofOthers(name, grant, given),
    ...proofMistakes(name, grant, given),
    ...typeMistakes(given),
    ...keyMistakes(given),
    ...grantTwice(name, given),
  ]
}

/** The types of tokens that have a word (RFC 8693, section 3). */
const tokenTypes = ['access-token', 'refresh-token', 'id-token', 'saml1', 'saml2', 'jwt']

/** The URN of a type of tokens; one that is a URI is what it is. */
function tokenTypeUri(name: string): string {
  return name.includes(':') ? name : `urn:ietf:params:oauth:token-type:${name.replaceAll('-', '_')}`
}

/** Types of tokens that no server knows: neither a word for one, nor a URI. */
function typeMistakes(given: JsonObject): readonly OAuth2Mistake[] {
  return ['subject-token-type', 'actor-token-type', 'requested-token-type'].flatMap(
    (key): readonly OAuth2Mistake[] => {
      const type = scalarText(given[key])
      if (type === undefined || type.includes('{{') || /^[a-z][a-z\d+.-]*:\S+$/i.test(type)) return []
      const word = type.replaceAll('_', '-')
      if (tokenTypes.includes(word)) return []
      const hint = suggesting(
        word,
        tokenTypes,
        `There are ${tokenTypes.join(', ')}, and URIs of other types.`,
      )
      return [{ code: 'bad-value', key, message: `"${key}" is no type of tokens`, hint }]
    },
  )
}

/** Keys that nobody can sign with, as nobody is asked for their passphrase. */
function keyMistakes(given: JsonObject): readonly OAuth2Mistake[] {
  return ['assertion', 'client-assertion']
    .filter(key => isEncryptedKey(scalarText(mapping(given[key])['private-key']) ?? ''))
    .map(key => ({
      ...{
        code: 'bad-value',
        key,
        message: `${key} of auth oauth2 cannot be signed: its private-key is encrypted`,
      },
      hint: encryptedKeyHint,
    }))
}

/** A grant that the parameters would send instead of the one that is meant. */
function grantTwice(name: string, given: JsonObject): readonly OAuth2Mistake[] {
  const type = mapping(given['parameters'])['grant_type']
  if (type === undefined) return []
  const [meant] = Object.entries(grants).find(([, one]) => one.type === scalarText(type)) ?? []
  const message = `"parameters" have a grant_type, and the grant is ${name}`
  const hint =
    meant === undefined
      ? `Leave it out: "grant" says which. There are ${Object.keys(grants).join(', ')}.`
      : meant === name
        ? 'Leave it out: it is sent anyway.'
        : `Write \`grant: ${meant}\` instead.`
  return [{ code: 'misplaced-key', key: 'parameters', message, hint }]
}

function missingOf(name: string, { needs }: Grant, given: JsonObject): readonly OAuth2Mistake[] {
  return ['token-url', ...needs]
    .filter(key => !has(given, key))
    .map(key =>
      needing(key, key === 'token-url' || given['grant'] === undefined ? '' : ` with grant ${name}`),
    )
}

/** Keys of other grants: one of them may be what is meant. */
function ofOthers(name: string, grant: Grant, given: JsonObject): readonly OAuth2Mistake[] {
  const own = keysOf(grant)
  return Object.entries(grants).flatMap(([other, one]) =>
    keysOf(one)
      .filter(key => key !== 'client-id' && !own.includes(key) && has(given, key))
      .map((key): OAuth2Mistake => ({
        ...{ code: 'misplaced-key', key, message: `"${key}" is for grant ${other}, and this is ${name}` },
        hint: `Write \`grant: ${other}\`, or leave "${key}" out.`,
      })),
  )
}

function keysOf({ needs, takes = [] }: Grant): readonly string[] {
  return [...needs, ...takes]
}

const proofs = ['client-secret', 'client-assertion']

/** A client proves who it is once, or not at all. */
function proofMistakes(name: string, { needs }: Grant, given: JsonObject): readonly OAuth2Mistake[] {
  const { credentials } = given
  const written = proofs.filter(key => has(given, key))
  const [proof] = written
  if ((proof !== undefined || credentials === 'tls') && !has(given, 'client-id'))
    return needs.includes('client-id') ? [] : [needing('client-id', ` beside ${proof ?? 'credentials: tls'}`)]
  if (written.length > 1)
    return [
      {
        ...{ code: 'misplaced-key', key: 'client-assertion', message: `oauth2 has ${listed(written)}` },
        hint: 'Keep the one that the server knows the client by.',
      },
    ]
  if (credentials === 'tls' && proof !== undefined)
    return [
      {
        ...{ code: 'misplaced-key', key: proof, message: `"${proof}" is not sent with credentials: tls` },
        hint: 'Keep one of them: the certificate is the proof then.',
      },
    ]
  if (credentials === 'tls') return []
  if (credentials === 'basic' && !has(given, 'client-secret'))
    return [needing('client-secret', ' with credentials: basic')]
  return proof === undefined && name === usualGrant ? [needing('client-secret')] : []
}

function has(given: JsonObject, key: string): boolean {
  return (given[key] ?? null) !== null
}

function needing(key: string, why = ''): OAuth2Mistake {
  const hint =
    key === 'client-secret' && why === ''
      ? { hint: 'A client without one has a client-assertion, or credentials: tls.' }
      : {}
  return { code: 'missing-key', message: `auth oauth2 needs ${key}${why}`, ...hint }
}
