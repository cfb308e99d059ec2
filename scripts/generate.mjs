// Writes what follows from the hand-written schemas: the published suite.schema.json, the other published schemas beside
// their sources in schemas/, and in src/generated/ the compiled validators and the table of action keys.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import Ajv from 'ajv'
import standaloneCode from 'ajv/dist/standalone/index.js'
import addFormats from 'ajv-formats'
import { parse } from 'yaml'
import { suiteForEditors } from './editor-schema.mjs'

/** The files of the schemas that the package has. */
export async function publishedSchemas() {
  const others = (await readdir('schemas')).filter(name => name.endsWith('.schema.json'))
  return ['suite.schema.json', ...others.map(name => path.join('schemas', name))]
}

/** Every generated file's path and text, nothing written. */
export async function generate() {
  const actions = await readActions()
  const transport = await readPart('transport')
  const suite = await suiteSchema()
  const configuration = onlyUsed(bundle(await readPart('configuration'), suite))
  const store = bundle(await readPart('api-collections'), await readPart('collection'))
  const report = await readPart('report')
  const loadReport = onlyUsed(bundle(await readPart('load-report'), report))
  return {
    'suite.schema.json': json(suiteForEditors(suite, actions)),
    'schemas/configuration.schema.json': json(configuration),
    'schemas/api-collections.schema.json': json(store),
    'schemas/report.schema.json': json(report),
    'schemas/contract-check.schema.json': json(await readPart('contract-check')),
    'schemas/load-report.schema.json': json(loadReport),
    'src/generated/language.ts': languageModule(
      actions,
      suite,
      transport,
      (await readPart('step')).definitions.step.properties,
    ),
    'src/generated/functions.ts': functionsModule((await readPart('functions')).functions),
    'src/generated/function-texts.ts': functionTextsModule((await readPart('functions')).functions),
    'src/generated/suite-schema.ts': schemaModule(suite),
    'src/generated/suite-validator.js': validatorModule(suite),
    'src/generated/suite-validator.d.ts': validatorTypes,
    'src/generated/configuration-validator.js': validatorModule(withoutMocks(configuration)),
    'src/generated/configuration-validator.d.ts': validatorTypes,
    'src/generated/call-validator.js': validatorModule(onlyDefinition(store, 'call')),
    'src/generated/call-validator.d.ts': validatorTypes,
    'src/generated/collections-validator.js': validatorModule(withoutHistory(store)),
    'src/generated/collections-validator.d.ts': validatorTypes,
    'src/generated/load-report-validator.js': validatorModule(withMore(loadReport), true),
    'src/generated/load-report-validator.d.ts': validatorTypes,
    'src/generated/report-validator.js': validatorModule(withMore(report), true),
    'src/generated/report-validator.d.ts': validatorTypes,
    'src/generated/tools.d.ts': toolTypes,
  }
}

/** The schema that suites are checked by. */
export async function suiteSchema() {
  const actions = await readActions()
  const common = await readPart('common')
  return bundle(
    await readPart('suite'),
    common,
    await readPart('transport'),
    await readPart('messages'),
    await readPart('mocks'),
    withActions(await readPart('step'), actions, common.definitions),
    ...actions.map(action => action.part),
  )
}

/** Writes the generated files whose text has changed. */
export async function writeGenerated() {
  await mkdir('src/generated', { recursive: true })
  for (const [file, text] of Object.entries(await generate()))
    if ((await readFile(file, 'utf8').catch(() => undefined)) !== text) await writeFile(file, text)
}

async function readPart(name) {
  return parse(await readFile(`schemas/${name}.schema.yaml`, 'utf8'))
}

async function readActions() {
  const files = (await readdir('schemas/actions')).sort()
  const names = files.map(file => path.basename(file, '.schema.yaml'))
  return Promise.all(names.map(async name => ({ name, part: await readPart(`actions/${name}`) })))
}

/** The step with every action's keys beside the common ones. Where actions differ about a key, each one's own word holds beside it. */
function withActions(step, actions, common) {
  const definition = step.definitions.step
  const differing = differingKeys(actions)
  const { before, after } = aroundAction(definition.properties)
  const properties = {
    ...before,
    ...Object.assign({}, ...actions.map(action => action.part.properties)),
    ...Object.fromEntries([...differing].map(key => [key, explanation(key, actions, common)])),
    ...after,
  }
  const ofOneAction = actions.flatMap(({ name, part }) => {
    const own = Object.entries(part.properties).filter(([key]) => differing.has(key))
    return own.length === 0
      ? []
      : [{ if: { required: [name] }, then: { properties: Object.fromEntries(own) } }]
  })
  const oneAction = { oneOf: actions.map(action => ({ required: [action.name] })) }
  return {
    definitions: {
      ...step.definitions,
      step: { ...definition, properties, allOf: [...(definition.allOf ?? []), ...ofOneAction], ...oneAction },
    },
  }
}

/** The keys that all steps have, before and after those of the action: the order in which a step is written. */
function aroundAction(properties) {
  const entries = Object.entries(properties)
  const action = entries.findIndex(([key]) => key === 'action')
  return {
    before: Object.fromEntries(entries.slice(0, action)),
    after: Object.fromEntries(entries.slice(action + 1)),
  }
}

/** Collects the descriptions of a key by all actions, for an editor in which the step has no action yet. */
function explanation(key, actions, common) {
  const byText = new Map()
  const examples = new Map()
  for (const { name, part } of actions) {
    const property = part.properties[key]
    if (property === undefined) continue
    const referred = common[property.$ref?.replace('#/definitions/', '')] ?? {}
    const text = property.description ?? referred.description
    byText.set(text, [...(byText.get(text) ?? []), `\`${name}\``])
    for (const example of property.examples ?? referred.examples ?? [])
      examples.set(JSON.stringify(example), example)
  }
  const texts = [...byText].map(([text, names]) =>
    byText.size === 1 ? text : `With ${names.join(', ')} - ${text}`,
  )
  return { description: texts.join(' '), examples: [...examples.values()] }
}

function differingKeys(actions) {
  const first = new Map()
  const differing = new Set()
  for (const [key, property] of actions.flatMap(({ part }) => Object.entries(part.properties))) {
    const text = JSON.stringify(property)
    if ((first.get(key) ?? text) !== text) differing.add(key)
    first.set(key, text)
  }
  return differing
}

function bundle(root, ...parts) {
  const definitions = Object.assign({}, root.definitions, ...parts.map(part => part.definitions))
  return { $schema: 'http://json-schema.org/draft-07/schema#', ...root, definitions }
}

/** A schema for what one of the definitions describes. */
function onlyDefinition({ definitions }, name) {
  return { ...definitions[name], definitions }
}

/** A schema that takes what a later version has more. */
function withMore(schema) {
  return JSON.parse(
    JSON.stringify(schema, (key, value) =>
      key === 'additionalProperties' && value === false ? undefined : value,
    ),
  )
}

/** A schema for what is saved, without the calls, which have one of their own. */
function withoutHistory(store) {
  const { history, ...properties } = store.properties
  return history === undefined ? store : { ...store, properties }
}

/** The configuration with any mocks: how they are written is checked as in suites, and only where there are some. */
function withoutMocks({ properties, definitions, ...schema }) {
  const { service } = definitions
  const mocks = { $comment: 'mocks', type: 'object', minProperties: 1 }
  const mock = { type: 'object', minProperties: 1 }
  const own = { ...service, properties: { ...service.properties, mock } }
  return onlyUsed({
    ...schema,
    properties: { ...properties, mocks },
    definitions: { ...definitions, service: own },
  })
}

/** A schema with the definitions that it refers to. */
function onlyUsed({ definitions, ...schema }) {
  const used = {}
  const waiting = [schema]
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop())
    for (const [, name] of JSON.stringify(part).matchAll(/"#\/definitions\/([^"]+)"/g))
      if (used[name] === undefined) waiting.push((used[name] = definitions[name]))
  return { ...schema, definitions: used }
}

function languageModule(actions, suite, transport, stepProperties) {
  const { before, after } = aroundAction(stepProperties)
  const keys = Object.fromEntries(actions.map(({ name, part }) => [name, Object.keys(part.properties)]))
  const operators = Object.keys(suite.definitions.operators.properties)
  const notInInput = new Set([...Object.keys(transport.definitions), 'scripts', 'contract'])
  const inputKeys = Object.entries(keys).map(([name, all]) => {
    const own = all.filter(key => !notInInput.has(key))
    return `  readonly ${name}: ${own.map(key => `'${key}'`).join(' | ')}`
  })
  return [
    '// Generated from schemas/ by `npm run generate`.',
    '',
    '/** Every action with the step keys that belong to it, its own first. */',
    `export const actionKeys: Readonly<Record<string, readonly string[]>> = ${JSON.stringify(keys, null, 2)}`,
    '',
    '/** The keys of the input of each action: of those, what neither says how requests travel nor is a script. */',
    `export interface InputKeys {\n${inputKeys.join('\n')}\n}`,
    '',
    '/** The operators of a validation, in the order the documentation lists them. */',
    `export const operatorNames = ${JSON.stringify(operators, null, 2)} as const`,
    '',
    '/** The keys of a suite in the order in which they are written. */',
    `export const suiteKeyOrder: readonly string[] = ${JSON.stringify(Object.keys(suite.properties))}`,
    '',
    '/** The keys that every step may have, in the order in which they are written before and after those of its action. */',
    `export const stepKeyOrder: Readonly<Record<'before' | 'after', readonly string[]>> = ${JSON.stringify({ before: Object.keys(before), after: Object.keys(after) })}`,
    '',
    '/** The keys of settings and steps that say how requests travel. */',
    `export const transportKeys: readonly string[] = ${JSON.stringify(Object.keys(transport.definitions))}`,
    '',
  ].join('\n')
}

/** The functions of placeholders, without what only people read. */
function functionsModule(functions) {
  const facts = Object.entries(functions).map(([name, { takes, gives, arguments: own = [] }]) => [
    name,
    { takes, gives, arguments: own },
  ])
  return [
    '// Generated from schemas/ by `npm run generate`.',
    "import type { FunctionFacts } from '../template/functions/function-facts.ts'",
    '',
    '/** What each function of placeholders takes and gives, in the order the documentation lists them. */',
    `export const functionFacts: ReadonlyMap<string, FunctionFacts> = new Map(${JSON.stringify(facts, null, 2)})`,
    '',
  ].join('\n')
}

/** Writes the texts of the functions that only editors show, apart from the module that every run loads. */
function functionTextsModule(functions) {
  const texts = Object.entries(functions).map(
    ([
      name,
      {
        description,
        example: { of, calls, is },
      },
    ]) => [name, `${description}\n\n${JSON.stringify(of)} | ${calls} gives ${JSON.stringify(is)}`],
  )
  return [
    '// Generated from schemas/ by `npm run generate`.',
    '',
    '/** What each function of placeholders does, with an example. */',
    `export const functionTexts: ReadonlyMap<string, string> = new Map(${JSON.stringify(texts, null, 2)})`,
    '',
  ].join('\n')
}

/** A schema as text, which is read faster than code that makes it. */
function schemaModule(schema) {
  const text = JSON.stringify(JSON.stringify(withoutProse(schema)))
  return [
    '// Generated from schemas/ by `npm run generate`.',
    "import type { JsonObject } from '../model/json.ts'",
    '',
    '/** The schema of suites, without what only people and editors read. */',
    `export const suiteSchema = JSON.parse(${text}) as JsonObject`,
    '',
  ].join('\n')
}

/** With `isBrief` only the first error is told, in half as much code. */
function validatorModule(schema, isBrief = false) {
  const ajv = new Ajv({
    allErrors: !isBrief,
    strict: false,
    verbose: !isBrief,
    code: { source: true, esm: true, lines: false },
  })
  addFormats(ajv)
  const code = standaloneCode(ajv, ajv.compile(withoutProse(schema)))
  return `// Generated from schemas/ by \`npm run generate\`.\n${withImports(code)}\n`
}

/** The schema without what only people and editors read; it would be a fifth of the program. */
function withoutProse(schema) {
  return JSON.parse(
    JSON.stringify(schema, (key, value) =>
      prose.has(key) && typeof value !== 'object'
        ? undefined
        : key === 'examples' && Array.isArray(value)
          ? undefined
          : value,
    ),
  )
}
const prose = new Set(['title', 'description'])

/** ajv writes `require()` for its helpers even in ES modules. */
function withImports(code) {
  const imports = []
  const body = code.replace(
    /const (\w+) = require\("([^"]+)"\)(\.\w+)?(\.\w+)?(\[?[^;]*\]?)?;/g,
    (_, name, module, ...rest) => {
      const access = rest
        .slice(0, 3)
        .filter(part => typeof part === 'string')
        .join('')
      imports.push(`import ${name}Module from "${module}${module.endsWith('.js') ? '' : '.js'}";`)
      return `const ${name} = ${name}Module${access};`
    },
  )
  return [...imports, body].join('\n')
}

/** The types of the module that scripts/build.mjs writes, which knows the operations. */
const toolTypes = `import type { ToolDescription } from '../mcp/tool.ts'
declare const tools: readonly ToolDescription[]
export default tools
`

const validatorTypes = `import type { ErrorObject } from 'ajv'

/** True when the document satisfies the schema; otherwise \`errors\` says why not. */
declare const validate: ((document: unknown) => boolean) & { errors?: ErrorObject[] | null }
export default validate
`

const json = value => printed(value, '') + '\n'

/** JSON with a line for each member, but for what fits on one. */
function printed(value, indentation) {
  const flat = JSON.stringify(value)
  const isWhole = typeof value !== 'object' || value === null || indentation.length + flat.length <= widest
  if (isWhole) return flat
  const inner = `${indentation}  `
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const items = Array.isArray(value)
    ? value.map(item => printed(item, inner))
    : Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${printed(member, inner)}`)
  return `${open}\n${items.map(item => inner + item).join(',\n')}\n${indentation}${close}`
}

/** The characters of a line of JSON at most. */
const widest = 120

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await writeGenerated()
