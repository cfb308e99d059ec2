import path from 'node:path'
import { mapping, text } from '../../util/read-values.ts'
import { parsedManifest, type ProjectFacts } from './project-facts.ts'

/** A framework that a project uses, and what says so. */
export interface FoundFramework {
  readonly name: string
  /** `package.json has vitest` */
  readonly reason: string
}

/** The frameworks that a project uses, by its packages; several where it has several. */
export function findFrameworks({ manifests, files }: ProjectFacts): readonly FoundFramework[] {
  return [
    ...javascriptFrameworks(manifests['package.json'], files),
    ...pythonFrameworks(manifests),
    ...(manifests['go.mod'] === undefined ? [] : [{ name: 'go-test', reason: 'go.mod is there' }]),
    ...javaFrameworks(manifests),
    ...(manifests['Cargo.toml'] === undefined
      ? []
      : [{ name: 'rust-reqwest', reason: 'Cargo.toml is there' }]),
    ...phpFrameworks(manifests),
    ...rubyFrameworks(manifests, files),
  ]
}

const javascriptPackages = [
  ['vitest', 'vitest'],
  ['jest', 'jest'],
  ['mocha', 'mocha'],
  ['@playwright/test', 'playwright'],
] as const

/** Packages that a project may test with, and that no tests are written for. */
const otherTools = [
  ...['cypress', 'supertest', 'karate', '@karatelabs/karate', 'jasmine', 'ava', 'tap', 'tape', 'uvu'],
  ...['testcafe', 'nightwatch', 'webdriverio', '@wdio/cli', 'pactum', 'frisby', 'chakram'],
]

function javascriptFrameworks(
  manifest: string | undefined,
  files: readonly string[],
): readonly FoundFramework[] {
  if (manifest === undefined) return []
  const packageFile = parsedManifest(manifest)
  const packages = { ...mapping(packageFile['dependencies']), ...mapping(packageFile['devDependencies']) }
  const found = javascriptPackages
    .filter(([name]) => packages[name] !== undefined)
    .map(([name, framework]) => ({ name: framework, reason: `package.json has ${name}` }))
  if (found.length > 0) return found
  const script = Object.values(mapping(packageFile['scripts'])).find(one =>
    /\bnode\b.*--test\b/.test(text(one) ?? ''),
  )
  if (script !== undefined)
    return [{ name: 'node-test', reason: 'a script of package.json runs node --test' }]
  const hasOwn = files.some(file => /\.test\.[cm]?[jt]s$/.test(file))
  const other = otherTools.find(name => packages[name] !== undefined)
  const reason =
    other === undefined
      ? 'package.json has no other framework'
      : `package.json has ${other}, for which no tests are written, and node:test needs no package`
  return hasOwn ? [] : [{ name: 'node-test', reason }]
}

function pythonFrameworks(manifests: ProjectFacts['manifests']): readonly FoundFramework[] {
  const names = [
    'pyproject.toml',
    'requirements.txt',
    'requirements-dev.txt',
    'requirements/dev.txt',
    'setup.cfg',
    'tox.ini',
  ]
  const having = (word: RegExp): string | undefined => names.find(name => word.test(manifests[name] ?? ''))
  const pytest = manifests['pytest.ini'] === undefined ? having(/\bpytest\b/) : 'pytest.ini'
  const isPython = pytest !== undefined || names.some(name => manifests[name] !== undefined)
  if (!isPython) return []
  const httpx = having(/\bhttpx\b/)
  const client = httpx === undefined ? having(/\brequests\b/) : httpx
  if (pytest === undefined)
    return [
      {
        name: 'unittest',
        reason: `${names.find(name => manifests[name] !== undefined) ?? ''} is there, without pytest`,
      },
    ]
  const library = httpx === undefined ? 'requests' : 'httpx'
  const why = client === undefined ? '' : `, and ${client} has ${library}`
  return [{ name: `pytest-${library}`, reason: `${pytest} names pytest${why}` }]
}

function javaFrameworks(manifests: ProjectFacts['manifests']): readonly FoundFramework[] {
  const file = ['pom.xml', 'build.gradle', 'build.gradle.kts'].find(name => manifests[name] !== undefined)
  if (file === undefined) return []
  const isAssured = /rest-assured/.test(manifests[file] ?? '')
  return isAssured
    ? [{ name: 'junit-rest-assured', reason: `${file} has rest-assured` }]
    : [
        {
          name: 'junit-http-client',
          reason: `${file} ${/karate/i.test(manifests[file] ?? '') ? 'has karate, for which no tests are written' : 'is there'}`,
        },
      ]
}

function phpFrameworks(manifests: ProjectFacts['manifests']): readonly FoundFramework[] {
  const settings = ['phpunit.xml', 'phpunit.xml.dist'].find(name => manifests[name] !== undefined)
  if (settings !== undefined) return [{ name: 'phpunit', reason: `${settings} is there` }]
  const isThere = /phpunit\/phpunit/.test(manifests['composer.json'] ?? '')
  return isThere ? [{ name: 'phpunit', reason: 'composer.json has phpunit/phpunit' }] : []
}

function rubyFrameworks(
  manifests: ProjectFacts['manifests'],
  files: readonly string[],
): readonly FoundFramework[] {
  const list = Object.keys(manifests).find(
    name => /^Gemfile$|\.gemspec$/.test(name) && /\brspec\b/.test(manifests[name] ?? ''),
  )
  const spec = files.find(file => file.endsWith('_spec.rb'))
  const reason =
    manifests['.rspec'] !== undefined
      ? '.rspec is there'
      : list !== undefined
        ? `${list} has rspec`
        : spec !== undefined
          ? `${spec} is there`
          : undefined
  return reason === undefined ? [] : [{ name: 'rspec', reason }]
}

/** Endings of tests, by language. */
const endings: Readonly<Record<string, RegExp>> = {
  JavaScript: /\.(?:test|spec)\.[cm]?[jt]sx?$/,
  Python: /\.py$/,
  Go: /_test\.go$/,
  Java: /\.java$/,
  Rust: /\.rs$/,
  Ruby: /_spec\.rb$/,
  PHP: /\.php$/,
}

const usualFolders: Readonly<Record<string, string>> = {
  JavaScript: 'test',
  Python: 'tests',
  Go: '.',
  Java: 'src/test/java',
  Rust: 'tests',
  Ruby: 'spec',
  PHP: 'tests',
}

/** The folder for tests of a language: the one where most of them are already, else the usual one. */
export function testFolder({ files }: ProjectFacts, language: string): string {
  const ending = endings[language]
  const folders = files.filter(file => ending?.test(file) === true).map(file => path.posix.dirname(file))
  const counts = new Map<string, number>()
  for (const folder of folders) counts.set(folder, (counts.get(folder) ?? 0) + 1)
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one)
  return most?.[0] ?? usualFolders[language] ?? 'test'
}
