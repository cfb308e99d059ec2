import type { ApiDescription } from '../../../api-description/api-description.ts'
import type { JsonObject } from '../../../model/json.ts'
import { property, text } from '../../../util/read-values.ts'
import type { DescriptionPair } from '../pairs/description-pair.ts'
import { flowsOf, kindOf, pairSchemes, usedSchemes, writtenSchemes } from '../pairs/security-schemes.ts'
import type { DescriptionRule, Finding, SourceLocation } from './rule.ts'

/** The rules for security schemes that operations ask for. */
export const securitySchemeRules: readonly DescriptionRule[] = [
  {
    id: 'api-security-component-type-changed',
    level: 'breaking',
    description: 'A security scheme that is in use is of another kind',
    find: pair => changed(pair, kindOf, 'it was'),
  },
  {
    id: 'api-security-component-name-changed',
    level: 'breaking',
    description: 'A key that is in use stands elsewhere, or under another name',
    find: pair => changed(pair, keyPlace, 'the key was in'),
  },
  {
    id: 'api-security-component-oauth-flow-removed',
    level: 'breaking',
    description: 'A flow of OAuth 2 that is in use is gone',
    find: pair =>
      changedSchemes(pair, (old, fresh) => {
        const left = flowsOf(fresh)
        return kindOf(old) !== kindOf(fresh)
          ? []
          : [...flowsOf(old).keys()].filter(flow => !left.has(flow)).map(flow => `the flow ${flow} is gone`)
      }),
  },
  {
    id: 'api-security-component-oauth-url-changed',
    level: 'warning',
    description: 'Users are asked for their consent elsewhere',
    find: pair => flowChanged(pair, 'authorizationUrl', 'the authorization URL'),
  },
  {
    id: 'api-security-component-oauth-token-url-changed',
    level: 'warning',
    description: 'Tokens are got elsewhere',
    find: pair => flowChanged(pair, 'tokenUrl', 'the token URL'),
  },
  {
    id: 'api-security-component-openid-url-changed',
    level: 'warning',
    description: 'OpenID Connect is found elsewhere',
    find: pair => changed(pair, scheme => text(property(scheme, 'openIdConnectUrl')), 'the URL was'),
  },
  {
    id: 'api-security-component-removed',
    level: 'safe',
    description: 'A security scheme is gone; operations tell whether that matters',
    find: ({ before, after }) =>
      missing(before, after).map(({ name, location }) => ({
        reason: `the security scheme ${name} is gone`,
        before: location,
      })),
  },
  {
    id: 'api-security-component-added',
    level: 'safe',
    description: 'There is another security scheme; operations tell whether that matters',
    find: ({ before, after }) =>
      missing(after, before).map(({ name, location }) => ({
        reason: `the security scheme ${name} is new`,
        after: location,
      })),
  },
]

function keyPlace(scheme: JsonObject): string | undefined {
  if (property(scheme, 'type') !== 'apiKey') return undefined
  const place = text(property(scheme, 'in')) ?? 'header'
  const name = text(property(scheme, 'name')) ?? ''
  return `${place} ${place === 'header' ? name.toLowerCase() : name}`
}

function changed(
  pair: DescriptionPair,
  say: (scheme: JsonObject) => string | undefined,
  words: string,
): readonly Finding[] {
  return changedSchemes(pair, (old, fresh) => {
    const [was, is] = [say(old), say(fresh)]
    return was === undefined || is === undefined || sameUrl(was, is) ? [] : [`${words} ${was}, and is ${is}`]
  })
}

function flowChanged(pair: DescriptionPair, key: string, words: string): readonly Finding[] {
  return changedSchemes(pair, (old, fresh) => {
    const others = flowsOf(fresh)
    return [...flowsOf(old)].flatMap(([name, flow]) => {
      const other = others.get(name)
      const [was, is] = [
        text(property(flow, key)),
        other === undefined ? undefined : text(property(other, key)),
      ]
      return was === undefined || is === undefined || sameUrl(was, is)
        ? []
        : [`${words} of ${name} went from ${was} to ${is}`]
    })
  })
}

/** A path is the same as a URL that ends with it. */
function sameUrl(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return one === other || (short.startsWith('/') && /^https?:/.test(long) && long.endsWith(short))
}

/** Findings about schemes that both descriptions have and an operation asks for. */
function changedSchemes(
  { before, after, schemes }: DescriptionPair,
  find: (old: JsonObject, fresh: JsonObject) => readonly string[],
): readonly Finding[] {
  const [old, fresh] = [writtenSchemes(before), writtenSchemes(after)]
  const used = usedSchemes(before)
  return [...schemes].flatMap(([freshName, oldName]) => {
    const [one, other] = [old.get(oldName), fresh.get(freshName)]
    if (one === undefined || other === undefined || !used.has(oldName)) return []
    return find(one.value, other.value).map(reason => ({
      reason: `security scheme ${freshName}: ${reason}`,
      before: one,
      after: other,
    }))
  })
}

function missing(
  description: ApiDescription,
  other: ApiDescription,
): readonly { readonly name: string; readonly location: SourceLocation }[] {
  const paired = pairSchemes(other, description)
  return [...writtenSchemes(description)]
    .filter(([name]) => !paired.has(name))
    .map(([name, location]) => ({ name, location }))
}
