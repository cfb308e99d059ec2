import { installTools, type NpmTool, toolFile } from '../../testing/npm-tools.ts'

/** The official conformance scenarios, and the official client for a command line. */
const scenarios: NpmTool = { name: '@modelcontextprotocol/conformance', version: '0.2.0-alpha.12' }
const inspector: NpmTool = { name: '@modelcontextprotocol/inspector-cli', version: '1.0.3' }

/** Both need it in 22 or later, which this process may not be. */
const node: NpmTool = {
  name: `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`,
  version: '24.21.0',
}
const needsNode = Number.parseInt(process.versions.node) < 22

/** Programs of others that judge what is served; absolute paths. */
export interface Judges {
  readonly node: string
  readonly scenarios: string
  /** The folder with the lists of the scenarios that a version of the protocol requires. */
  readonly requirements: string
  readonly inspector: string
}

/** The judges that are installed; otherwise why tests that need them are skipped. */
export function findJudges(): Judges | string {
  const files = {
    node: needsNode
      ? toolFile(node, `bin/node${process.platform === 'win32' ? '.exe' : ''}`)
      : process.execPath,
    scenarios: toolFile(scenarios, 'dist/index.js'),
    requirements: toolFile(scenarios, 'requirements'),
    inspector: toolFile(inspector, 'build/cli.js'),
  }
  return Object.values(files).includes(undefined)
    ? 'The conformance scenarios of MCP are not installed; run "node scripts/conformance.mjs".'
    : (files as Judges)
}

/** Installs what is missing of them. Throws when it cannot. */
export async function installJudges(say: (line: string) => void): Promise<void> {
  await installTools([scenarios, inspector, ...(needsNode ? [node] : [])], say)
}
