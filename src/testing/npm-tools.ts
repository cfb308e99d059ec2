import { existsSync } from 'node:fs'
import path from 'node:path'
import { installManifest } from './npm-packages.ts'
import { cacheFolder } from './services/cache-folder.ts'

/** A package of npm that tests run, and that is no dependency: it is large, or needs a newer Node. */
export interface NpmTool {
  readonly name: string
  /** Exactly this one. */
  readonly version: string
}

/** Where a tool is, or would be: a folder with `node_modules`. */
function folderOf({ name, version }: NpmTool): string {
  return path.join(cacheFolder(), 'npm', `${name.replace('@', '').replaceAll('/', '-')}-${version}`)
}

/** The absolute path of a file of a tool; undefined while it is not installed. */
export function toolFile(tool: NpmTool, file: string): string | undefined {
  const found = path.join(folderOf(tool), 'node_modules', tool.name, file)
  return existsSync(found) ? found : undefined
}

/** Installs what is not there yet in the user's cache folder. Throws when it cannot. */
export async function installTools(tools: readonly NpmTool[], say: (line: string) => void): Promise<void> {
  for (const tool of tools) {
    const manifest = JSON.stringify({ private: true, dependencies: { [tool.name]: tool.version } })
    await installManifest(folderOf(tool), manifest, `${tool.name} ${tool.version}`, say)
  }
}
