// Compiles the schema of every JSON answer of an OpenAPI document: with apitest's own reader, or with nothing but Ajv, which
// knows the document by its address and is told to be lenient, as most people use it. `node scripts/build.mjs` comes first.
import { readFileSync } from 'node:fs'

const [side, file] = process.argv.slice(2)
const count = side === 'ours' ? await withApitest() : await withAjv()
console.log(count)

async function withApitest() {
  const built = name => import(`../../dist/modules/src/${name}.js`)
  const { loadDescription } = await built('api-description/load-description')
  const { readLocalFile } = await built('api-description/documents/read-local-file')
  const { SchemaReader } = await built('validations/answer/schema-reader')
  const description = (await loadDescription(file, readLocalFile)).value
  const reader = new SchemaReader(description)
  const contents = description.operations.flatMap(({ responses }) => responses.flatMap(one => one.contents))
  return contents.filter(({ schema }) => schema !== undefined && reader.read(schema, 'response').ok).length
}

async function withAjv() {
  const { default: Ajv } = await import('ajv')
  const { default: addFormats } = await import('ajv-formats')
  const ajv = new Ajv({ strict: false, allErrors: true, validateSchema: false })
  addFormats(ajv)
  const document = JSON.parse(readFileSync(file, 'utf8'))
  ajv.addSchema(document, 'document')
  let compiled = 0
  for (const [path, item] of Object.entries(document.paths))
    for (const [method, { responses }] of Object.entries(item))
      for (const [status, { content = {} }] of Object.entries(responses))
        for (const type of Object.keys(content)) {
          const way = ['paths', path, method, 'responses', status, 'content', type, 'schema']
          const pointer = way.map(part => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')
          ajv.compile({ $ref: `document#/${encodeURI(pointer)}` })
          compiled++
        }
  return compiled
}
