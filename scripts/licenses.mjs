// Collects the licences of the packages whose code is in the bundle.
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/** The text of dist/program/LICENSES.txt: every bundled package with its licence. `inputs` are the bundle's files. */
export async function bundledLicenses(inputs) {
  const folders = new Set(inputs.flatMap(file => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []))
  folders.add('node_modules/@fastify/swagger-ui')
  folders.add('node_modules/postman-sandbox')
  const texts = await Promise.all([...folders].sort().map(licenseOf))
  return texts.join(`\n${'-'.repeat(80)}\n\n`)
}

async function licenseOf(folder) {
  const { name, version, license } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'))
  const file = (await readdir(folder)).find(entry => /^(licen[cs]e|copying)/i.test(entry))
  const text = file === undefined ? '' : await readFile(path.join(folder, file), 'utf8')
  return `${name} ${version}, ${license}\n\n${text.trim()}\n`
}
