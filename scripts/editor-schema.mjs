// Makes the published schema of suites: the one that suites are checked by, in the form that editors handle best.
import { build } from 'esbuild'
import { stringify } from 'yaml'

const { requestMethods } = await sourceOf('src/model/request-methods.ts')
const { factsOf } = await sourceOf('src/actions/index.ts')
const { ofAnswers } = await sourceOf('src/check/target-owners.ts')

/** Reads the exports of a file of the source; modules that it would only load later are left out. */
async function sourceOf(file) {
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    format: 'esm',
    platform: 'node',
    write: false,
    plugins: [
      {
        name: 'leave-out-lazy-parts',
        setup(plugin) {
          plugin.onResolve({ filter: /.*/ }, ({ kind }) =>
            kind === 'dynamic-import' ? { path: 'left-out', external: true } : undefined,
          )
        },
      },
    ],
  })
  return import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`)
}

/**
 * The schema of suites for editors. A step offers only the keys of its action; an example is inserted as YAML that is
 * right as it stands; of a mapping and other values at one place, each is judged by its own branch; and some of what rules
 * of the check look for is said by patterns.
 */
export function suiteForEditors(suite, actions) {
  const { step, ...definitions } = suite.definitions
  const { validation } = definitions
  const written = forEditors({ ...suite, definitions })
  return {
    ...written,
    definitions: sharing({ ...written.definitions, ...stepsOf(step, validation, actions) }),
  }
}

/** The definitions, each once, and each key that several actions have alike in a definition of its own. */
function sharing(definitions) {
  const names = new Map()
  const alike = {}
  for (const [name, schema] of Object.entries(definitions)) {
    const text = JSON.stringify(schema)
    if (names.has(text)) alike[name] = names.get(text)
    else names.set(text, name)
  }
  const distinct = Object.fromEntries(
    Object.entries(definitions).filter(([name]) => alike[name] === undefined),
  )
  const keys = sharedKeys(distinct)
  return referring({ ...distinct, ...keys }, alike)
}

/** The schemas of keys that several actions have alike, by new names; they are referred to in their places. */
function sharedKeys(definitions) {
  const places = new Map()
  for (const [name, definition] of Object.entries(definitions))
    if (/^(?:step|validation)-/.test(name))
      for (const keys of [definition.properties ?? {}, definition.patternProperties ?? {}])
        for (const [key, schema] of Object.entries(keys)) {
          const text = `${key} ${JSON.stringify(schema)}`
          places.set(text, [...(places.get(text) ?? []), { keys, key, schema }])
        }
  const shared = {}
  for (const same of places.values()) {
    const [{ key, schema }] = same
    if (same.length === 1 || JSON.stringify(schema).length < leastShared) continue
    const beginning = `key-${key.replaceAll(/[^\w-]/g, '')}`
    const known = Object.keys(shared).filter(name => name.startsWith(beginning)).length
    const name = known === 0 ? beginning : `${beginning}-${known + 1}`
    shared[name] = schema
    for (const { keys } of same) keys[key] = { $ref: `#/definitions/${name}` }
  }
  return shared
}

/** The same with other names of definitions. */
function referring(schema, names) {
  return JSON.parse(JSON.stringify(schema), (key, value) => {
    const name = key === '$ref' ? names[value.replace('#/definitions/', '')] : undefined
    return name === undefined ? value : `#/definitions/${name}`
  })
}

/** The characters of a schema that a reference to it is shorter than. */
const leastShared = 80

/** A schema with all below it. Names of properties are no keywords. */
function forEditors(schema) {
  if (Array.isArray(schema)) return schema.map(forEditors)
  if (typeof schema !== 'object' || schema === null) return schema
  const entries = Object.entries(schema).flatMap(([key, value]) => {
    if (key === 'examples') return [['defaultSnippets', snippetsOf(schema)]]
    if (namesToSchemas.has(key)) return [[key, mapValues(value, forEditors)]]
    if (data.has(key)) return [[key, value]]
    return [[key, forEditors(value)]]
  })
  return byBranch(Object.fromEntries(entries))
}

const namesToSchemas = new Set(['properties', 'patternProperties', 'definitions'])
const data = new Set(['enum', 'const', 'default', 'required', 'description', 'title', '$ref'])

function mapValues(object, change) {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]))
}

/** The examples of a schema; of one that has several kinds, such as `auth`, those of each. */
function snippetsOf({ type, examples, anyOf = [] }) {
  // A list that an editor writes in the place of an item is no item.
  if (type === 'array') return []
  const kinds = anyOf
    .filter(branch => branch.maxProperties === 1)
    .flatMap(({ properties }) => Object.entries(properties))
  const ofKinds = kinds.flatMap(([kind, { examples: own = [] }]) => own.map(example => ({ [kind]: example })))
  return (ofKinds.length > 0 ? ofKinds : examples).map(snippetOf)
}

/** An example as YAML that is right where it is inserted: a mapping on one line, a list with a line for each item. */
function snippetOf(example) {
  const text = flow(example)
  const label = text.length > 60 ? `${text.slice(0, 59)}…` : text
  if (Array.isArray(example)) return { label, body: example.map(item => escaped(flow(item))) }
  return { label, body: typeof example === 'boolean' ? example : escaped(text) }
}

function flow(example) {
  return stringify(example, { collectionStyle: 'flow', lineWidth: 0 }).trim()
}

/** In a snippet, dollars and closing braces have a meaning of their own. */
function escaped(text) {
  return text.replaceAll(/[\\$}]/g, '\\$&')
}

/** `anyOf` with one branch for mappings: an editor tells what is wrong with a mapping only where nothing else may be meant. */
function byBranch({ anyOf, ...schema }) {
  if (anyOf === undefined) return schema
  const ofMappings = anyOf.filter(branch => branch.type === 'object' || branch.$ref?.endsWith('/operators'))
  const others = anyOf.filter(branch => !ofMappings.includes(branch))
  const isClear =
    ofMappings.length === 1 && others.every(branch => branch.type !== undefined || branch.const !== undefined)
  if (!isClear) return { ...schema, anyOf }
  const [only] = others
  return {
    ...schema,
    if: { type: 'object' },
    then: ofMappings[0],
    else: others.length === 1 ? only : { anyOf: others },
  }
}

/** A step by its action, and one that has none yet. */
function stepsOf(step, validation, actions) {
  const { properties, allOf: _, oneOf: __, additionalProperties: ___, ...rest } = step
  const ofActions = new Set(actions.flatMap(({ part }) => Object.keys(part.properties)))
  const common = Object.fromEntries(Object.entries(properties).filter(([key]) => !ofActions.has(key)))
  const named = actions.map(({ name, part }) => [
    `step-${name}`,
    {
      type: 'object',
      additionalProperties: false,
      properties: { ...forAction(name, part), ...common, validations: validationsOf(name, common) },
      ...oneBody(name),
    },
  ])
  const starts = Object.fromEntries(actions.map(({ name, part }) => [name, forAction(name, part)[name]]))
  const some = actions.map(({ name }) => ({ type: 'object', required: [name] }))
  const beginning = {
    type: 'object',
    additionalProperties: false,
    properties: { ...starts, ...common },
    anyOf: some,
  }
  return mapValues(
    {
      step: {
        ...rest,
        allOf: [
          ...actions.map(({ name }) => ({
            if: { type: 'object', required: [name] },
            then: { $ref: `#/definitions/step-${name}` },
          })),
          { if: { not: { anyOf: some } }, then: { $ref: '#/definitions/step-beginning' } },
        ],
      },
      'step-beginning': beginning,
      ...Object.fromEntries(named),
      ...Object.fromEntries(
        actions.map(({ name }) => [`validation-${name}`, validationOf(name, validation)]),
      ),
    },
    forEditors,
  )
}

/** The list of validations of an action's answer. */
function validationsOf(name, { validations }) {
  return { ...validations, items: { $ref: `#/definitions/validation-${name}` } }
}

/** A validation without the targets that the answers of an action do not have. */
function validationOf(name, validation) {
  const isOther = target => Object.hasOwn(ofAnswers, target) && !ofAnswers[target].includes(name)
  const properties = Object.entries(validation.properties).filter(([target]) => !isOther(target))
  return { ...validation, properties: Object.fromEntries(properties) }
}

/** The keys of an action, with what rules of the check say of them. */
function forAction(name, part) {
  if (name !== 'request') return part.properties
  const line = {
    ...part.properties.request,
    pattern: `^\\s*(${requestMethods.join('|')})\\s+([hH][tT][tT][pP][sS]?://|\\{\\{)`,
    patternErrorMessage:
      'A request is a method in capitals, a space and a URL that begins with http://, https:// or a variable.',
  }
  return { ...part.properties, request: line }
}

/** A request and a message have one body. */
function oneBody(name) {
  const { bodyKeys: kinds } = factsOf(name)
  if (kinds === undefined) return {}
  const pairs = kinds.flatMap((one, index) => kinds.slice(index + 1).map(other => [one, other]))
  const errorMessage = `There is one body: keep one of ${kinds.join(', ')}.`
  return { allOf: [{ not: { anyOf: pairs.map(required => ({ required })) }, errorMessage }] }
}
