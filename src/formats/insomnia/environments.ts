import { environmentName } from '../../compile/environment-names.ts'
import type { SavedEnvironment } from '../../model/collection.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { jsonIn } from '../../util/json-in.ts'
import { list, mapping } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import type { Tell } from '../told.ts'
import { inOrder } from './insomnia-document.ts'
import type { Place, Scope, Templates } from './templates.ts'

/** The base environment, and the others with its values. */
export interface ReadEnvironments {
  readonly base: Values
  readonly environments: readonly SavedEnvironment[]
}

/** Variables, and those whose values are not stored. */
interface Values {
  readonly variables: JsonObject
  readonly secrets: JsonObject
}

/** The data of an environment, as Insomnia has it before it is filled in. */
export function dataOf(environment: JsonObject): JsonObject {
  const pairs = list(environment['kvPairData']).map(mapping)
  const enabled = pairs.filter(({ enabled: isOn, type }) => isOn !== false && type !== 'secret')
  const own = enabled.map(({ name, value, type }): [string, JsonValue] => {
    const text = valueText(value ?? '')
    return [valueText(name ?? ''), type === 'json' ? (jsonIn(text) ?? text) : text]
  })
  const hidden = new Set(pairs.map(({ name }) => valueText(name ?? '')))
  const others = Object.entries(mapping(environment['data'])).filter(
    ([name, value]) => !hidden.has(name) && !(vaults.has(name) && isObject(value)),
  )
  return Object.fromEntries([...others, ...own].filter(([name]) => name !== ''))
}

/** The members in which environments have what is in the vault; placeholders always say `vault`. */
const vaults = new Set(['__insomnia_vault', 'vault'])

/** The names of all that an environment has in the vault, as placeholders say them. */
function vaultNames(environment: JsonObject): readonly string[] {
  const data = mapping(environment['data'])
  const names = [...vaults].flatMap(name => leavesOf(mapping(data[name])).map(([way]) => `vault.${way}`))
  return [...new Set(names)]
}

/** The environments of a document. Values of private ones, and secrets, come from the environment of the process. */
export function readEnvironments(
  base: JsonObject,
  templates: Templates,
  tellOf: (name: string) => Tell,
): ReadEnvironments {
  const names = new Set<string>()
  const read = (environment: JsonObject, inherited: Values | undefined): SavedEnvironment => {
    const given = valueText(environment['name'] ?? '') || 'Environment'
    let name = given
    for (let count = 2; names.has(name); count++) name = `${given} ${count}`
    names.add(name)
    const tell = tellOf(`environment ${name}`)
    if (name !== given) tell.note(given, `another environment has that name; this one is ${name}`)
    const own = valuesOf(environment, { tell, templates, inherited: inherited?.variables ?? {} })
    const open = Object.entries(merged(inherited?.variables ?? {}, own.variables))
    const kept = Object.entries(inherited?.secrets ?? {}).filter(
      ([key]) => !Object.hasOwn(own.variables, key),
    )
    const secrets = { ...Object.fromEntries(kept), ...own.secrets }
    const variables = Object.fromEntries(open.filter(([key]) => !Object.hasOwn(secrets, key)))
    return { name, variables, secrets }
  }
  const first = read(base, undefined)
  const others = inOrder(list(base['subEnvironments']).filter(isObject)).map(one => read(one, first))
  const isEmpty = others.length + Object.keys({ ...first.variables, ...first.secrets }).length === 0
  return { base: first, environments: isEmpty ? [] : [first, ...others] }
}

interface ValueReading {
  readonly tell: Tell
  readonly templates: Templates
  readonly inherited: JsonObject
}

function valuesOf(environment: JsonObject, { tell, templates, inherited }: ValueReading): Values {
  const hide =
    (why: string) =>
    (name: string): [string, string] => {
      const variable = environmentName(name)
      tell.note(name, `${why}: give it in the environment as ${variable}`)
      return [name, `{{env.${variable}}}`]
    }
  const pairs = list(environment['kvPairData'])
    .map(mapping)
    .filter(one => one['type'] === 'secret' && one['enabled'] !== false)
    .map(one => valueText(one['name'] ?? ''))
  const secret = [...pairs, ...vaultNames(environment)]
    .filter(name => isName(name, tell))
    .map(hide('its value is in the vault of Insomnia'))
  const data = Object.entries(dataOf(environment)).filter(([name]) => isName(name, tell))
  if (mapping(environment['meta'])['isPrivate'] === true) {
    const own = leavesOf(Object.fromEntries(data)).map(([name]) => name)
    const secrets = own.map(hide('its value stays with this machine, as that of a private environment'))
    return { variables: {}, secrets: Object.fromEntries([...secrets, ...secret]) }
  }
  const filled = data.map(([name, value]): [string, JsonValue] => {
    const before = inherited[name]
    const given =
      typeof value === 'string' && typeof before === 'string' ? within(value, name, before) : value
    return [name, filledIn(given, templates, { tell })]
  })
  return { variables: Object.fromEntries(filled), secrets: Object.fromEntries(secret) }
}

function isName(name: string, tell: Tell): boolean {
  const isSound = /^[^{}$\p{Cc}][^{}\p{Cc}]*$/u.test(name) && !name.startsWith('env.')
  if (!isSound) tell.lose(`variable ${name}`, 'no placeholder can have this name')
  return isSound
}

/** A value that begins with the one that it takes the place of. */
function within(value: string, name: string, before: string): string {
  return value.replace(/\{\{\s*(?:_\.)?([\w-]+)\s*\}\}/g, (whole, one: string) =>
    one === name ? before : whole,
  )
}

/** A value of an environment with the placeholders of suites in its texts. */
export function filledIn(value: JsonValue, templates: Templates, place: Place): JsonValue {
  if (typeof value === 'string') return templates.text(value, place)
  if (isList(value)) return value.map(one => filledIn(one, templates, place))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inside]) => [key, filledIn(inside, templates, place)]),
  )
}

/** Values that take the place of others; of two objects the members do. */
export function merged(before: JsonObject, after: JsonObject): JsonObject {
  const own = Object.entries(after).map(([key, value]): [string, JsonValue] => {
    const former = Object.hasOwn(before, key) ? before[key] : undefined
    return [key, isObject(value) && isObject(former) ? merged(former, value) : value]
  })
  return { ...before, ...Object.fromEntries(own) }
}

/** Values that are no objects, by the way to them. */
export function leavesOf(data: JsonObject, above = ''): readonly (readonly [string, JsonValue])[] {
  return Object.entries(data).flatMap(([key, value]) =>
    isObject(value) && Object.keys(value).length > 0
      ? leavesOf(value, `${above}${key}.`)
      : [[above + key, value] as const],
  )
}

/** The variables of a folder, and its scope. */
export interface FolderVariables {
  readonly variables: JsonObject
  readonly scope: Scope | undefined
  /** All that a name can stand for in it. */
  readonly data: JsonObject
}

/**
 * The variables of a folder. One that has another value outside of it gets a name of its own: variables of suites hold until they
 * are set again.
 */
export function folderVariables(
  folder: JsonObject,
  around: FolderVariables,
  { templates, title, tell }: { readonly templates: Templates; readonly title: string; readonly tell: Tell },
): FolderVariables {
  const own = Object.fromEntries(
    Object.entries(mapping(folder['environment'])).filter(([name]) => isName(name, tell)),
  )
  const hides = new Map(
    leavesOf(own).filter(([name]) => Object.hasOwn(around.data, name.split('.')[0] ?? '')),
  )
  // Values that are made of such a name are others here, too.
  const outer = leavesOf(around.data).filter(([name]) => !hides.has(name))
  for (let size = -1; hides.size > size;) {
    size = hides.size
    for (const [name, value] of outer)
      if (typeof value === 'string' && [...hides.keys()].some(hidden => mentions(value, hidden)))
        hides.set(name, value)
  }
  const names = new Map([...hides.keys()].map(name => [name, templates.newName(`${title}/${name}`)]))
  const scope = names.size === 0 ? around.scope : { names, outer: around.scope }
  const plain = Object.entries(own).filter(([name]) => !Object.hasOwn(around.data, name))
  const renamed = [...hides].map(([name, value]): [string, JsonValue] => {
    // A value that begins with the one outside.
    const isOwn = typeof value === 'string' && mentions(value, name)
    return [
      names.get(name) ?? name,
      filledIn(value, templates, { tell, scope: isOwn ? around.scope : scope }),
    ]
  })
  for (const [name, own] of names)
    tell.note(name, `it has another value outside of the folder: here it is ${own}`)
  const variables = [
    ...plain.map(([name, value]): [string, JsonValue] => [name, filledIn(value, templates, { tell, scope })]),
    ...renamed,
  ]
  return { variables: Object.fromEntries(variables), scope, data: merged(around.data, own) }
}

function mentions(text: string, name: string): boolean {
  return text.includes('{') && new RegExp(`[{.\\s]${name.replace(/[^\w]/g, String.raw`\$&`)}\\b`).test(text)
}
