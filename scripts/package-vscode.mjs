// Packs the extension for VS Code: editors/vscode/apitest.vsix. What packs it is fetched by npm, and is no dependency.
import { execFileSync } from 'node:child_process'
import { build } from 'esbuild'

const folder = 'editors/vscode'

await build({
  entryPoints: [`${folder}/src/extension.mts`],
  bundle: true,
  format: 'cjs',
  platform: 'node',
  target: 'node20',
  minify: true,
  external: ['vscode'],
  legalComments: 'inline',
  outfile: `${folder}/dist/extension.js`,
})
const packing = [
  'package',
  '--no-dependencies',
  '--skip-license',
  '--allow-missing-repository',
  '--out',
  'apitest.vsix',
]
execFileSync('npx', ['--yes', '@vscode/vsce@3.9.2', ...packing], { cwd: folder, stdio: 'inherit' })
