// A plugin of the linter: which folder of the program may import which, and who prints. oxlint.config.mjs loads it.
import path from 'node:path'

/**
 * The folders of src/ in the order of the data flow: each may import itself and the folders after it, never one before
 * it. docs/architecture.md explains them.
 */
export const layers = [
  'cli',
  'operations',
  'contract',
  'pact',
  'formats',
  'store',
  'report',
  'run',
  'plan',
  'load',
  'compile',
  'check',
  'validations',
  'extracts',
  'actions',
  'parse',
  'api-description',
  'template',
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
  return `src/${layers[layer]} may not import src/${layers[other]}, a folder above it; see docs/architecture.md.`
}

/** The files by which a room of src/ is entered from outside of it. */
const doors = {
  'json-path': ['index.ts'],
  // The engine is loaded only where a pattern runs.
  patterns: ['index.ts', 'engine.ts'],
  secrets: ['index.ts'],
}

function besideTheDoor(file, imported) {
  const [source, room, ...inside] = path.relative(process.cwd(), imported).split(path.sep)
  const { [room]: entrances } = doors
  if (
    source !== 'src' ||
    entrances === undefined ||
    roomOf(file) === room ||
    entrances.includes(inside.join('/'))
  )
    return undefined
  return `src/${room} is entered by its ${entrances.join(' or ')}.`
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

export default { meta: { name: 'arrows' }, rules: { downwards, printing } }
