// Runs after `npm ci`, and when npm installs this repository from git. In the second case npm forgets the packages that
// the build needs when the outer install is a global one (as in `npm install -g git+…`, and so in pre-commit).
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

if (!existsSync('node_modules/esbuild')) {
  const install = 'npm ci --global=false --location=user --ignore-scripts --no-audit --no-fund'
  const { status } = spawnSync(install, { shell: true, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
await import('./build.mjs')
