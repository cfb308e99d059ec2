import os from 'node:os'
import path from 'node:path'

/** The folder, in the user's cache folder, of what tests use and do not bring. */
export function cacheFolder(): string {
  const system = process.platform === 'darwin' ? 'Library/Caches' : '.cache'
  return path.join(process.env['XDG_CACHE_HOME'] ?? path.join(os.homedir(), system), 'apitest-services')
}
