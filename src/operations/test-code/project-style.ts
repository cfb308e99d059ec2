import path from 'node:path'
import type { Framework, ProjectStyle } from '../../formats/test-code/framework.ts'
import type { JavaScriptStyle } from '../../formats/test-code/javascript/style.ts'
import { mapping, text } from '../../util/read-values.ts'
import { parsedManifest, type ProjectFacts } from './project-facts.ts'

/** How a project writes the tests of this framework, into this folder. */
export function projectStyle(facts: ProjectFacts, framework: Framework, folder: string): ProjectStyle {
  const name = packageName(facts, framework.language, folder)
  return { javascript: javascriptStyle(facts), ...(name === undefined ? {} : { package: name }) }
}

function javascriptStyle({ manifests, files }: ProjectFacts): JavaScriptStyle {
  const packageFile = parsedManifest(manifests['package.json'])
  const tests = files.filter(file => /\.(?:test|spec)\.[cm]?[jt]sx?$/.test(file))
  const isTypeScript =
    tests.length === 0
      ? manifests['tsconfig.json'] !== undefined
      : tests.filter(file => /ts$/.test(file)).length * 2 > tests.length
  const isModulePackage = packageFile['type'] === 'module'
  const format = {
    ...parsedManifest(manifests['.prettierrc'] ?? manifests['.prettierrc.json']),
    ...mapping(packageFile['prettier']),
  }
  const isKnown = manifests['package.json'] !== undefined
  return {
    modules: isTypeScript || isModulePackage || !isKnown ? 'import' : 'require',
    isTypeScript,
    isModulePackage,
    ...(Object.keys(format).length === 0 ? {} : { format }),
  }
}

/**
 * Java: by the folder below `src/test/java`. Go: as the files beside it say, or the folder. PHP: as composer finds
 * classes.
 */
function packageName(
  { files, manifests }: ProjectFacts,
  language: string,
  folder: string,
): string | undefined {
  if (language === 'PHP') return namespaceOf(manifests['composer.json'], folder)
  if (language === 'Java') {
    const [, below = ''] = /(?:^|\/)src\/test\/java\/(.+)$/.exec(folder.replaceAll(path.sep, '/')) ?? []
    return below === '' ? undefined : below.replaceAll('/', '.')
  }
  if (language !== 'Go') return undefined
  const own = path
    .basename(path.resolve(folder))
    .replace(/[^A-Za-z0-9_]/g, '')
    .toLowerCase()
  return files.length === 0 && own === '' ? undefined : `${own || 'api'}_test`
}

/** The namespace of a folder by the rules of PSR-4; undefined where composer.json has none for it. */
function namespaceOf(manifest: string | undefined, folder: string): string | undefined {
  const { 'autoload-dev': development, autoload } = parsedManifest(manifest)
  const rules = [development, autoload].flatMap(one => Object.entries(mapping(mapping(one)['psr-4'])))
  const place = `${folder.replaceAll(path.sep, '/')}/`
  for (const [prefix, below] of rules) {
    const start = `${(text(below) ?? '').replace(/^\.\/|\/$/g, '')}/`
    const at = `/${place}`.lastIndexOf(`/${start}`)
    if (start === '/' || at < 0) continue
    const rest = `/${place}`.slice(at + start.length + 1).split('/')
    return [...prefix.split('\\'), ...rest].filter(part => part !== '').join('\\')
  }
  return undefined
}
