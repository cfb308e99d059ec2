// Tells which packages have code in the bundle, with their licences and as a bill of materials: the published package
// has no dependencies of its own, so that audits of its users see what is inside by this alone.
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/** The packages with code in the program, by name; `inputs` are the files of the bundle. */
export async function bundledPackages(inputs) {
  const folders = new Set(inputs.flatMap(file => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []))
  // Their files are copied, not bundled.
  folders.add('node_modules/@fastify/swagger-ui')
  folders.add('node_modules/postman-sandbox')
  const { packages: locked } = JSON.parse(await readFile('package-lock.json', 'utf8'))
  const packages = await Promise.all([...folders].sort().map(folder => packageIn(folder, locked[folder])))
  // npm may install one version in several folders.
  return [...new Map(packages.map(one => [`${one.name} ${one.version}`, one])).values()]
}

async function packageIn(folder, { integrity }) {
  const { name, version, license } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'))
  const file = (await readdir(folder)).find(entry => /^(licen[cs]e|copying)/i.test(entry))
  const text = file === undefined ? '' : (await readFile(path.join(folder, file), 'utf8')).trim()
  return { name, version, license, text, integrity }
}

/** The text of dist/program/LICENSES.txt. */
export function licenses(packages) {
  const texts = packages.map(
    ({ name, version, license, text }) => `${name} ${version}, ${license}\n\n${text}\n`,
  )
  return texts.join(`\n${'-'.repeat(80)}\n\n`)
}

/** The text of dist/program/bom.cdx.json: CycloneDX 1.6, the same for the same build. */
export function billOfMaterials({ name, version, license }, packages) {
  const root = component('application', { name, version, license })
  const components = packages.map(bundled => component('library', bundled))
  const document = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: root },
    components,
    dependencies: [{ ref: root['bom-ref'], dependsOn: [...new Set(components.map(one => one['bom-ref']))] }],
  }
  return `${JSON.stringify(document, null, 2)}\n`
}

function component(type, { name, version, license, integrity }) {
  const url = `pkg:npm/${name.replace('@', '%40')}@${version}`
  const [group, bare] = name.startsWith('@') ? name.split('/') : [undefined, name]
  return {
    type,
    'bom-ref': url,
    ...(group === undefined ? {} : { group }),
    name: bare,
    version,
    ...(integrity === undefined ? {} : { hashes: [hashOf(integrity)] }),
    licenses: [/[ (]/.test(license) ? { expression: license } : { license: { id: license } }],
    purl: url,
  }
}

/** `sha512-BASE64`, as npm writes it, as CycloneDX writes it. */
function hashOf(integrity) {
  return { alg: 'SHA-512', content: Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex') }
}
