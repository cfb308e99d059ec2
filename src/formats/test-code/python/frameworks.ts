import { fileNameOf } from '../../../compile/file-names.ts'
import type { Framework, Runner, TestOutcome, WrittenTests } from '../framework.ts'
import { readJunit } from '../read-junit.ts'
import type { TestProgram } from '../../../compile/test-program/test-program.ts'
import { pythonFunctions } from './function-calls.ts'
import { readUnittest } from './read-unittest.ts'

/** The frameworks of Python. */
export const pythonFrameworks: readonly Framework[] = [
  framework(
    'pytest-requests',
    'pytest with requests',
    program => written(program, 'pytest', 'requests'),
    pytest('requests'),
  ),
  framework(
    'pytest-httpx',
    'pytest with httpx',
    program => written(program, 'pytest', 'httpx'),
    pytest('httpx'),
  ),
  framework(
    'unittest',
    'unittest with requests',
    program => written(program, 'unittest', 'requests'),
    unittestRunner(),
  ),
]

function framework(
  name: string,
  title: string,
  write: (program: TestProgram) => Promise<WrittenTests>,
  runner: Runner,
): Framework {
  return {
    name,
    title,
    language: 'Python',
    fileName: words => `test_${fileNameOf(words).replaceAll('-', '_')}.py`,
    target: { calls: pythonFunctions, holds: () => true },
    write,
    runner,
  }
}

async function written(
  program: TestProgram,
  framework: 'pytest' | 'unittest',
  client: 'requests' | 'httpx',
): Promise<WrittenTests> {
  const clients = await import('./clients.ts')
  const module = client === 'requests' ? clients.requestsClient : clients.httpxClient
  return framework === 'pytest'
    ? (await import('./write-pytest.ts')).writePytest(program, module)
    : (await import('./write-unittest.ts')).writeUnittest(program, module)
}

function pytest(client: string): Runner {
  return {
    command: (files, report) => ({
      command: 'python3',
      // A file that lacks a variable keeps no other from running.
      args: ['-m', 'pytest', '-q', '--continue-on-collection-errors', `--junitxml=${report}`, ...files],
    }),
    outcomes: report => merged(readJunit(report)),
    packages: ['pytest', client],
    install: packages => `python3 -m pip install ${packages.join(' ')}`,
  }
}

/** A test that failed, and whose fixture did so too, is told of twice. */
function merged(outcomes: readonly TestOutcome[]): readonly TestOutcome[] {
  return outcomes.filter((one, index) => {
    const before = outcomes[index - 1]
    return (
      before === undefined ||
      before.name !== one.name ||
      before.file !== one.file ||
      before.outcome !== 'failed'
    )
  })
}

/** unittest writes no report: what it prints tells of each test. */
function unittestRunner(): Runner {
  return {
    command: files => ({ command: 'python3', args: ['-m', 'unittest', '-v', ...files] }),
    // A file that lacks a variable would end all of them.
    isPerFile: true,
    outcomes: (_report, output) => readUnittest(output),
    packages: ['requests'],
    install: packages => `python3 -m pip install ${packages.join(' ')}`,
  }
}
