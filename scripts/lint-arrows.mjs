// A plugin of the linter: which folder of the program may import which, and who prints. oxlint.config.mjs loads it.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * The folders of src/ in the order of the data flow: each may import itself and the folders after it, never one before
 * it. docs/development/architecture.md explains them.
 */
export const layers = [
  'cli',
  'mcp',
  'lsp',
  'operations',
  'recording',
  'mock',
  'contract',
  'pact',
  'load-test',
  'formats',
  'api-requests',
  'store',
  'report',
  'run',
  'plan',
  'load',
  'curl',
  'compile',
  'check',
  'validations',
  'extracts',
  'actions',
  'parse',
  'api-description',
  'template',
  'document',
  'json-path',
  'secrets',
  'patterns',
  'model',
  'util',
]

const downwards = {
  create(context) {
    const layer = layerOf(context.filename)
    if (layer === -1) return {}
    const judge = ({ source }) => {
      if (typeof source?.value !== 'string' || !source.value.startsWith('.')) return
      const imported = path.resolve(path.dirname(context.filename), source.value)
      const message = refusal(layer, imported) ?? besideTheDoor(context.filename, imported)
      if (message !== undefined) context.report({ node: source, message })
    }
    return {
      ImportDeclaration: judge,
      ImportExpression: judge,
      ExportNamedDeclaration: judge,
      ExportAllDeclaration: judge,
    }
  },
}

/** Why a folder may not import a file; the command line alone starts the playground. */
function refusal(layer, imported) {
  const playground = path.relative(process.cwd(), imported).startsWith('playground')
  if (playground && layer > 0) return 'Only src/cli may import the playground.'
  const other = layerOf(imported)
  if (other === -1 || other >= layer) return undefined
  return `src/${layers[layer]} may not import src/${layers[other]}, a folder above it; see docs/development/architecture.md.`
}

/**
 * The folders that each room of src/ with more than twenty files imports, and the files by which it is entered from outside,
 * as its doors.json says; of smaller rooms, those that have such a list.
 */
const doors = Object.fromEntries(
  layers.flatMap(room => {
    const file = path.join('src', room, 'doors.json')
    return existsSync(file) ? [[room, JSON.parse(readFileSync(file, 'utf8'))]] : []
  }),
)

function besideTheDoor(file, imported) {
  const [source, room, ...inside] = path.relative(process.cwd(), imported).split(path.sep)
  const own = roomOf(file)
  // A test may look at any part of the program.
  if (source !== 'src' || own === room || inside.length === 0 || file.endsWith('.test.ts')) return undefined
  if (doors[own] !== undefined && layers.includes(room) && !doors[own].imports.includes(room))
    return `src/${own} imports nothing of src/${room} so far: if it is to, say so in src/${own}/doors.json.`
  const { entrances } = doors[room] ?? {}
  if (entrances === undefined || entrances.includes(inside.join('/'))) return undefined
  return `src/${room} is entered by the files in src/${room}/doors.json alone.`
}

function roomOf(file) {
  return path.relative(process.cwd(), file).split(path.sep)[1]
}

function layerOf(file) {
  const [source, folder] = path.relative(process.cwd(), file).split(path.sep)
  return source === 'src' ? layers.indexOf(folder) : -1
}

/** Everything of the program is printed by src/cli/print.ts, which keeps out what a terminal or a build server would obey. */
const printing = {
  create(context) {
    const file = path.relative(process.cwd(), context.filename)
    if (!file.startsWith('src') || file === path.join('src', 'cli', 'print.ts')) return {}
    return {
      CallExpression({ callee }) {
        const { object, property } = callee
        if (property?.name === 'write' && /^std(?:out|err)$/.test(object?.property?.name ?? ''))
          context.report({ node: callee, message: 'Only src/cli/print.ts prints.' })
      },
    }
  },
}

/** The actions of steps by their names; those that are also words of JavaScript or of English count only where a step's key is meant. */
const actions = new Set(readdirSync('schemas/actions').map(file => file.split('.')[0]))
const commonWords = new Set(
  ['calls', 'collect', 'exec', 'pause', 'request', 'reset', 'script', 'set', 'steps', 'use', 'wait'].filter(
    word => actions.has(word),
  ),
)

/** The folders that may name actions: the actions themselves, and the code that translates or performs a call by command. */
const namesActions = ['src/actions/', 'src/cli/', 'src/formats/']

/** Other files that still do, each with the reason; the list is to shrink. */
const stillNameActions = {
  'src/compile/collection-file.ts': 'writes suites that use others',
  'src/compile/json-types.ts': 'translates what sets variables',
  'src/compile/relocate-files.ts': 'which keys name files is not among the facts yet',
  'src/compile/request-of-step.ts': 'translates a request',
  'src/compile/variable-flow.ts': 'translates what sets variables',
  'src/contract/live/operation-result.ts': 'makes requests',
  'src/model/call-record.ts': 'names commands of the command line',
  'src/report/har/entries.ts': 'the word is that of the format',
  'src/operations/contract/collection-values.ts': 'looks at requests only',
  'src/operations/convert/mark-imported.ts': 'marks requests only',
  'src/operations/calls/call-operations.ts': 'has an operation for each kind of call',
  'src/operations/calls/describe-services.ts': 'performs a call by command',
  'src/operations/pact/make-interactions.ts': 'makes pacts of requests only',
  'src/operations/pact/interaction-result.ts': 'makes requests',
  'src/operations/pact/provider-session.ts': 'makes requests',
  'src/operations/pact/recorded-steps.ts': 'looks into suites that are used',
  'src/operations/calls/without-secrets.ts': 'which keys hold an address is not asked of the facts yet',
  'src/operations/saved/merge-collection.ts': 'merges requests only',
  'src/operations/saved/step-problems.ts': 'looks at requests only',
  'src/operations/services/wait-for-health.ts': 'performs a wait by command',
  'src/parse/build-step.ts': 'names steps, and may not import the actions',
}

/** An action is described by its facts in src/actions: no other code knows it by its name. */
const actionNames = {
  create(context) {
    const file = path.relative(process.cwd(), context.filename).split(path.sep).join('/')
    const isFree =
      namesActions.some(folder => file.startsWith(folder)) || Object.hasOwn(stillNameActions, file)
    if (!file.startsWith('src/') || isFree) return {}
    const report = node => {
      const name = node.value ?? node.name
      context.report({
        node,
        message: `Ask the facts of actions (src/actions/index.ts) instead of naming "${name}".`,
      })
    }
    return {
      Literal(node) {
        if (!actions.has(node.value)) return
        if (!commonWords.has(node.value) || meansStep(node)) report(node)
      },
      Property({ key, computed, value }) {
        if (computed || key.type !== 'Identifier' || !actions.has(key.name)) return
        if (!commonWords.has(key.name) && value.type !== 'ObjectPattern') report(key)
      },
      VariableDeclarator({ id, init }) {
        if (id.type !== 'ObjectPattern' || init?.name !== 'input') return
        for (const { key } of id.properties)
          if (key?.type === 'Identifier' && actions.has(key.name)) report(key)
      },
    }
  },
}

/** True where a word is compared with the name of an action, is one, or looks up what a step has under its action's key. */
function meansStep({ parent, value }) {
  switch (parent.type) {
    case 'BinaryExpression':
      return isAction(parent.left) || isAction(parent.right)
    case 'LogicalExpression':
    case 'AssignmentPattern':
      return isAction(parent.left)
    case 'MemberExpression':
      return parent.computed && isOfStep(parent.object)
    case 'Property':
      return parent.key.name === 'action' && parent.value.value === value
    case 'CallExpression':
      return ['loadAction', 'settingsFor', 'factsOf'].includes(parent.callee.name)
    case 'ArrayExpression':
      return parent.parent.parent?.type === 'CallExpression' && parent.parent.parent.arguments.some(isAction)
    default:
      return false
  }
}

function isAction(node) {
  const name = node.name ?? node.property?.name ?? node.callee?.name
  return name === 'action' || name === 'actionOf'
}

function isOfStep(node) {
  const name = node?.name ?? node?.property?.name
  return name === 'step' || name === 'input'
}

/** Files that have to read what a library, a tool or a server says, each with whose words these are. */
const readsTexts = {
  'src/actions/amqp/connect-amqp.ts': 'amqplib',
  'src/actions/grpc/json/encode-message.ts': 'protobufjs',
  'src/actions/grpc/schema/proto-files.ts': 'protobufjs',
  'src/actions/script/sandbox/running.ts': 'postman-sandbox',
  'src/actions/transport/proxy-error.ts': 'node:http',
  'src/actions/transport/socks-way.ts': 'socks',
  'src/actions/websocket/close-web-socket.ts': 'ws',
  'src/actions/websocket/handshake-error.ts': 'node:http',
  'src/check/scripts/read-script.ts': 'acorn',
  'src/document/json-text.ts': 'JSON.parse',
  'src/document/load-yaml.ts': 'js-yaml',
  'src/document/read-value.ts': 'JSON.parse and js-yaml',
  'src/document/yaml/syntax-problems.ts': 'yaml',
  'src/formats/test-code/ruby/frameworks.ts': 'RSpec',
  'src/json-path/query.ts': 'json-p3',
  'src/parse/data-rows/csv-rows.ts': 'csv-parse',
  'src/patterns/engine.ts': 're2js',
  'src/report/explain/judgement-causes.ts': 'ajv',
  'src/run/services/probe.ts': 'OpenSSL',
}

/** Other files that still do, each with the reason; the list is to shrink. */
const stillReadTexts = {
  'src/cli/commands/operation.ts': 'the reader of YAML reads JSON, too, and does not say so',
  'src/load-test/measurements.ts': 'a failed validation does not tell what is expected without what came',
  'src/mock/answer-requests.ts': 'why an answer cannot be made is one text',
}

const looksInto = new Set([
  'endsWith',
  'includes',
  'match',
  'matchAll',
  'replace',
  'replaceAll',
  'search',
  'startsWith',
])

/** A part that has to know which problem or failure it has asks for its code or its name: texts change. */
const textPatterns = {
  create(context) {
    const file = path.relative(process.cwd(), context.filename).split(path.sep).join('/')
    if (!file.startsWith('src/') || Object.hasOwn({ ...readsTexts, ...stillReadTexts }, file)) return {}
    return {
      CallExpression(node) {
        const { callee, arguments: given } = node
        if (callee.type !== 'MemberExpression') return
        const { name } = callee.property
        // One text in place of another, as of a path, decides nothing.
        if (/^replace/.test(name) && given[0]?.type !== 'Literal') return
        const text =
          name === 'test' || name === 'exec' ? given[0] : looksInto.has(name) ? callee.object : undefined
        if (isTold(text))
          context.report({
            node,
            message:
              'Ask for the code of a problem or failure, or for its parts, instead of reading its text.',
          })
      },
    }
  },
}

/** True for the text of a problem, a failure or an error. */
function isTold(node) {
  switch (node?.type) {
    case 'Identifier':
      return told.has(node.name)
    case 'MemberExpression':
      return told.has(node.property.name)
    case 'ChainExpression':
      return isTold(node.expression)
    case 'LogicalExpression':
      return isTold(node.left)
    default:
      return false
  }
}

const told = new Set(['message', 'hint', 'reason'])

export default {
  meta: { name: 'arrows' },
  rules: { downwards, printing, 'action-names': actionNames, 'text-patterns': textPatterns },
}
