// Fills the generated parts of docs/: between `<!-- generated: NAME -->` and `<!-- end -->` stand tables and texts that
// follow from the schemas, the tables of the command line and the built program, which must exist. With --check nothing
// is written, and the exit code is 1 when something would be.
import { execFileSync } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { parse, stringify } from 'yaml'
import { commands } from '../dist/modules/src/cli/commands/index.js'
import { suiteSchema } from './generate.mjs'
import {
  descriptionRules,
  operationRules,
  schemaRules,
} from '../dist/modules/src/contract/diff/rules/index.js'
import { operationGroups } from '../dist/modules/src/operations/index.js'
import { actionKeys } from '../dist/modules/src/generated/language.js'
import { builtInNames, generateBuiltIn } from '../dist/modules/src/template/built-ins/index.js'
import { rangeUsages } from '../dist/modules/src/template/built-ins/ranges.js'
import { faultRow, faultText } from '../dist/modules/src/actions/faults/index.js'
import { faultCodes, samples } from '../dist/modules/src/actions/faults/testing/samples.js'
import { faultGroups } from '../dist/modules/src/testing/fault-server/faults/index.js'

const suite = await suiteSchema()
const { functions } = parse(await readFile('schemas/functions.schema.yaml', 'utf8'))
const configuration = JSON.parse(await readFile('schemas/configuration.schema.json', 'utf8'))
const playground = parse(await readFile('playground/openapi.yaml', 'utf8'))
const keyHead = ['Key', 'Meaning', 'Example']
const sharedRows = rowsOfSeveral()
const authKinds = suite.definitions.auth.anyOf[1].properties

/** Every command by its name. */
const loaded = new Map()
for (const { name, load } of commands) if (load !== undefined) loaded.set(name, (await load()).command)
const { json, 'last-event-id': lastEventId } = loaded.get('sse').options

const allCommands = await Promise.all(
  commands.map(async ({ name, load }) => ({ name, ...(await load?.())?.command })),
)

/** The texts that may stand between the markers, by name. */
const parts = {
  commands: () => commandTable(help()),
  'options of init': () => optionsOf('init'),
  'options of check': () => optionsOf('check'),
  'options of fmt': () => optionsOf('fmt'),
  'options of a run': () => optionsOf('run'),
  'options of wait': () => optionsOf('wait'),
  'options of record': () => optionsOf('record', isOwn),
  'options of load': () => groupedOptions(loaded.get('load')),
  'options of send': () => groupedOptions(loaded.get('poll')),
  'options of ws and sse': () =>
    optionTable({ ...loaded.get('ws').options, json, 'last-event-id': lastEventId }),
  'options of grpc': () => optionsOf('grpc'),
  'options of listen': () => optionsOf('listen'),
  'options of publish': () => optionsOf('publish'),
  'options of contract check': () => optionsOf('contract check', isOwn),
  'options of contract diff': () => optionsOf('contract diff'),
  'rules about the API': () => levelTable(descriptionRules),
  'rules about operations': () => levelTable(operationRules),
  'rules about schemas': () => schemaRuleTable(),
  'options of playground': () => codeBlock(optionLines(help('playground'))),
  'options of pact verify': () => optionsOf('pact verify', isOwn),
  'options of pact generate': () => optionsOf('pact generate'),
  'options of generate tests': () => optionsOf('generate tests'),
  'options of mock start': () => optionsOf('mock start', isOwn),
  'options of history': () => optionsOf('history'),
  'options of merge-reports': () => codeBlock(optionLines(help('merge-reports'))),
  'keys of a suite': () => keyTable(suite, suite),
  'keys of settings': () => ownTable(keyRows(suite, suite.definitions.settings)),
  'keys of several actions': () => table(keyHead, sharedRows),
  ...Object.fromEntries(
    Object.keys(actionKeys).map(name => [`keys of ${name}`, () => ownTable(actionRows(name))]),
  ),
  'keys of every step': () => keyTable(suite, suite.definitions.step, isCommonKey),
  'keys of a message to send': () => keyTable(suite, suite.definitions['outgoing-message']),
  'keys of sasl': () => keyTable(suite, suite.definitions.step.properties.sasl),
  'keys of a data file': () => keyTable(suite, suite.definitions.data.anyOf[1]),
  'keys of load': () => keyTable(suite, suite.properties.load),
  'keys of a stage of load': () => keyTable(suite, suite.properties.load.properties.stages.items),
  'keys of a mock': () => keyTable(suite, suite.definitions.mock),
  'keys of a mock collection': () => keyTable(suite, suite.definitions['mock-collection']),
  'keys of a route': () => keyTable(suite, suite.definitions['mock-route']),
  'keys of a mock answer': () => keyTable(suite, suite.definitions['mock-answer'].anyOf[2]),
  'keys of an event of a mock': () => keyTable(suite, suite.definitions['mock-event']),
  'keys of a reply of a mock': () => keyTable(suite, suite.definitions['mock-reply']),
  'targets of a message': () => targetTable(suite.definitions['message-expectation']),
  'keys of graphql': () => keyTable(suite, suite.definitions['graphql-operation']),
  'keys of multipart': () => keyTable(suite, suite.definitions['multipart-part'].anyOf[1]),
  'keys of contract': () => keyTable(suite, suite.definitions.contract.anyOf[1]),
  'keys of auth': () => keyTable(suite, suite.definitions.auth.anyOf[1]),
  'keys of oauth2': () => keyTable(suite, authKinds.oauth2),
  'keys of digest': () => keyTable(suite, authKinds.digest),
  'keys of aws': () => keyTable(suite, authKinds.aws),
  'keys of tls': () => keyTable(suite, suite.definitions.tls),
  'keys of proxy': () => keyTable(suite, suite.definitions.proxy.anyOf[2]),
  'keys of correlation': () => keyTable(suite, suite.definitions.correlation),
  'keys of scripts': () => keyTable(suite, suite.definitions.scripts),
  'keys of retry': () => keyTable(suite, suite.definitions.retry),
  'keys of repeat': () => keyTable(suite, suite.definitions.repeat),
  'keys of an extract': () => keyTable(suite, suite.definitions.extract.anyOf[1]),
  targets: () => targetTable(suite.definitions.validation),
  'card of a suite': () => card('Key', keyRows(suite, suite)),
  'card of actions': () => card('Action', keyRows(suite, suite.definitions.step, isAction)),
  'card of a step': () => card('Key', keyRows(suite, suite.definitions.step, isCommonKey)),
  'card of targets': () => card('Target', targetRows(suite.definitions.validation)),
  'card of operators': () => card('Operator', keyRows(suite, suite.definitions.operators)),
  'card of functions': () => card('Function', functionRows()),
  operators: () => keyTable(suite, suite.definitions.operators),
  'built-ins': () => builtInTable(),
  functions: () => functionTable(),
  operations: () => operationTable(),
  endpoints: () => endpointTable(),
  faults: () => faultGroups.map(faultTable).join('\n\n'),
  'network errors': () => codeTable('Network Error'),
  'auth errors': () => codeTable('Auth Error'),
  'file errors': () => codeTable('File Error'),
  'request errors': () => codeTable('Request Error'),
  'script errors': () => codeTable('Script Error'),
  'template errors': () => codeTable('Template Error'),
  'judging errors': () => codeTable('Judging Error'),
  'exec errors': () => codeTable('Exec Error'),
  'use errors': () => codeTable('Use Error'),
  'keys of the configuration': () => keyTable(configuration, configuration),
  'keys of an environment': () => keyTable(configuration, configuration.definitions.environment),
  'keys of a service': () => keyTable(configuration, configuration.definitions.service),
  'keys of a secret command': () => keyTable(configuration, configuration.definitions['secret-command']),
  'keys of a setup': () => keyTable(configuration, configuration.definitions['setup-step']),
}

/** The options of a command that are wanted. */
function optionsOf(name, wanted = () => true) {
  const { options } = loaded.get(name)
  return optionTable(Object.fromEntries(Object.entries(options).filter(([option]) => wanted(option))))
}

/** True where `apitest send` has no such option. */
function isOwn(option) {
  return !Object.hasOwn(loaded.get('send').options, option)
}

const ownKeys = new Set(Object.values(actionKeys).flat())

function isCommonKey(key) {
  return !ownKeys.has(key)
}

/** An action's keys in its own order, as it describes them where others describe them differently. */
function actionRows(action) {
  const { step } = suite.definitions
  const own = step.allOf.find(part => part.if?.required?.[0] === action)?.then.properties
  const properties = actionKeys[action].map(key => [key, own?.[key] ?? step.properties[key]])
  return keyRows(suite, { properties: Object.fromEntries(properties) })
}

/** The rows that stand in the same words under several actions, each once. */
function rowsOfSeveral() {
  const rows = Object.keys(actionKeys).flatMap(actionRows)
  const texts = rows.map(String)
  return rows.filter(
    (row, index) => texts.indexOf(String(row)) === index && texts.lastIndexOf(String(row)) > index,
  )
}

/** A table without the rows of several actions, and a line that names these. */
function ownTable(rows) {
  const isShared = row => sharedRows.some(shared => String(shared) === String(row))
  const own = rows.filter(row => !isShared(row))
  const names = rows.filter(isShared).map(([name]) => name)
  const also = `Also these [keys of several actions](#keys-of-several-actions): ${names.join(', ')}.`
  return [table(keyHead, own), ...(names.length === 0 ? [] : [also])].join('\n\n')
}

function isAction(key) {
  return Object.hasOwn(actionKeys, key)
}

function keyTable(schema, object, wanted) {
  return table(keyHead, keyRows(schema, object, wanted))
}

function keyRows(schema, object, wanted = () => true) {
  return Object.entries(object.properties)
    .filter(([key]) => wanted(key))
    .map(([key, property]) => [code(key), describe(schema, property), example(schema, property)])
}

/** The names of rows and their examples, two rows side by side; the rest of each is on the page that explains it. */
function card(word, rows) {
  const pairs = rows.map(([name, , example]) => [name, example.replace(/`([^`]{50})[^`]{4,}`/g, '`$1…`')])
  const half = Math.ceil(pairs.length / 2)
  const beside = pairs.slice(0, half).map((pair, index) => [...pair, ...(pairs[half + index] ?? ['', ''])])
  return table([word, 'Example', word, 'Example'], beside)
}

/** The text behind the word of a target, where that is not just a name. */
const forms = { cookie: 'NAME [PART]', certificate: 'PART', xpath: 'EXPRESSION' }

function targetTable(validation) {
  return table(['Target', 'What it looks at', 'Example'], targetRows(validation))
}

function targetRows(validation) {
  const all = { ...validation.properties, ...validation.patternProperties }
  const targets = Object.entries(all).filter(([key]) => key !== 'name')
  return targets.map(([key, property]) => [
    code(
      /^\^(header|trailer|variable|cookie|certificate|xpath) /.test(key)
        ? `${key.slice(1).split(' ')[0]} ${forms[key.slice(1).split(' ')[0]] ?? 'NAME'}`
        : key === '^\\$'
          ? '$…'
          : key,
    ),
    describe(suite, property),
    example(suite, property),
  ])
}

function describe(schema, property) {
  return cell(property.description ?? referred(schema, property).description)
}

function example(schema, property) {
  const [first] = property.examples ?? referred(schema, property).examples ?? []
  return first === undefined ? '' : code(flow(first))
}

function referred(schema, { $ref }) {
  return $ref === undefined ? {} : schema.definitions[$ref.replace('#/definitions/', '')]
}

/** A value as YAML on one line. */
function flow(value) {
  return stringify(value, { collectionStyle: 'flow', flowCollectionPadding: false, lineWidth: 0 })
    .trim()
    .replace(/\s*\n\s*/g, ' ')
}

function optionTable(options) {
  const rows = Object.entries(options).map(([name, option]) => [
    [
      ...[option.alias ?? []].flat().map(alias => code(alias.length === 1 ? `-${alias}` : `--${alias}`)),
      code(`--${name}`),
    ].join(', '),
    option.boolean === true ? '' : option.number === true ? 'number' : 'text',
    cell(option.describe),
  ])
  return table(['Option', 'Value', 'Meaning'], rows)
}

/** A table for each heading of the help. */
function groupedOptions({ options, groups }) {
  const tables = Object.entries(groups).map(([heading, names]) =>
    [
      `**${heading.replace(':', '')}**`,
      optionTable(Object.fromEntries(names.map(name => [name, options[name]]))),
    ].join('\n\n'),
  )
  return tables.join('\n\n')
}

/** The names of the built-ins, by the type of their values, four in a row. */
function builtInTable() {
  const names = builtInNames()
  const byType = (title, type) => [
    `**${title}**`,
    grid(names.filter(name => typeof generateBuiltIn(name) === type).map(name => `{{${name}}}`)),
  ]
  return [
    `There are ${names.length}. A range stands behind these: ${rangeUsages()
      .map(usage => code(`{{${usage}}}`))
      .join(', ')}.`,
    ...byType('Numbers', 'number'),
    ...byType('True or false', 'boolean'),
    ...byType('Text', 'string'),
  ].join('\n\n')
}

/** Names in a table without a heading, four in a row. */
function grid(names) {
  const cells = names.map(code)
  const rows = Array.from({ length: Math.ceil(cells.length / 4) }, (_, row) =>
    Array.from({ length: 4 }, (_, column) => cells[row * 4 + column] ?? ''),
  )
  return table(['', '', '', ''], rows)
}

/** The functions of placeholders, each with its example. */
function functionTable() {
  return table(['Function', 'What it gives', 'Example'], functionRows())
}

function functionRows() {
  return Object.entries(functions).map(([name, { arguments: own = [], description, example }]) => {
    const told = own.map(one => (one.optional === true ? `[${one.name}]` : one.name))
    const given = example.of === undefined ? '' : `${valueCode(example.of)} `
    return [
      code([name, ...told].join(' ')),
      cell(description),
      `${given}${code(`| ${example.calls}`)}${example.is === undefined ? '' : ` is ${valueCode(example.is)}`}`,
    ]
  })
}

function valueCode(value) {
  return code(JSON.stringify(value))
}

/** The operations with the commands that ask for them. */
function operationTable() {
  return operationGroups
    .map(({ name, title, operations, rare = [] }) => {
      const rows = [...operations, ...rare].map(operation =>
        operationRow(operation, rare.includes(operation)),
      )
      const head = ['Operation', 'Tool', 'Class', 'Command', 'What it does']
      return `### ${title}: \`${name}\`\n\n${table(head, rows)}`
    })
    .join('\n\n')
}

function operationRow({ name, permission, summary, byHand }, isRare) {
  const tool = code(name.replaceAll('-', '_'))
  return [
    code(name),
    byHand === true ? '' : isRare ? `(${tool})` : tool,
    code(permission),
    allCommands
      .filter(command => command.operations?.some(operation => operation.name === name))
      .map(command => code(`apitest ${command.name}`))
      .join(', '),
    cell(summary),
  ]
}

function endpointTable() {
  const rows = Object.entries(playground.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { summary, tags }]) => [
      tags[0],
      code(`${method.toUpperCase()} ${path}`),
      cell(summary),
    ]),
  )
  const order = [...new Set(playground.tags.map(tag => tag.name))]
  rows.sort(([left], [right]) => order.indexOf(left) - order.indexOf(right))
  return table(['Group', 'Endpoint', 'What it does'], rows)
}

/** Writes a table with the outcome of every fault of a group. */
function faultTable({ title, faults }) {
  const rows = faults.map(({ name, outcome, timed, message, hint = '' }) => [
    cell(name),
    outcome,
    timed ? 'at the time limit' : 'at once',
    message === undefined ? '' : code(message),
    cell(hint),
  ])
  return `### ${title}\n\n${table(['Fault', 'Outcome', 'When', 'Message', 'Hint'], rows)}`
}

/** The faults whose texts begin so, each with a message and a hint as they come about. */
function codeTable(wanted) {
  const rows = faultCodes.flatMap(name => {
    const { kind, message, hint = '' } = faultText({ code: name, parts: samples[name] })
    const { meaning, next = '' } = faultRow(name)
    return kind === wanted
      ? [[code(name), code(message), cell(sentence(meaning)), cell(`${hint} ${next}`.trim())]]
      : []
  })
  return table(['Code', 'Message, such as', 'What it means', 'What to do'], rows)
}

function sentence(text = '') {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function levelTable(rules) {
  return table(
    ['Rule', 'Level', 'What changed'],
    rules.map(({ id, level, description }) => [code(id), level, cell(description)]),
  )
}

/** Levels of the places that differ from the others stand behind them. */
function schemaRuleTable() {
  const rows = schemaRules.map(({ id, headerId, request = '', response = '', levels = {}, description }) => [
    [id, ...(headerId === undefined ? [] : [headerId])].map(code).join(', '),
    [request, ...Object.entries(levels).map(([place, level]) => `${level} (${code(place)})`)].join(', '),
    response,
    cell(description),
  ])
  return table(['Rule', 'In requests', 'In responses', 'What changed'], rows)
}

function help(...command) {
  return execFileSync(process.execPath, ['bin/apitest.cjs', ...command, '--help'], { encoding: 'utf8' })
}

function commandTable(text) {
  const unfolded = text.split('\nWhat runs:')[0].replaceAll(/\n {20,}(?=\S)/g, ' ')
  const lines = unfolded.match(/^ {2}apitest .*$/gm)
  const rows = lines.map(line => {
    const [, command, meaning] = /^\s*(\S.*?)\s{2,}(.*?)\s*(?:\[default\])?$/.exec(line)
    return [code(command), cell(meaning)]
  })
  return table(['Command', 'What it does'], rows)
}

/** The options of a command's help, without those that every command has. */
function optionLines(text) {
  const lines = /Options:\n([\s\S]*?)\n*$/.exec(text)[1].split('\n')
  return lines.filter(line => !/--(help|version)/.test(line)).join('\n')
}

function codeBlock(text) {
  return `\`\`\`text\n${text}\n\`\`\``
}

function table(head, rows) {
  return [head, head.map(() => '---'), ...rows].map(row => `| ${row.join(' | ')} |`).join('\n')
}

function code(text) {
  return `\`${cell(text)}\``
}

function cell(text = '') {
  return text.replaceAll('|', '\\|')
}

/** The text of a page with its generated parts made anew. */
function fill(file, page) {
  return page.replace(/(<!-- generated: (.*?) -->\n)[\s\S]*?(<!-- end -->)/g, (_, begin, name, end) => {
    if (parts[name] === undefined) throw new Error(`${file}: nothing is generated as "${name}"`)
    return `${begin}\n${parts[name]()}\n\n${end}`
  })
}

const check = process.argv.includes('--check')
for (const name of (await readdir('docs', { recursive: true })).filter(file => file.endsWith('.md'))) {
  const file = `docs/${name}`
  const page = await readFile(file, 'utf8')
  const filled = fill(file, page)
  if (filled === page) continue
  if (check) {
    console.error(`${file} is not what is generated: run npm run generate`)
    process.exitCode = 1
  } else await writeFile(file, filled)
}
