import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'

/** Where the reference implementation's verifier is; undefined when its package is not installed. */
export function findReferenceVerifier(): string | undefined {
  try {
    return createRequire(path.resolve('package.json')).resolve('@pact-foundation/pact')
  } catch {
    return undefined
  }
}

/** Runs in a process of its own, because its threads would keep this one alive. Arguments: package, provider, pact, result. */
const script = `
const [where, providerBaseUrl, pact, result] = process.argv.slice(1)
const { Verifier } = require(where)
const end = text => { require('fs').writeFileSync(result, text); process.exit(0) }
new Verifier({ provider: 'provider', providerBaseUrl, pactUrls: [pact], logLevel: 'error' })
  .verifyProvider()
  .then(text => end(String(text)), error => end(error.message))
`

/**
 * Descriptions of the interactions of a pact that the reference implementation does not accept, each with its reasons as
 * JSON.
 */
export async function referenceFaults(
  verifier: string,
  provider: string,
  pact: string,
): Promise<ReadonlyMap<string, string>> {
  const result = `${pact}.verdict`
  const child = spawn(process.execPath, ['-e', script, verifier, provider, pact, result], {
    env: { ...process.env, PACT_DO_NOT_TRACK: 'true' },
    stdio: 'ignore',
  })
  await new Promise(resolve => child.on('close', resolve))
  const { errors = [] } = JSON.parse(await readFile(result, 'utf8')) as {
    readonly errors?: readonly { readonly interaction: string; readonly mismatch: unknown }[]
  }
  return new Map(
    errors.map(({ interaction, mismatch }) => [interaction.replace(/^.* - /, ''), JSON.stringify(mismatch)]),
  )
}
