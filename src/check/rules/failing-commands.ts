import { factsOf } from '../../actions/index.ts'
import type { JsonValue } from '../../model/json.ts'
import type { Step } from '../../model/suite.ts'
import { endTargets } from '../../model/targets-of.ts'
import { isList } from '../../util/is-json.ts'
import { valueText } from '../../util/value-text.ts'
import { allSteps, problemAt, type Rule } from '../rule.ts'

/** A step that looks at its exit code alone runs a command that can fail. What cleans up, and steps under `after`, may do without. */
export const failingCommands: Rule = ({ source, suite }) =>
  allSteps({ suite })
    .filter(step => factsOf(step.action).commandKey === step.action && looksAtNothing(step))
    .filter(({ action, input }) => alwaysSucceeds(input[action] ?? null))
    .map(({ action, path }) =>
      problemAt(
        source,
        [...path, action],
        'bad-value',
        'this command always ends with 0, and nothing else is looked at: the step passes whatever happens',
        {
          severity: 'warning',
          hint: 'Take out what hides that it failed, or say what it must print. What cleans up stands under `after`.',
        },
      ),
    )

function looksAtNothing(step: Step): boolean {
  const { phase, validations, extracts, saveTo } = step
  const isOfStatus = validations.every(({ target }) => target.kind === 'status')
  return (
    phase === 'steps' && isOfStatus && extracts.length + endTargets(step).length === 0 && saveTo === undefined
  )
}

function alwaysSucceeds(command: JsonValue): boolean {
  const words = isList(command) ? command.map(valueText) : []
  const [program = '', flag, text = ''] = words
  if (/(?:^|\/)(?:ba|da|z|k)?sh$/.test(program) && flag === '-c') return alwaysSucceeds(text)
  const written = isList(command) ? words.join(' ') : valueText(command)
  return lastSucceeds.test(written) && !mayFailBefore.test(written) && !cleaning.test(written)
}

/** The last command of a line: one that cannot fail, or that prints what came of those before it, or in the background. */
const lastSucceeds =
  /(?:^|\|\||[;|\n])\s*(?:true|:|exit 0)\s*;?\s*$|(?:\|\||[;|\n])\s*(?:cat|(?:echo|printf)\b[^;&|>$`\n]*)\s*;?\s*$|[^&>]&\s*$/

/** Options with which a shell ends at what fails first, and other ends. */
const mayFailBefore = /\bset -\w*[eo]|\bexit (?!0\b)/

const cleaning =
  /\b(?:rm|rmdir|kill|pkill|killall|stop|down|del|delete|drop|remove|prune|clean\w*|purge|reset|destroy|teardown)\b/i
