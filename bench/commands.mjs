import path from 'node:path'
import { findPeer } from './peers.mjs'

/** The built program. */
export function apitest(...args) {
  return node(path.join(import.meta.dirname, '../bin/apitest.cjs'), ...args)
}

/** A program of bench/programs/, run by Node. */
export function script(name, ...args) {
  return node(path.join(import.meta.dirname, 'programs', name), ...args)
}

/** Node itself, the version that runs the bench. */
export function node(...args) {
  return { program: process.execPath, args }
}

/** Another tool, by its name in peers.mjs. */
export function peer(name, ...args) {
  const found = findPeer(name)
  return { program: found.program, args: [...found.args, ...args] }
}
