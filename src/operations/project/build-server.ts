import { version } from '../../util/version.ts'

/** Build servers that a file can be written for. */
export const buildServers = ['github', 'gitlab', 'none'] as const

/** One of them. */
export type BuildServer = (typeof buildServers)[number]

/** What a job needs before the suites run, and the command that runs them. */
interface Job {
  readonly before: readonly string[]
  readonly command: string
}

/** The commands of a job: with the package of the project where there is one, else with that of the registry. */
export function jobOf({
  manifests,
  hasPackage,
}: {
  readonly manifests: Readonly<Record<string, string>>
  readonly hasPackage: boolean
}): Job {
  const installs = manifests['package-lock.json'] === undefined ? 'npm install' : 'npm ci'
  const python =
    manifests['requirements.txt'] === undefined
      ? []
      : ['python3 -m venv .venv && .venv/bin/pip install -r requirements.txt']
  return {
    before: [...(manifests['package.json'] === undefined ? [] : [installs]), ...python],
    command: hasPackage ? 'npx apitest' : `npx --yes apitest-run@${version}`,
  }
}

/** A workflow of GitHub Actions. */
export function githubWorkflow({ before, command }: Job): string {
  const steps = before.map(line => `      - run: ${line}\n`).join('')
  return `name: API tests
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
${steps}      - run: ${command} --reporter github --reporter junit=reports/junit.xml --reporter markdown=reports/summary.md
      - run: cat reports/summary.md >> "$GITHUB_STEP_SUMMARY"
        if: always()
`
}

/** A job of GitLab. */
export function gitlabJob({ before, command }: Job): string {
  return `apitest:
  image: node:22
  script:
${before.map(line => `    - ${line}\n`).join('')}    - ${command} --reporter pretty --reporter junit=reports/junit.xml
  artifacts:
    when: always
    reports:
      junit: reports/junit.xml
`
}
