import { existsSync } from 'node:fs'
import path from 'node:path'
import { suitesBelow } from '../../load/find-suites.ts'
import { readText } from '../../util/read-text.ts'
import { mapping } from '../../util/read-values.ts'
import type { Workspace } from '../operation.ts'
import { brokenManifests, filesBelow, parsedManifest, projectFacts } from '../test-code/project-facts.ts'
import { type BuildServer, lockFiles } from './build-server.ts'
import { type FoundApplication, findApplication } from './find-application.ts'
import { type Composed, findComposed } from './find-composed.ts'
import { type Descriptions, findDescriptions } from './find-descriptions.ts'

/** The facts in the files of a project, before anything is written. */
export interface LookedAt extends Descriptions {
  readonly folder: string
  /** Texts of the files that name packages, by their names. */
  readonly manifests: Readonly<Record<string, string>>
  /** True where the package of apitest is one of the project's. */
  readonly hasPackage: boolean
  readonly application?: FoundApplication
  readonly composed?: Composed
  /** Suites that are there, relative to the project. */
  readonly suites: readonly string[]
  /** Folder of the repository of git that it is in. */
  readonly repository?: string
  /** The build server of the project, where a file or its remote says which. */
  readonly buildServer?: Exclude<BuildServer, 'none'>
}

/** Looks at the files of a project; nothing is sent, started or written. */
export async function lookAtProject({ workingFolder, processEnvironment }: Workspace): Promise<LookedAt> {
  const folder = workingFolder
  const facts = projectFacts(folder)
  const locks = lockFiles.filter(name => existsSync(path.join(folder, name))).map(name => [name, ''] as const)
  const manifests: LookedAt['manifests'] = { ...facts.manifests, ...Object.fromEntries(locks) }
  const files = filesBelow(folder)
  const { found, broken } = await findDescriptions(folder, files)
  const application = findApplication({ folder, manifests, environment: processEnvironment })
  const composed = await findComposed(folder)
  const repository = repositoryOf(folder)
  const buildServer = buildServerOf(folder, repository)
  return {
    ...{ folder, manifests, found },
    broken: [...brokenManifests(facts), ...broken],
    hasPackage: hasPackage(folder, manifests['package.json']),
    suites: suitesBelow(folder).map(file => path.relative(folder, file)),
    ...(application === undefined ? {} : { application }),
    ...(composed === undefined ? {} : { composed }),
    ...(repository === undefined ? {} : { repository }),
    ...(buildServer === undefined ? {} : { buildServer }),
  }
}

function hasPackage(folder: string, manifest: string | undefined): boolean {
  const { dependencies, devDependencies } = parsedManifest(manifest)
  return (
    mapping({ ...mapping(dependencies), ...mapping(devDependencies) })['apitest-run'] !== undefined ||
    existsSync(path.join(folder, 'node_modules', 'apitest-run'))
  )
}

function repositoryOf(folder: string): string | undefined {
  if (existsSync(path.join(folder, '.git'))) return folder
  const parent = path.dirname(folder)
  return parent === folder ? undefined : repositoryOf(parent)
}

function buildServerOf(folder: string, repository: string | undefined): LookedAt['buildServer'] {
  // A workflow below the root of a repository is read by nobody.
  if (repository !== undefined && repository !== folder) return undefined
  if (existsSync(path.join(folder, '.gitlab-ci.yml'))) return 'gitlab'
  if (existsSync(path.join(folder, '.github'))) return 'github'
  const settings = readText(path.join(folder, '.git', 'config'))
  const remote = typeof settings === 'string' ? (/^\s*url\s*=\s*(.*)$/m.exec(settings)?.[1] ?? '') : ''
  if (/github\.com[:/]/.test(remote)) return 'github'
  return /gitlab[.\w-]*[:/]/.test(remote) ? 'gitlab' : undefined
}
