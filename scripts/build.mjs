// Makes dist/: `dist/program` is what users run (bundled, minified, heavy parts in chunks loaded when needed),
// `dist/modules` is the same code file by file, for the tests.
import { createHash } from 'node:crypto'
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { build, transform } from 'esbuild'
import { billOfMaterials, bundledPackages, licenses } from './bundled-packages.mjs'
import { publishedSchemas, writeGenerated } from './generate.mjs'

const target = 'node20.19'

/** Bundles `src/cli/main.ts` as ES modules with shared chunks, then turns each chunk into a CommonJS file. */
async function buildProgram() {
  await rm('dist/program', { recursive: true, force: true })
  const bundle = await build({
    entryPoints: { main: 'src/cli/main.ts', 'load-thread': 'src/operations/load-test/load-thread.ts' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target,
    minify: true,
    write: false,
    metafile: true,
    outdir: 'dist/program',
    entryNames: '[name]',
    chunkNames: 'chunk-[name]-[hash]',
    legalComments: 'none',
    define: { 'process.env.APITEST_VERSION': JSON.stringify(await packageVersion()) },
    plugins: [withoutValidator],
  })
  await mkdir('dist/program', { recursive: true })
  const files = filesOf(bundle.metafile)
  const inRun = Object.keys(filesOfSeveral).flatMap(file => files.get(file))
  const texts = await Promise.all(
    [...files, [fileOfRun, inRun]].map(([file, chunks]) => writeFileOf(file, chunks, bundle)),
  )
  refuseBeyondAscii(texts)
  const buildName = createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 16)
  const places = [...files]
    .flatMap(([file, chunks]) => chunks.map(chunk => [chunk, file]))
    .filter(([chunk, file]) => chunk !== file)
  await writeFile(
    'dist/program/build.json',
    JSON.stringify({
      version: await packageVersion(),
      build: buildName,
      commands: await commands(),
      files: Object.fromEntries(places),
    }),
  )
  await cp('src/cli/start.cjs', 'dist/program/start.cjs')
  await writeFile('dist/program/package.json', '{ "type": "commonjs" }\n')
  await writeFile('dist/metafile.json', JSON.stringify(bundle.metafile))
  await copyExplorer()
  const packages = await bundledPackages(Object.keys(bundle.metafile.inputs))
  await writeFile('dist/program/LICENSES.txt', licenses(packages))
  await writeFile('dist/program/bom.cdx.json', billOfMaterials(await ownPackage(), packages))
}

/**
 * The SDK of the tool server brings a copy of ajv for schemas that nobody here gives it. Without it the server starts a tenth
 * sooner.
 */
const withoutValidator = {
  name: 'without-validator',
  setup(plugin) {
    plugin.onResolve({ filter: /^@modelcontextprotocol\/server\/_shims$/ }, () => ({
      path: path.resolve('src/mcp/sdk-shims.ts'),
    }))
  },
}

/** The program is read as Latin-1, which is faster. esbuild escapes what is beyond ASCII, but not in regular expressions. */
function refuseBeyondAscii(texts) {
  const found = /.{0,40}[\u0080-\uffff].{0,40}/.exec(texts.join('\n'))
  if (found !== null) throw new Error(`Write \\u instead of the character beyond ASCII: ${found[0]}`)
}

/** The scripts and styles of the playground's explorer, which a browser loads: no bundle can hold them. */
async function copyExplorer() {
  const unused = ['index.html', 'csp.json', 'logo.svg', 'swagger-ui.js']
  await cp('node_modules/@fastify/swagger-ui/static', 'dist/program/explorer', {
    recursive: true,
    filter: source => !unused.includes(path.basename(source)),
  })
}

/**
 * Modules that are always loaded together lie in one file, which is faster to load than thirty; so do all those that
 * most runs add, and so do the small parts that the other files share.
 */
const filesOfSeveral = {
  'program.js': ['src/cli/main.ts', 'src/cli/commands/check.ts'],
  'sending.js': [
    'src/cli/commands/run.ts',
    'src/actions/http/index.ts',
    'src/report/pretty/pretty.ts',
    'src/store/append-history.ts',
    'src/store/run-records.ts',
  ],
}

/** Both of them once more as one: in place of them a run, which always needs all of it, loads this. */
const fileOfRun = 'run.js'

/** Bytes below which a part that others share costs more as a file than as text. */
const smallPart = 4096

/** The files of the program, each with the names of the chunks in it. */
function filesOf({ outputs }) {
  const files = new Map()
  const placed = new Set()
  const place = (output, file) => {
    if (!placed.has(output)) files.set(file, [...(files.get(file) ?? []), path.basename(output)])
    placed.add(output)
  }
  const placeWithImports = (output, file) => {
    if (placed.has(output)) return
    place(output, file)
    for (const { kind, path: imported, external } of outputs[output].imports)
      if (kind === 'import-statement' && external !== true) placeWithImports(imported, file)
  }
  const entries = Object.entries(outputs)
  for (const [file, entryPoints] of Object.entries(filesOfSeveral))
    for (const [output, { entryPoint }] of entries)
      if (entryPoints.includes(entryPoint)) placeWithImports(output, file)
  for (const [output, { entryPoint, bytes }] of entries)
    if (entryPoint === undefined && bytes < smallPart) place(output, 'shared.js')
  for (const [output] of entries) place(output, path.basename(output))
  return files
}

/** Writes chunks as one expression: an object with a function for each, as CommonJS wraps a module. */
async function writeFileOf(file, chunks, { outputFiles, metafile }) {
  const textOf = chunk => outputFiles.find(({ path: output }) => path.basename(output) === chunk).text
  const exportsOf = chunk => metafile.outputs[`dist/program/${chunk}`].exports
  const functions =
    file in filesOfSeveral || file === fileOfRun
      ? [
          whole(file, chunks, { textOf, exportsOf }),
          ...chunks.map((chunk, index) => partOf(file, chunk, index)),
        ]
      : chunks.map(async chunk => JSON.stringify(chunk) + (await toMethod(textOf(chunk))))
  const text = `(()=>{${ownHelpers}return{${(await Promise.all(functions)).join(',\n')}}})()\n`
  await writeFile(`dist/program/${file}`, text)
  return text
}

/**
 * The chunks that always are in one file as one module, in which they use each other's functions as their own: through the
 * exports of a chunk each use of a function is one more call. What other files see of a chunk is made when one asks.
 */
async function whole(file, chunks, { textOf, exportsOf }) {
  const imports = chunks.map((chunk, index) => `import * as chunk${index} from "./${chunk}"`)
  const parts = chunks.map((chunk, index) => {
    const getters = exportsOf(chunk).map(name => `get ${name}(){return chunk${index}.${name}}`)
    return `()=>({${getters.join(',')}})`
  })
  const contents = `${imports.join('\n')}\nexport const parts=[${parts.join(',')}]`
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: '/', sourcefile: file },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target,
    minify: true,
    write: false,
    legalComments: 'none',
    plugins: [
      {
        name: 'chunks-of-file',
        setup(plugin) {
          plugin.onResolve({ filter: /^\.\// }, ({ path: imported, kind }) => {
            const chunk = path.basename(imported)
            return kind === 'import-statement' && chunks.includes(chunk)
              ? { path: chunk, namespace: 'chunk' }
              : { path: imported, external: true }
          })
          plugin.onResolve({ filter: /^[^.]/ }, ({ path: imported }) => ({ path: imported, external: true }))
          plugin.onLoad({ filter: /.*/, namespace: 'chunk' }, ({ path: chunk }) => ({
            contents: textOf(chunk),
            resolveDir: '/',
          }))
        },
      },
    ],
  })
  return JSON.stringify(`whole-${file}`) + (await toMethod(outputFiles[0].text))
}

/** A chunk of such a file, as the others see it. */
function partOf(file, chunk, index) {
  return `${JSON.stringify(chunk)}(module,require){module.exports=require("./whole-${file}").parts[${index}]()}`
}

/**
 * The helpers that esbuild defines in every module of CommonJS: 500 characters and seven functions, many times in one
 * file.
 */
const helpers =
  /(?:var __create=Object\.create;)?var __defProp=Object\.defineProperty;.*?__toCommonJS=mod=>.*?,mod\);/s

/**
 * The helpers that do the same once in a file: exports that are looked up when they are used, modules of Node as
 * `import` sees them, and those that are loaded when something of them is first used, as most commands need few of
 * them.
 */
const ownHelpers =
  'const __export=(target,all)=>{for(const name in all)Object.defineProperty(target,name,{get:all[name],enumerable:true})},' +
  '__toESM=module=>Object.create(module,{default:{value:module,enumerable:true}}),' +
  '__later=load=>{let module;return()=>module??=load()};'

/** A chunk as parameters and body of a function: `(module,require,__filename){...}`. */
async function toMethod(text) {
  const { code } = await transform(text, {
    format: 'cjs',
    platform: 'node',
    target,
    minifyWhitespace: true,
    supported: { 'dynamic-import': false },
    define: { 'import.meta.url': '__importMetaUrl' },
    banner: text.includes('import.meta.url')
      ? 'const __importMetaUrl=require("node:url").pathToFileURL(__filename).href;'
      : '',
  })
  const plain = withLaterModules(code)
    .replace(helpers, '')
    .replace('var stdin_exports={};', '')
    .replace('__export(stdin_exports,', '__export(module.exports,')
    .replace('module.exports=__toCommonJS(stdin_exports);', '')
    .replaceAll(/__toESM\((require\("\.\/[^"]+"\))\)/g, '$1')
  const unknown = /\b(?:stdin_exports|__(?:defProp|copyProps|reExport|toCommonJS))\b/.exec(plain)
  if (unknown !== null) throw new Error(`esbuild writes ${unknown[0]} in a form that is not known here`)
  const wrapped = `chunk=function(module,require,__filename){${plain}}`
  const { code: minified } = await transform(wrapped, { platform: 'node', target, minify: true })
  const [, method] = /^chunk=function(.*);\n$/s.exec(minified) ?? []
  if (method === undefined) throw new Error(`a chunk is no function any more: ${minified.slice(0, 200)}`)
  return method
}

/** Modules of Node are loaded when something of them is first used: `name.member` becomes `name().member`. */
function withLaterModules(code) {
  const declared = /\b(import_\w+)=((?:__toESM\()?require\("node:[^"]+"\)\)?)/g
  let text = code.replaceAll(declared, '$1=__later(()=>$2)')
  for (const [, name] of code.matchAll(declared)) {
    text = text
      .replaceAll(new RegExp(`\\bnew ${name}((?:\\.\\w+)+)`, 'g'), `new(${name}()$1)`)
      .replaceAll(new RegExp(`\\b${name}(?=\\.)`, 'g'), `${name}()`)
    if (new RegExp(`\\b${name}\\b(?![(=])`).test(text)) throw new Error(`${name} is used as a whole`)
  }
  return text
}

/** Compiles every source file on its own; imports of `.ts` files become imports of the `.js` files beside them. */
async function buildModules() {
  await rm('dist/modules', { recursive: true, force: true })
  const entryPoints = []
  for (const folder of ['src', 'playground', 'bench'])
    for await (const file of typescriptFiles(folder)) entryPoints.push(file)
  await build({
    entryPoints,
    outdir: 'dist/modules',
    outbase: '.',
    bundle: true,
    format: 'esm',
    platform: 'node',
    target,
    sourcemap: 'inline',
    plugins: [
      {
        name: 'keep-imports',
        setup(plugin) {
          plugin.onResolve({ filter: /.*/ }, resolved =>
            resolved.kind === 'entry-point'
              ? undefined
              : { path: resolved.path.replace(/^(\..*)\.ts$/, '$1.js'), external: true },
          )
        },
      },
    ],
  })
  await cp('src/generated', 'dist/modules/src/generated', {
    recursive: true,
    filter: source => !source.endsWith('.ts'),
  })
}

/**
 * The process that scripts run in, and beside it the code of Postman's sandbox, which it reads as text. Neither is a part
 * of the bundle: nobody who runs no script loads them.
 */
async function buildSandbox() {
  const bootcode = await import('postman-sandbox/.cache/bootcode.js')
  const text = await new Promise((resolve, reject) =>
    bootcode.default((error, code) => (error ? reject(error) : resolve(code))),
  )
  for (const folder of ['dist/program', 'dist/modules/src/actions/script/sandbox']) {
    await build({
      entryPoints: { 'sandbox-process': 'src/actions/script/sandbox/process/main.ts' },
      outdir: folder,
      outExtension: { '.js': '.cjs' },
      bundle: true,
      format: 'cjs',
      platform: 'node',
      target,
      minify: true,
      legalComments: 'none',
    })
    await writeFile(path.join(folder, 'sandbox-bootcode.js'), text)
  }
}

async function* typescriptFiles(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  for (const entry of entries)
    if (entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.d.ts'))
      yield path.join(entry.parentPath, entry.name)
}

/** The tools that assistants are offered: of all operations, so that no operation has to be loaded to list them. */
async function writeTools() {
  const { operationGroups } = await import('../dist/modules/src/operations/index.js')
  const { describeTools } = await import('../dist/modules/src/mcp/describe-tools.js')
  const files = await publishedSchemas()
  const schemas = files.map(async file => [path.basename(file), JSON.parse(await readFile(file, 'utf8'))])
  const tools = describeTools(operationGroups, Object.fromEntries(await Promise.all(schemas)))
  const text = `// Made by scripts/build.mjs.\nexport default JSON.parse(${JSON.stringify(JSON.stringify(tools))})\n`
  for (const folder of ['src/generated', 'dist/modules/src/generated'])
    await writeFile(path.join(folder, 'tools.js'), text)
}

/** The words that lines begin with, as the modules know them. */
async function commands() {
  const { commandWords } = await import('../dist/modules/src/cli/commands/index.js')
  return commandWords()
}

async function packageVersion() {
  return (await ownPackage()).version
}

async function ownPackage() {
  return JSON.parse(await readFile('package.json', 'utf8'))
}

await writeGenerated()
await buildModules()
await writeTools()
await buildProgram()
await buildSandbox()
