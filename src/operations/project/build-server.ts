import { version } from '../../util/version.ts'

/** Build servers that a file can be written for. */
export const buildServers = ['github', 'gitlab', 'none'] as const

/** One of them. */
export type BuildServer = (typeof buildServers)[number]

/** The lines of a job that come before the suites run, and the command that runs them. */
interface Job {
  readonly before: readonly string[]
  readonly command: string
  /** A note on the API that the suites test as long as nobody says more. */
  readonly note?: string
  /** True where the service is a program of Python. */
  readonly usesPython: boolean
}

/** The commands that install the packages of a project of Node, by the file that locks them. */
const installers = [
  ['package-lock.json', ['npm ci']],
  ['pnpm-lock.yaml', ['corepack enable', 'pnpm install --frozen-lockfile']],
  ['yarn.lock', ['corepack enable', 'yarn install --frozen-lockfile']],
  ['bun.lock', ['npm install --global bun', 'bun install --frozen-lockfile']],
  ['bun.lockb', ['npm install --global bun', 'bun install --frozen-lockfile']],
] as const

/** The files that lock packages. */
export const lockFiles: readonly string[] = installers.map(([name]) => name)

/** The commands of a job: with the package of the project where there is one, else with that of the registry. */
export function jobOf(
  {
    manifests,
    hasPackage,
    application,
  }: {
    readonly manifests: Readonly<Record<string, string>>
    readonly hasPackage: boolean
    readonly application?: { readonly command?: string }
  },
  note?: string,
): Job {
  const [, installs = ['npm install']] = installers.find(([name]) => manifests[name] !== undefined) ?? []
  const venv = /^(\.?venv)\/bin\//.exec(application?.command ?? '')?.[1] ?? '.venv'
  const packages = manifests['requirements.txt'] === undefined ? '.' : '-r requirements.txt'
  const usesPython = manifests['requirements.txt'] !== undefined || manifests['pyproject.toml'] !== undefined
  const python = usesPython ? [`python3 -m venv ${venv} && ${venv}/bin/pip install ${packages}`] : []
  return {
    ...(note === undefined ? {} : { note }),
    usesPython,
    before: [...(manifests['package.json'] === undefined ? [] : installs), ...python],
    command: hasPackage ? 'npx apitest' : `npx --yes apitest-run@${version}`,
  }
}

/** A workflow of GitHub Actions. */
export function githubWorkflow({ before, command, note, usesPython }: Job): string {
  const steps = before.map(line => `      - run: ${line}\n`).join('')
  const python = `      - uses: actions/setup-python@v5
        with:
          python-version: 3.x
`
  return `${commentOf(note)}name: API tests
on: [push, pull_request]
permissions:
  contents: read
jobs:
  apitest:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 22
${usesPython ? python : ''}${steps}      - run: ${command} --reporter github --reporter junit=reports/junit.xml --reporter markdown=reports/summary.md
      - run: cat reports/summary.md >> "$GITHUB_STEP_SUMMARY"
        if: always()
`
}

/** Adds the note that a green run does not say by itself. */
function commentOf(note: string | undefined): string {
  return note === undefined ? '' : `# ${note}\n`
}

/** A job of GitLab. */
export function gitlabJob({ before: installs, command, note, usesPython }: Job): string {
  // The image has Python, and not the package that makes environments of it.
  const before = [...(usesPython ? ['apt-get update && apt-get install -y python3-venv'] : []), ...installs]
  return `${commentOf(note)}apitest:
  image: node:22
  script:
${before.map(line => `    - ${line}\n`).join('')}    - ${command} --reporter pretty --reporter junit=reports/junit.xml
  artifacts:
    when: always
    reports:
      junit: reports/junit.xml
`
}
