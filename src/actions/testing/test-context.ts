import os from 'node:os'
import path from 'node:path'
import type { ActionContext } from '../action.ts'
import { messageMatcher } from '../../validations/index.ts'
import { RunResources } from '../resources.ts'

const nowhere = { file: '', start: { line: 1, column: 1 }, end: { line: 1, column: 1 } }

/** Surroundings for an action under test, with what a test wants to be different. */
export function testContext(changes: Partial<ActionContext> = {}): ActionContext {
  return {
    directory: process.cwd(),
    timeout: 5000,
    signal: new AbortController().signal,
    settings: {},
    wantsBody: true,
    allowExec: false,
    resources: new RunResources(),
    toolFolder: path.join(os.tmpdir(), 'apitest-tool'),
    mask: text => text,
    session: new RunResources(),
    processEnvironment: {},
    runId: '11111111-2222-4333-8444-555555555555',
    messageMatcher: (expected, isNegated) => messageMatcher(expected, nowhere, isNegated),
    hide: () => undefined,
    runSuite: () => Promise.reject(new Error('No suite is run here.')),
    runSteps: () => Promise.reject(new Error('No steps here.')),
    ...changes,
  }
}
