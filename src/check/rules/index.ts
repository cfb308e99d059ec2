import type { Problem } from '../../model/problem.ts'
import { filesNamedUnder } from '../upload-files.ts'
import type { CheckedSuite, Rule } from '../rule.ts'
import { applicableTargets } from './applicable-targets.ts'
import { boundedWaits } from './bounded-waits.ts'
import { completeActions } from './complete-actions.ts'
import { completeRows } from './complete-rows.ts'
import { existingFiles } from './existing-files.ts'
import { provableExpectations } from './provable-expectations.ts'
import { finiteVariables } from './finite-variables.ts'
import { hiddenArguments } from './hidden-arguments.ts'
import { inputProblems } from './input-problems.ts'
import { knownConditions } from './known-conditions.ts'
import { chosenEnvironment, knownEnvironment } from './known-environment.ts'
import { knownMembers } from './known-members.ts'
import { knownOperations, readableDescriptions } from './known-operations.ts'
import { knownSharedVariables } from './known-shared-variables.ts'
import { knownTargets } from './known-targets.ts'
import { knownVariables } from './known-variables.ts'
import { knownMocks } from './known-mocks.ts'
import { mockPorts } from './mock-ports.ts'
import { validFunctions } from './valid-functions.ts'
import { maskableSecrets } from './maskable-secrets.ts'
import { noSecretCommands } from './secret-commands.ts'
import { hasTextsOfOtherTools } from './texts-of-other-tools.ts'
import { oneAction } from './one-action.ts'
import { ownLevel } from './own-level.ts'
import { plainTexts } from './plain-texts.ts'
import { reachableMessages } from './reachable-messages.ts'
import { reachableUses } from './reachable-uses.ts'
import { validCredentials } from './valid-credentials.ts'
import { validExpectations } from './valid-expectations.ts'
import { validExtracts } from './valid-extracts.ts'
import { validRounds } from './valid-rounds.ts'
import { validRows } from './valid-rows.ts'
import { validSchemas } from './valid-schemas.ts'
import { validScripts } from './valid-scripts.ts'
import { validTls } from './valid-tls.ts'
import { validTransport } from './valid-transport.ts'
import { sentUrls } from './sent-urls.ts'
import { setEnvironmentVariables } from './set-environment-variables.ts'
import { uniqueExtracts } from './unique-extracts.ts'
import { uniqueStepIds } from './unique-step-ids.ts'
import { validAddresses } from './valid-addresses.ts'
import { validJsonPaths } from './valid-json-paths.ts'
import { validXPaths } from './valid-xpaths.ts'
import { validPatterns } from './valid-patterns.ts'
import { wellFormedTemplates } from './well-formed-templates.ts'
import { writtenOperands } from './written-operands.ts'

/** Everything a suite must keep to beyond its schema; a rule about certain keys is asked only where one of them stands. */
export const rules: readonly Rule[] = [
  oneAction,
  completeActions,
  about(['id'], uniqueStepIds),
  plainTexts,
  ownLevel,
  knownEnvironment,
  chosenEnvironment,
  inputProblems,
  validAddresses,
  sentUrls,
  reachableMessages,
  about(['timeout', 'interval'], boundedWaits),
  about(['extracts'], knownTargets),
  applicableTargets,
  validJsonPaths,
  validXPaths,
  about(['matches-regex', 'not-matches-regex', 'matches', 'regex'], validPatterns),
  validExpectations,
  provableExpectations,
  writtenOperands,
  seldom(hasTextsOfOtherTools, async () => (await import('./mistaken-texts.ts')).mistakenTexts),
  seldomAbout(['missing'], async () => (await import('./idle-presence.ts')).idlePresence),
  about(['schema'], validSchemas),
  about(filesNamedUnder, existingFiles),
  seldomAbout(['snapshot'], async () => (await import('./valid-snapshots.ts')).validSnapshots),
  seldomAbout(['save-to'], async () => (await import('./valid-saves.ts')).validSaves),
  about(['spec'], knownOperations),
  about(['spec'], readableDescriptions),
  aboutShared(['script', 'scripts'], validScripts),
  aboutShared(['tls'], validTls),
  aboutShared(['proxy', 'resolve', 'correlation'], validTransport),
  aboutShared(['auth'], validCredentials),
  about(['use'], reachableUses),
  wellFormedTemplates,
  validFunctions,
  knownVariables,
  knownSharedVariables,
  setEnvironmentVariables,
  knownMembers,
  about(['calls', 'reset'], knownMocks),
  seldomAbout(['load'], async () => (await import('./valid-load.ts')).validLoad),
  seldomAbout(['mocks'], async () => (await import('./mock-rules.ts')).mockRules),
  about(['mocks', 'use'], mockPorts),
  about(['when', 'unless', 'repeat'], knownConditions),
  completeRows,
  validRows,
  finiteVariables,
  about(['extracts'], uniqueExtracts),
  about(['append', 'default'], validExtracts),
  about(['for-each', 'repeat', 'steps'], validRounds),
  seldomAbout(['until'], async () => (await import('./reachable-success.ts')).reachableSuccess),
  seldomAbout(['once'], async () => (await import('./valid-once.ts')).validOnce),
  about(['secrets'], maskableSecrets),
  about(['secrets'], noSecretCommands),
  about(['exec', 'command'], hiddenArguments),
  seldomAbout(['exec'], async () => (await import('./failing-commands.ts')).failingCommands),
]

const none: readonly Problem[] = []

/** A rule that has nothing to judge where none of these keys stands in the suite, at whatever place. */
function about(keys: readonly string[], rule: Rule): Rule {
  return (checked, facts) => (checked.written.has(keys) ? rule(checked, facts) : none)
}

/** The same of a rule that few suites need: it is loaded with the first of them. */
function seldomAbout(keys: readonly string[], load: () => Promise<Rule>): Rule {
  return seldom(({ written }) => written.has(keys), load)
}

/** A rule for the few suites that it has something to judge in, which is loaded with the first of them. */
function seldom(hasSome: (checked: CheckedSuite) => boolean, load: () => Promise<Rule>): Rule {
  let loaded: Rule | undefined
  return (checked, facts) => {
    if (!hasSome(checked)) return none
    if (loaded !== undefined) return loaded(checked, facts)
    return load().then(rule => {
      loaded = rule
      return rule(checked, facts)
    })
  }
}

/** The same of a rule that also judges what the configuration says for all suites. */
function aboutShared(keys: readonly string[], rule: Rule): Rule {
  return (checked, facts) =>
    facts.configuration !== undefined || checked.written.has(keys) ? rule(checked, facts) : none
}
