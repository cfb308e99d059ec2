// Makes dist/: `dist/program` is what users run (bundled, minified, heavy parts in chunks loaded when needed),
// `dist/modules` is the same code file by file, for the tests.
import { createHash } from 'node:crypto'
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { build, transform } from 'esbuild'
import { writeGenerated } from './generate.mjs'
import { bundledLicenses } from './licenses.mjs'

const target = 'node20.19'

/** Bundles `src/cli/main.ts` as ES modules with shared chunks, then turns each chunk into a CommonJS file. */
async function buildProgram() {
  await rm('dist/program', { recursive: true, force: true })
  const bundle = await build({
    entryPoints: { main: 'src/cli/main.ts' },
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
    // Their only use here is measuring terminal columns, at 40 ms of start-up.
    alias: {
      'string-width': './scripts/shims/string-width.mjs',
      'strip-ansi': './scripts/shims/strip-ansi.mjs',
    },
  })
  await mkdir('dist/program', { recursive: true })
  const texts = await Promise.all(bundle.outputFiles.map(writeAsCommonJs))
  const buildName = createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 16)
  await writeFile(
    'dist/program/build.json',
    JSON.stringify({ version: await packageVersion(), build: buildName }),
  )
  await cp('src/cli/start.cjs', 'dist/program/start.cjs')
  await writeFile('dist/program/package.json', '{ "type": "commonjs" }\n')
  await writeFile('dist/metafile.json', JSON.stringify(bundle.metafile))
  await copyExplorer()
  await writeFile('dist/program/LICENSES.txt', await bundledLicenses(Object.keys(bundle.metafile.inputs)))
}

/** The scripts and styles of the playground's explorer, which a browser loads: no bundle can hold them. */
async function copyExplorer() {
  const unused = ['index.html', 'csp.json', 'logo.svg', 'swagger-ui.js']
  await cp('node_modules/@fastify/swagger-ui/static', 'dist/program/explorer', {
    recursive: true,
    filter: source => !unused.includes(path.basename(source)),
  })
}

async function writeAsCommonJs(file) {
  const code = await transform(file.text, {
    format: 'cjs',
    platform: 'node',
    target,
    minify: true,
    supported: { 'dynamic-import': false },
    define: { 'import.meta.url': '__importMetaUrl' },
    banner: file.text.includes('import.meta.url')
      ? 'const __importMetaUrl=require("node:url").pathToFileURL(__filename).href;'
      : '',
  })
  await writeFile(file.path, code.code)
  return code.code
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

async function* typescriptFiles(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  for (const entry of entries)
    if (entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.d.ts'))
      yield path.join(entry.parentPath, entry.name)
}

async function packageVersion() {
  return JSON.parse(await readFile('package.json', 'utf8')).version
}

await writeGenerated()
await Promise.all([buildProgram(), buildModules()])
