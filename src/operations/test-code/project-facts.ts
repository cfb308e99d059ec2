import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { mapping } from '../../util/read-values.ts'
import { reasonOf } from '../../util/reason-of.ts'

/** The facts about the tests of a project: the files that name its packages, and the tests that it has. */
export interface ProjectFacts {
  /** Texts of the files that name packages, by their names: `package.json`, `pyproject.toml`. */
  readonly manifests: Readonly<Record<string, string>>
  /** Files of the project that may be tests, relative to it, with forward slashes. */
  readonly files: readonly string[]
}

const manifestNames = [
  'package.json',
  'tsconfig.json',
  '.prettierrc',
  '.prettierrc.json',
  'pyproject.toml',
  'pytest.ini',
  'setup.cfg',
  'tox.ini',
  'requirements.txt',
  'requirements-dev.txt',
  'requirements/dev.txt',
  'go.mod',
  'pom.xml',
  'build.gradle',
  'build.gradle.kts',
  'Cargo.toml',
  'Gemfile',
  '.rspec',
  'composer.json',
  'phpunit.xml',
  'phpunit.xml.dist',
] as const

/** Folders that hold nothing of the project's own. */
const foreign = new Set(['node_modules', 'vendor', 'target', 'dist', 'build', '__pycache__', 'venv'])

/** More files than this say nothing new. */
const mostFiles = 5000

/** Looks at a project. What cannot be read is as if it were not there. */
export function projectFacts(folder: string): ProjectFacts {
  const manifests = Object.fromEntries(
    manifestNames.flatMap(name => {
      const text = textOf(path.join(folder, name))
      return text === undefined ? [] : [[name, text] as const]
    }),
  )
  const all = filesBelow(folder)
  const gems = all.filter(name => /^[^/]*\.gemspec$/.test(name))
  const named = gems.map(name => [name, textOf(path.join(folder, name)) ?? ''] as const)
  return { manifests: { ...manifests, ...Object.fromEntries(named) }, files: testFiles(all) }
}

function textOf(file: string): string | undefined {
  if (!existsSync(file)) return undefined
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** The names in a folder; none where it cannot be read. */
export function entriesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

const isTest =
  /(?:\.(?:test|spec)\.[cm]?[jt]sx?|^test_.*\.py|_test\.py|_test\.go|Tests?\.(?:java|php)|_spec\.rb)$/

/** The tests among the files of a project. */
function testFiles(files: readonly string[]): readonly string[] {
  return files.filter(name => isTest.test(path.posix.basename(name)) || /^tests\/[^/]+\.rs$/.test(name))
}

/** The project's own files below a folder, relative to it and the nearest first; at most so many files are looked at. */
export function filesBelow(folder: string): readonly string[] {
  const found: string[] = []
  const left = ['']
  let looked = 0
  for (let below = left.shift(); below !== undefined && looked < mostFiles; below = left.shift()) {
    try {
      for (const entry of readdirSync(path.join(folder, below), { withFileTypes: true })) {
        looked++
        const name = below === '' ? entry.name : `${below}/${entry.name}`
        if (entry.isDirectory()) {
          if (!entry.name.startsWith('.') && !foreign.has(entry.name)) left.push(name)
        } else found.push(name)
      }
    } catch {
      // A folder that may not be looked into has nothing to learn from.
    }
  }
  return found
}

/** Parses a JSON manifest; an empty object where there is none, or it is broken. */
export function parsedManifest(manifest: string | undefined): Readonly<Record<string, unknown>> {
  const parsed = parseManifest(manifest)
  return typeof parsed === 'string' ? {} : parsed
}

/** The manifests that no program can read, with the reason. Nothing that they say is known. */
export function brokenManifests({ manifests }: ProjectFacts): readonly string[] {
  return ['package.json', 'composer.json'].flatMap(name => {
    const parsed = parseManifest(manifests[name] ?? '{}')
    return typeof parsed === 'string' ? [`${name} is not JSON: ${parsed}`] : []
  })
}

/** Parses it, or says why that fails. */
function parseManifest(manifest = ''): Readonly<Record<string, unknown>> | string {
  try {
    return mapping(JSON.parse(manifest) as unknown)
  } catch (error) {
    return reasonOf(error)
  }
}
