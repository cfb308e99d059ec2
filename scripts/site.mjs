// The site of the documentation, after a build: made without a network, and searched without one.
//
//   node scripts/site.mjs                        writes dist/site; a link that leads nowhere is an error
//   node scripts/site.mjs serve                  writes it, and serves it; --port 4020, --base /docs/
//   node scripts/site.mjs search 'QUERY' …       prints what the search finds, as JSON: the sections of each query, best first
//
// `--out FOLDER` is another folder than dist/site.
import { parseArgs } from 'node:util'
import { readSite, writeSite } from './site/build-site.mjs'
import { find, indexOf, readIndex } from './site/search.mjs'
import { serve } from './site/serve.mjs'

const { values, positionals } = readWords()
const [command = 'build', ...queries] = positionals

const commands = {
  build: write,
  async serve() {
    await write()
    console.log(await serve(values.out, Number(values.port), `/${values.base}/`.replace(/\/+/g, '/')))
  },
  async search() {
    const { sections } = await readSite()
    const index = readIndex(JSON.parse(JSON.stringify(indexOf(sections))))
    const found = queries.map(query => ({
      query,
      found: find(index, query)
        .slice(0, 5)
        .map(({ url }) => url),
    }))
    console.log(JSON.stringify(found, undefined, 2))
  },
}

function readWords() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        out: { type: 'string', default: 'dist/site' },
        port: { type: 'string', default: '4020' },
        base: { type: 'string', default: '/' },
      },
    })
  } catch (error) {
    console.error(error.message)
    process.exit(2)
  }
}

async function write() {
  const started = performance.now()
  const { pages, sections } = await writeSite(values.out)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${pages} pages with ${sections} sections in ${values.out}, in ${seconds} s`)
}

try {
  if (!Object.hasOwn(commands, command))
    throw new Error('Usage: node scripts/site.mjs [serve | search QUERY …]')
  await commands[command]()
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
