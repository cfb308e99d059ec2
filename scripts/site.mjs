// The site of the documentation, after a build: made without a network, and searched without one.
import { parseArgs } from 'node:util'
import { readSite, writeSite } from './site/build-site.mjs'
import { find, indexOf, readIndex } from './site/search.mjs'
import { serve } from './site/serve.mjs'

const usage = `Usage, after a build (npm run site builds first):
  node scripts/site.mjs                   write the site; a link or an image that leads nowhere is an error
  node scripts/site.mjs serve             write it, and serve it
  node scripts/site.mjs search QUERY …    print the sections that a search finds for each query, as JSON, best first

Options:
  --out FOLDER   the folder of the site (dist/site)
  --port NUMBER  the port that it is served at (4020)
  --base PATH    the path that it is served below (/)
  --help         print this`

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
        help: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    console.error(`${error.message}\n${usage}`)
    process.exit(2)
  }
}

/** Words behind a command that has none are a mistake, as is a search for nothing. */
function isCalledRight() {
  return Object.hasOwn(commands, command) && (command === 'search') === queries.length > 0
}

async function write() {
  const started = performance.now()
  const { pages, sections } = await writeSite(values.out)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${pages} pages with ${sections} sections in ${values.out}, in ${seconds} s`)
}

if (values.help) console.log(usage)
else if (isCalledRight())
  await commands[command]().catch(error => {
    console.error(error.message)
    process.exitCode = 1
  })
else {
  console.error(usage)
  process.exitCode = 2
}
