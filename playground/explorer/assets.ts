import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const here = path.dirname(fileURLToPath(import.meta.url))

/**
 * The folder with the explorer's scripts and styles: beside the bundled program, where the build copies them, or else
 * inside the installed package.
 */
export function explorerAssets(): string {
  const bundled = path.join(here, 'explorer')
  if (existsSync(path.join(bundled, 'swagger-ui-bundle.js'))) return bundled
  const packageFile = createRequire(import.meta.url).resolve('@fastify/swagger-ui/package.json')
  return path.join(path.dirname(packageFile), 'static')
}
