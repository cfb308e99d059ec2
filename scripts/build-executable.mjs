// Makes dist/apitest of what was built: one file with the program and the Node that runs this script, for a machine without
// Node. It is for the system it is made on; only Linux has been tried. `postject`, which puts the program into a copy of Node,
// is fetched by npx.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { publishedSchemas } from './generate.mjs'

const injector = 'postject@1.0.0-alpha.6'
const mark = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'

/** The files of the package that the program reads, by their names in it. */
async function programFiles() {
  const entries = await readdir('dist/program', { recursive: true, withFileTypes: true })
  const program = entries
    .filter(entry => entry.isFile())
    .map(entry => path.join(entry.parentPath, entry.name))
  const names = ['bin/apitest.cjs', 'LICENSE', ...(await publishedSchemas()), ...program].sort()
  return Promise.all(names.map(async name => [name, await readFile(name, 'base64')]))
}

async function buildExecutable(file) {
  if (process.platform !== 'linux') throw new Error('Only an executable for Linux is made.')
  const work = 'dist/executable'
  await rm(work, { recursive: true, force: true })
  await mkdir(work, { recursive: true })
  const packed = gzipSync(JSON.stringify(Object.fromEntries(await programFiles())), { level: 9 })
  const build = createHash('sha256').update(packed).update(process.version).digest('hex').slice(0, 16)
  await writeFile(`${work}/files`, packed)
  await writeFile(`${work}/build`, build)
  const settings = {
    main: 'src/cli/executable.cjs',
    output: `${work}/blob`,
    disableExperimentalSEAWarning: true,
    assets: { files: `${work}/files`, build: `${work}/build` },
  }
  await writeFile(`${work}/settings.json`, JSON.stringify(settings))
  run(process.execPath, ['--experimental-sea-config', `${work}/settings.json`])
  await rm(file, { force: true })
  await copyFile(process.execPath, file)
  await chmod(file, 0o755)
  run('npx', ['--yes', injector, file, 'NODE_SEA_BLOB', `${work}/blob`, '--sentinel-fuse', mark])
  await rm(work, { recursive: true })
}

function run(command, words) {
  execFileSync(command, words, { stdio: ['ignore', 'ignore', 'pipe'] })
}

const file = process.argv[2] ?? 'dist/apitest'
await buildExecutable(file)
console.log(`${file} has apitest and Node ${process.version} in it`)
