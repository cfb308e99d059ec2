// Makes a release in dist/release/, and publishes nothing: the npm package, the executable of this system, the container image,
// the bill of materials, the notes of the changelog and the checksums of all. What is left to do by hand is printed at the end.
//
//   node scripts/release.mjs VERSION            changes no file of the repository: it is tried in a copy
//   node scripts/release.mjs VERSION --prepare  writes the version and the section of the changelog, to be committed
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

const [version = '', ...flags] = process.argv.slice(2)
const output = path.resolve('dist/release')

async function release() {
  if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    throw new Error('Name a version: node scripts/release.mjs 1.1.0')
  const { name, version: before } = JSON.parse(await readFile('package.json', 'utf8'))
  const toPrepare = flags.includes('--prepare')
  const isPrepared = before === version && !toPrepare
  const notes = notesOf(await readFile('CHANGELOG.md', 'utf8'), isPrepared)
  if (toPrepare) {
    await writeVersion('.')
    console.log(
      `${before} became ${version} in package.json, package-lock.json and CHANGELOG.md: commit them.`,
    )
    return
  }
  await rm(output, { recursive: true, force: true })
  await mkdir(output, { recursive: true })
  const folder = await copyOfRepository()
  try {
    if (!isPrepared) await writeVersion(folder)
    run(folder, process.execPath, ['scripts/build.mjs'])
    run(
      folder,
      'npm',
      ['pack', '--ignore-scripts', '--silent', '--pack-destination', output],
      cleaned(folder),
    )
    run(folder, process.execPath, ['scripts/build-executable.mjs', path.join(output, executableName())])
    await cp(path.join(folder, 'dist/program/bom.cdx.json'), path.join(output, 'bom.cdx.json'))
    await writeFile(
      path.join(output, 'development.cdx.json'),
      read(folder, 'npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']),
    )
    await writeFile(path.join(output, 'notes.md'), notes)
    const image = makeImage(folder)
    await tryOut(name)
    await writeChecksums()
    tellTheRest(name, image, isPrepared)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Reads the notes of a version: its section of the changelog once that is prepared, and before that what is unreleased. */
function notesOf(changelog, isPrepared) {
  const [, ...sections] = changelog.split(/^## /m)
  const ofVersion = sections.find(section => section.startsWith(`${version} - `))
  if (ofVersion !== undefined && !isPrepared)
    throw new Error(`CHANGELOG.md has a section ${version} already.`)
  const section = isPrepared ? ofVersion : sections.find(section => section.startsWith('Unreleased\n'))
  const notes = section?.slice(section.indexOf('\n')).trim()
  if (!notes) throw new Error(`CHANGELOG.md has nothing under "## ${isPrepared ? version : 'Unreleased'}".`)
  return `${notes}\n`
}

async function writeVersion(folder) {
  run(folder, 'npm', ['version', version, '--no-git-tag-version', '--allow-same-version', '--ignore-scripts'])
  const file = path.join(folder, 'CHANGELOG.md')
  const changelog = await readFile(file, 'utf8')
  const today = new Date().toISOString().slice(0, 10)
  await writeFile(file, changelog.replace(/^## Unreleased\n/m, `## Unreleased\n\n## ${version} - ${today}\n`))
}

/** Copies the committed files, and installs the packages that their lock names. */
async function copyOfRepository() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'apitest-release-'))
  const archive = path.join(folder, '..', `${path.basename(folder)}.tar`)
  run('.', 'git', ['archive', '--output', archive, 'HEAD'])
  run(folder, 'tar', ['-xf', archive])
  await rm(archive)
  run(folder, 'npm', ['ci', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--silent'])
  return folder
}

/** The package.json of the package has nothing that is only for people who work on apitest. */
function cleaned(folder) {
  run(folder, process.execPath, ['scripts/clean-package.mjs'])
  return () => run(folder, process.execPath, ['scripts/clean-package.mjs', 'restore'])
}

function executableName() {
  return `apitest-${version}-${process.platform}-${process.arch}`
}

/** Makes the image with whatever is there for that, and says when nothing is. */
function makeImage(folder) {
  const builder = ['docker', 'podman', 'buildah'].find(
    program => spawnSync(program, ['info'], { stdio: 'ignore' }).status === 0,
  )
  if (builder === undefined) return 'the image was not made: neither docker, podman nor buildah runs here'
  const tag = `apitest:${version}`
  const base =
    process.env.RELEASE_BASE_IMAGE === undefined
      ? []
      : ['--build-arg', `BASE=${process.env.RELEASE_BASE_IMAGE}`]
  const { status, stderr } = spawnSync(
    builder,
    ['build', ...base, '--file', 'Containerfile', '--tag', tag, '.'],
    {
      cwd: folder,
      encoding: 'utf8',
    },
  )
  if (status !== 0) return `the image was not made: ${stderr.trim().split('\n').at(-1)}`
  return `${builder} push ${tag} REGISTRY/apitest:${version}`
}

/** Lets the built package and executable print their version before anybody gets them. */
async function tryOut(name) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'apitest-tried-'))
  try {
    const packed = path.join(output, `${name}-${version}.tgz`)
    run(folder, 'npm', ['install', '--silent', '--no-audit', '--no-fund', '--prefix', folder, packed])
    const said = {
      package: read(folder, path.join(folder, 'node_modules/.bin/apitest'), ['--version']),
      executable: read(folder, path.join(output, executableName()), ['--version']),
    }
    for (const [what, text] of Object.entries(said))
      if (text.trim() !== version) throw new Error(`The ${what} says that it is ${text.trim()}.`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function writeChecksums() {
  const names = (await readdir(output)).sort()
  const lines = await Promise.all(
    names.map(async name => {
      const bytes = await readFile(path.join(output, name))
      return `${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`
    }),
  )
  await writeFile(path.join(output, 'SHA256SUMS'), lines.join(''))
}

/** Publishing is for a person. */
function tellTheRest(name, image, isPrepared) {
  const prepare = `node scripts/release.mjs ${version} --prepare && git commit --all --message "Release ${version}" && `
  console.log(`dist/release/ has ${name} ${version}. Nothing was published. What is left, in this order:

  ${isPrepared ? '' : prepare}git tag v${version}
  git push --follow-tags
  npm publish dist/release/${name}-${version}.tgz
  ${image}
  a release of v${version} with dist/release/notes.md as its text and the other files attached`)
}

function run(cwd, command, words, after) {
  try {
    execFileSync(command, words, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
  } finally {
    after?.()
  }
}

function read(cwd, command, words) {
  return execFileSync(command, words, { cwd, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
}

await release()
