import { existsSync } from 'node:fs'
import path from 'node:path'
import type { UsedFile } from '../../check/rule.ts'
import type { YamlSource } from '../../document/index.ts'
import type { Configuration } from '../../model/configuration.ts'
import { findSuites, isSuite } from '../../load/find-suites.ts'
import { loadUses } from '../../load/load-uses.ts'
import { buildSuite } from '../../parse/parse-suite.ts'
import { hasSetup, setupSource } from '../../parse/setup-source.ts'
import { isInFile, savedFolder, snapshotFolder } from '../../model/snapshot.ts'
import { readPathList, rootOf } from '../../util/globs.ts'
import { isWithin, realPath } from '../../util/is-within.ts'
import { whenLoaded } from '../../util/lazy-part.ts'
import { byConfiguration, loadConfiguration } from '../opening/load-configuration.ts'
import { filesIn, mayLeadTo, openNames, referencedFiles } from '../../load/referenced-files.ts'
import { list, mapping } from '../../util/read-values.ts'
import type { ForeignSuites } from './foreign-suites.ts'
import { namedLines } from './named-lines.ts'
import type { RunInput } from './run-input.ts'

/**
 * The files and folders (absolute) whose change makes it worthwhile to run again: the suites with everything beside
 * them and the files they name, the data, the configuration and the environment file.
 */
export async function watchedFiles(input: RunInput): Promise<readonly string[]> {
  const {
    workingFolder,
    data,
    spec,
    ignoreFile,
    environmentFile,
    configurationFile = 'apitest.config.yaml',
  } = input
  const { configurations, paths, suites, setup, foreign, mocks } = await readPlaces(input)
  const own = configurations.flatMap(({ file, envFile }) => [file ?? configurationFile, envFile])
  const given = [
    ...paths,
    data,
    spec,
    ignoreFile,
    environmentFile,
    ...(own.length === 0 ? [configurationFile] : own),
  ]
  const roots = given.flatMap(file => (file === undefined ? [] : [path.resolve(workingFolder, file)]))
  const referenced = await Promise.all(suites.map(referencedFiles))
  return [
    ...new Set([
      ...roots,
      ...setup,
      ...mocks,
      ...[...foreign.values()].flatMap(parts => [...parts]),
      ...referenced.flat(),
    ]),
  ]
}

/**
 * Chooses the suites that run again after changes of files (absolute): the ones that are read with one of them, or all
 * where that cannot be known: other suites may be led to a schema or a definition through files of which nobody knows
 * here.
 */
export async function affectedBy(changed: readonly string[], input: RunInput): Promise<RunInput> {
  const { paths, suites, setup, foreign } = await readPlaces(input)
  const { lines } = namedLines(input)
  const isInFiles = paths.every(given => existsSync(path.resolve(input.workingFolder, given)))
  const own = await Promise.all(suites.map(async suite => [suite, ...(await referencedFiles(suite))]))
  const reads = [...own, ...foreign.values()].map(files => new Set(files))
  const isKnown = (file: string): boolean =>
    (isSuite(file) || !leadsOn.test(file)) && reads.some(files => files.has(file))
  // The values of the setup have an effect on all.
  if (!isInFiles || !changed.every(isKnown) || changed.some(file => setup.includes(file))) return input
  const affected = [...suites, ...foreign.keys()].filter((_, index) =>
    changed.some(file => reads[index]?.has(file)),
  )
  const named = affected.flatMap(file => lines.get(file)?.map(line => `${file}:${line}`) ?? file)
  return { ...input, paths: named }
}

/** Files that may refer to others. */
const leadsOn = /\.(json|ya?ml|proto)$/i

/** The files (absolute) that a run reads, and those in which it keeps something for later ones. */
export async function inputFiles(input: RunInput): Promise<readonly string[]> {
  const { directories, suites, named } = await readPlaces(input)
  const kept = directories.flatMap(directory =>
    ['api-collections.json', 'last-run.json'].map(name => path.join(directory, '.tool', name)),
  )
  return [...(await watchedFiles(input)), ...suites, ...named, ...kept]
}

/** As it is written, the name of a file that a run fills in and that may be this one (absolute). */
export async function openNameOf(file: string, input: RunInput): Promise<string | undefined> {
  const { suites, setup } = await readPlaces(input)
  const names = (await Promise.all([...suites, ...setup.filter(isInFile)].map(openNames))).flat()
  return names.find(name => mayLeadTo(name, file))?.written
}

/** True where a file (absolute) stands, or would, where a run keeps snapshots and saved bodies. */
export async function isKeptByRun(file: string, input: RunInput): Promise<boolean> {
  const { saveDir, workingFolder } = input
  if (saveDir === undefined && !keepsFiles.test(realPath(file))) return false
  const { directories, suites, setup } = await readPlaces(input)
  const named = (await Promise.all(suites.map(referencedFiles))).flat().filter(isInFile)
  const read = [...suites, ...named, ...setup.filter(isInFile)]
  const saved =
    saveDir === undefined
      ? []
      : directories.flatMap(directory =>
          read.map(suite => path.resolve(workingFolder, saveDir, savedFolder(suite, directory))),
        )
  const snapshots = read.map(snapshotFolder)
  const ignores = snapshots.map(folder => path.join(path.dirname(folder), '.gitignore'))
  return [...saved, ...snapshots, ...ignores].some(place => isWithin(file, place))
}

const keepsFiles = /[\\/](?:saved-)?snapshots[\\/]/

/** The suites (absolute) that a setup uses, with the files that they name. */
export async function setupFiles(source: YamlSource): Promise<readonly string[]> {
  const own = setupSource(source)
  const uses = new Map<string, UsedFile>()
  await loadUses({ source: own, suite: buildSuite(own) }, uses)
  const named = await Promise.all([...uses.keys()].map(referencedFiles))
  return [...uses.keys(), ...named.flat()]
}

/** The suites of a run, and what the configurations of their projects name. */
async function readPlaces(input: RunInput) {
  const { workingFolder, configurationFile } = input
  const { paths } = namedLines(input)
  const home = await loadConfiguration(workingFolder, configurationFile)
  const given = paths.length > 0 ? paths : home.ok ? home.value.suites : []
  const { files: suites, problems } = await findSuites(given, workingFolder)
  const mayBeForeign = home.ok && problems.some(({ code }) => code === 'no-suites')
  const foreign = mayBeForeign ? await foreignParts(given, input, home.value) : new Map<string, Set<string>>()
  const own = home.ok ? home.value.file : undefined
  const files = [...suites, ...foreign.keys()]
  const others = configurationFile === undefined ? [...byConfiguration(files, own).keys()] : [own]
  const loaded = [home]
  for (const file of others)
    if (file !== undefined && file !== own) loaded.push(await loadConfiguration(workingFolder, file))
  const read = loaded.flatMap(one => (one.ok ? [one] : []))
  const sources = read.flatMap(({ source }) => source ?? [])
  const setup = await Promise.all(sources.filter(hasSetup).map(setupFiles))
  return {
    setup: setup.flat(),
    configurations: read.map(({ value }) => value),
    directories: read.length === 0 ? [workingFolder] : read.map(({ value }) => value.directory),
    named: read.flatMap(({ source, value }) => filesIn(source?.value, value.directory)),
    paths: readPathList(given, workingFolder).named.map(one => rootOf(path.resolve(workingFolder, one))),
    suites,
    foreign,
    mocks: sources.flatMap(source => {
      const { mocks, services } = mapping(source.readIn?.written ?? source.value)
      const ofServices = list(services).map(service => mapping(service)['mock'])
      return filesIn([mocks, ofServices], path.dirname(source.file))
    }),
  }
}

/** The files of other tools that run where they lie, with what each is made of. */
async function foreignParts(
  given: readonly string[],
  input: RunInput,
  configuration: Configuration,
): Promise<ForeignSuites['parts']> {
  const { foreignSuites } = await import('./foreign-suites.ts')
  const { pathsApart } = await import('./paths-apart.ts')
  const { foreign } = await whenLoaded(() => pathsApart(given, input.workingFolder))
  return (await foreignSuites(foreign, input, configuration)).parts
}
