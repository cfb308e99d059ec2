'use strict'
// The script that the single executable runs (scripts/build-executable.mjs): it puts the files of the program into the
// user's cache, once for each build, and goes on there, as every other installation does.
const fs = require('node:fs')
const { createRequire } = require('node:module')
const os = require('node:os')
const path = require('node:path')
const { getAsset, getRawAsset } = require('node:sea')
const { gunzipSync } = require('node:zlib')

const folder = unpackedFolder()
const script = path.join(folder, 'bin', 'apitest.cjs')

/**
 * Processes that are started beside the program, such as that of scripts, are a Node with options of its own: this
 * file, as a Node.
 */
Object.defineProperty(process, 'execPath', { value: plainNode() })
process.argv[1] = script
createRequire(script)(script)

/** The folder with the files of this build. It comes into its place as a whole, so that none is ever half there. */
function unpackedFolder() {
  const base = cacheFolder()
  const place = path.join(base, `executable-${getAsset('build', 'utf8')}`)
  if (fs.existsSync(place)) return place
  const own = fs.mkdtempSync(`${place}.`)
  const files = JSON.parse(gunzipSync(Buffer.from(getRawAsset('files'))).toString('utf8'))
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(own, name)
    fs.mkdirSync(path.dirname(file), { recursive: true })
    fs.writeFileSync(file, content, 'base64')
  }
  writeNode(path.join(own, 'node'))
  return intoPlace(own, place)
}

function intoPlace(own, place) {
  try {
    fs.renameSync(own, place)
  } catch (error) {
    // Another start was faster.
    if (!fs.existsSync(place)) throw error
    fs.rmSync(own, { recursive: true })
  }
  removeOthers(place)
  return place
}

function plainNode() {
  return path.join(folder, 'node')
}

/** Without its mark an executable runs what it is told, in place of what is in it. */
function writeNode(file) {
  const bytes = fs.readFileSync(process.execPath)
  // In two parts: as a whole the mark must stand in the executable once.
  const mark = ['NODE_SEA_FUSE', 'fce680ab2cc467b6e072b8b5df1996b2:1'].join('_')
  const at = bytes.indexOf(mark)
  if (at < 0) throw new Error('The executable has no mark of Node.')
  bytes[at + mark.length - 1] = '0'.charCodeAt(0)
  fs.writeFileSync(file, bytes, { mode: 0o700 })
}

/** The user's cache; where there is none, a folder that goes again when the program ends. */
function cacheFolder() {
  const { XDG_CACHE_HOME, LOCALAPPDATA, HOME } = process.env
  const base = XDG_CACHE_HOME || LOCALAPPDATA || (HOME && path.join(HOME, '.cache'))
  try {
    if (!base) throw new Error('no cache')
    const own = path.join(base, 'apitest')
    fs.mkdirSync(own, { recursive: true, mode: 0o700 })
    fs.accessSync(own, fs.constants.W_OK)
    return own
  } catch {
    const own = fs.mkdtempSync(path.join(os.tmpdir(), 'apitest-'))
    process.once('exit', () => fs.rmSync(own, { recursive: true, force: true }))
    return own
  }
}

/** Keeps this build and the one before it. */
function removeOthers(place) {
  const base = path.dirname(place)
  const others = fs
    .readdirSync(base)
    .filter(name => /^executable-[0-9a-f]+$/.test(name) && name !== path.basename(place))
    .map(name => ({ name, time: fs.statSync(path.join(base, name)).mtimeMs }))
    .sort((one, other) => other.time - one.time)
  for (const { name } of others.slice(1)) fs.rmSync(path.join(base, name), { recursive: true, force: true })
}
