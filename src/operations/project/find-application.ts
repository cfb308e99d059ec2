import { accessSync, constants, existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { readText } from '../../util/read-text.ts'
import { mapping, text } from '../../util/read-values.ts'
import { entriesOf, parsedManifest } from '../test-code/project-facts.ts'

/** The server that a project is, as far as its files say. */
export interface FoundApplication {
  /** Where it listens on this machine. */
  readonly port: number
  /** The reason to believe so. */
  readonly reason: string
  /** The command that starts it; absent where it is not certain that it would. */
  readonly command?: string
  /** A path that it answers without data; absent where none is known. */
  readonly path?: string
}

/** A project to be looked at. */
interface Looked {
  readonly folder: string
  readonly manifests: Readonly<Record<string, string>>
  /** Programs are looked for in its PATH. */
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** The server that a project is; undefined where no file tells its port. */
export function findApplication(project: Looked): FoundApplication | undefined {
  return (
    fromNode(project) ??
    fromPython(project) ??
    fromGo(project) ??
    fromRust(project) ??
    fromSpring(project) ??
    fromRuby(project)
  )
}

/** Where a text of a program says that it listens. */
const listening = [
  /\.listen\(\s*(\d{2,5})\b/,
  /\bPORT\b[\s\])'"]*(?:\|\||\?\?|,)\s*['"]?(\d{2,5})\b/,
  /\b(?:port|PORT)\s*[:=]\s*['"]?(\d{2,5})\b/,
]

function fromNode({ folder, manifests }: Looked): FoundApplication | undefined {
  const manifest = parsedManifest(manifests['package.json'])
  const script = text(mapping(manifest['scripts'])['start'])
  const entry = /^node (?:-\S+ )*(\S+\.[cm]?[jt]s)$/.exec(script?.trim() ?? '')?.[1]
  const file = entry ?? text(manifest['main']) ?? 'server.js'
  const source = textIn(folder, file)
  const port = portIn(source, listening)
  if (port === undefined) return undefined
  const needs = Object.keys(mapping(manifest['dependencies']))
  const isReady = needs.every(name => existsSync(path.join(folder, 'node_modules', name)))
  return {
    ...{ port, reason: `${file} listens on it` },
    ...(entry !== undefined && isReady ? { command: 'npm start' } : {}),
    ...pathIn(
      source,
      /\.get\(\s*['"`](\/[\w./-]*)['"`]|\b(?:url|path|pathname)\s*===?\s*['"`](\/[\w./-]*)['"`]/g,
    ),
  }
}

function fromPython({ folder, manifests }: Looked): FoundApplication | undefined {
  const python = ['.venv/bin/python', 'venv/bin/python'].find(file => existsSync(path.join(folder, file)))
  const started = (command: string): { readonly command?: string } =>
    python === undefined ? {} : { command: `${python} ${command}` }
  const manager = textIn(folder, 'manage.py')
  if (manager !== '') {
    const [, site = ''] = /DJANGO_SETTINGS_MODULE['"],\s*['"](\w+)/.exec(manager) ?? []
    return {
      port: 8000,
      reason: 'the usual one of Django',
      ...started('manage.py runserver --noreload 8000'),
      ...pathIn(textIn(folder, `${site}/urls.py`), /^\s*path\(\s*r?['"]([\w./-]*)['"],(?!\s*include\b)/gm),
    }
  }
  for (const file of ['main.py', 'app.py', 'server.py', 'app/main.py', 'src/main.py']) {
    const source = textIn(folder, file)
    const [, name, framework] = /^(\w+)\s*(?::[^=\n]*)?=\s*(FastAPI|Flask)\(/m.exec(source) ?? []
    if (name === undefined) continue
    const module = file.replace(/\.py$/, '').replaceAll('/', '.')
    const route = pathIn(source, /^@\w+\.(?:get|route)\(\s*['"](\/[\w./-]*)['"]\s*\)/gm)
    const port = portIn(source, [/\.run\([^)]*\bport\s*=\s*(\d{2,5})\b/])
    const usual = framework === 'FastAPI' ? 8000 : 5000
    const listens =
      port === undefined
        ? { port: usual, reason: `the usual one of ${framework}` }
        : { port, reason: `${file} listens on it` }
    return framework === 'FastAPI'
      ? {
          ...listens,
          ...started(`-m uvicorn ${module}:${name} --port ${listens.port}`),
          // It describes itself there unless it says otherwise.
          ...(/\bopenapi_url\b/.test(source) ? route : { path: '/openapi.json', ...route }),
        }
      : {
          ...listens,
          ...started(`-m flask --app ${module}:${name} run --port ${listens.port}`),
          ...route,
        }
  }
  const names = ['pyproject.toml', 'requirements.txt'].map(name => manifests[name] ?? '').join('\n')
  if (/\bfastapi\b/i.test(names)) return { port: 8000, reason: 'the usual one of FastAPI' }
  return /\bflask\b/i.test(names) ? { port: 5000, reason: 'the usual one of Flask' } : undefined
}

function fromGo({ folder, manifests, environment }: Looked): FoundApplication | undefined {
  if (manifests['go.mod'] === undefined) return undefined
  const [own, ...others] = entriesOf(path.join(folder, 'cmd'))
  const isAtTop = own === undefined || others.length > 0 || existsSync(path.join(folder, 'main.go'))
  const main = isAtTop ? '.' : `./cmd/${own}`
  const file = path.posix.join(main, 'main.go')
  const source = textIn(folder, file)
  const port = portIn(source, [
    /"(?:localhost|127\.0\.0\.1|0\.0\.0\.0)?:(\d{2,5})"/,
    /\bport\b\s*:?=\s*"?(\d{2,5})\b/i,
  ])
  if (port === undefined) return undefined
  return {
    ...{ port, reason: `${file} listens on it` },
    ...(isInstalled('go', environment) ? { command: `go run ${main}` } : {}),
    ...pathIn(source, /\b(?:HandleFunc|Handle|GET|Get)\(\s*"(?:GET )?(\/[\w./-]*)"/g),
  }
}

function fromRust({ folder, manifests, environment }: Looked): FoundApplication | undefined {
  if (manifests['Cargo.toml'] === undefined) return undefined
  const source = textIn(folder, 'src/main.rs')
  const port = portIn(source, [
    /"(?:localhost|127\.0\.0\.1|0\.0\.0\.0):(\d{2,5})"/,
    /(?:\[[\d, ]+\]|"(?:localhost|127\.0\.0\.1|0\.0\.0\.0)"),\s*(\d{2,5})\s*\)/,
  ])
  if (port === undefined) return undefined
  // To compile all of its packages takes longer than anybody waits for a first run.
  const isBuilt = existsSync(path.join(folder, 'target')) && isInstalled('cargo', environment)
  return {
    ...{ port, reason: 'src/main.rs listens on it' },
    ...(isBuilt ? { command: 'cargo run' } : {}),
    ...pathIn(source, /(?:\.route\(\s*"(\/[\w./-]*)",\s*(?:\w+::)*get\(|#\[get\("(\/[\w./-]*)")/g),
  }
}

/** Its paths stand in many files, so that none is known without a description, but for that of its health. */
function fromSpring({ folder, manifests, environment }: Looked): FoundApplication | undefined {
  const file = ['pom.xml', 'build.gradle', 'build.gradle.kts'].find(name =>
    /spring-boot/.test(manifests[name] ?? ''),
  )
  if (file === undefined) return undefined
  const settings = ['application.properties', 'application.yml', 'application.yaml'].map(name =>
    textIn(folder, `src/main/resources/${name}`),
  )
  const written = settings.join('\n')
  const port = portIn(written, [
    /^server\.port\s*[=:]\s*(?:\$\{\w+:)?(\d+)/m,
    /^server:\s*\n\s+port:\s*(?:\$\{\w+:)?(\d+)/m,
  ])
  const [wrapper, installed, task, built] =
    file === 'pom.xml'
      ? (['./mvnw', 'mvn', 'spring-boot:run', 'target'] as const)
      : (['./gradlew', 'gradle', 'bootRun', 'build'] as const)
  const program = existsSync(path.join(folder, wrapper))
    ? wrapper
    : isInstalled(installed, environment)
      ? installed
      : undefined
  const isStarted = program !== undefined && existsSync(path.join(folder, built))
  const hasHealth = /spring-boot-starter-actuator/.test(manifests[file] ?? '')
  const isElsewhere = /context-path|base-path|management(?:\.|:\s+)server/.test(written)
  return {
    port: port ?? 8080,
    reason: port === undefined ? 'the usual one of Spring Boot' : 'server.port says so',
    ...(isStarted ? { command: `${program} ${task}` } : {}),
    ...(hasHealth && !isElsewhere ? { path: '/actuator/health' } : {}),
  }
}

function fromRuby({ folder, manifests }: Looked): FoundApplication | undefined {
  const gems = manifests['Gemfile'] ?? ''
  if (/^\s*gem\s+['"]rails['"]/m.test(gems)) return { port: 3000, reason: 'the usual one of Rails' }
  if (!/^\s*gem\s+['"]sinatra['"]/m.test(gems)) return undefined
  const port = portIn(textIn(folder, 'app.rb'), [/^\s*set\s*\(?\s*:port,\s*(\d{2,5})\b/m])
  return port === undefined
    ? { port: 4567, reason: 'the usual one of Sinatra' }
    : { port, reason: 'app.rb listens on it' }
}

function portIn(source: string, patterns: readonly RegExp[]): number | undefined {
  for (const pattern of patterns) {
    const port = Number(pattern.exec(source)?.[1])
    if (port > 0 && port < 65_536) return port
  }
  return undefined
}

/** A path that is there to be asked, else the root. */
function pathIn(source: string, routes: RegExp): { readonly path?: string } {
  const all = [...source.matchAll(routes)].map(([, one, other]) => one ?? other ?? '')
  const found = all.find(one => /health|ping|ready|status/.test(one)) ?? all.find(one => /^\/?$/.test(one))
  return found === undefined ? {} : { path: `/${found.replace(/^\//, '')}` }
}

function textIn(folder: string, file: string): string {
  const read = readText(path.join(folder, file))
  return typeof read === 'string' ? read : ''
}

function isInstalled(program: string, { PATH = '' }: Looked['environment']): boolean {
  return PATH.split(path.delimiter).some(folder => {
    const file = path.join(folder, program)
    try {
      accessSync(file, constants.X_OK)
      return statSync(file).isFile()
    } catch {
      return false
    }
  })
}
