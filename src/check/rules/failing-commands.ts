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
    .flatMap(({ action, input, path }) => {
      const said = succeedsAlways(input[action] ?? null)
      if (said === undefined) return []
      const { message, hint } = said
      return [problemAt(source, [...path, action], 'bad-value', message, { severity: 'warning', hint })]
    })

interface Said {
  readonly message: string
  readonly hint: string
}

const alwaysSucceeds: Said = {
  message: 'this command always ends with 0, and nothing else is looked at: the step passes whatever happens',
  hint: 'Take out what hides that it failed, or say what it must print. What cleans up stands under `after`.',
}

const takesErrorPages: Said = {
  message: 'curl ends with 0 for an error page as well, and nothing else is looked at',
  hint: 'Give it --fail-with-body, or say what it must print.',
}

function looksAtNothing(step: Step): boolean {
  const { phase, validations, extracts, saveTo } = step
  const isOfStatus = validations.every(({ target }) => target.kind === 'status')
  return (
    phase === 'steps' && isOfStatus && extracts.length + endTargets(step).length === 0 && saveTo === undefined
  )
}

function succeedsAlways(command: JsonValue): Said | undefined {
  const words = isList(command) ? command.map(valueText) : []
  const [program = '', flag, text = ''] = words
  if (/(?:^|\/)(?:ba|da|z|k)?sh$/.test(program) && flag === '-c') return succeedsAlways(text)
  const written = isList(command) ? words.join(' ') : valueText(command)
  if (mayFailBefore.test(written) || cleaning.test(written)) return undefined
  if (lastSucceeds.test(written)) return alwaysSucceeds
  return lastIsCurl.test(written) && !judgesAnswer.test(written) ? takesErrorPages : undefined
}

/** The last command of a line: one that cannot fail, or that prints what came of those before it, or in the background. */
const lastSucceeds = new RegExp(
  [
    /(?:^|\|\||[;|\n])\s*(?:true|:|exit 0)\s*;?\s*$/,
    /(?:\|\||[;|\n])\s*(?:cat|(?:echo|printf)\b[^;&|>$`\n]*)\s*;?\s*$/,
    /[^|]\|\s*(?:tee|wc|head|tail|sort|uniq|tr|cut)\b[^;&|\n]*$/,
    /(?:^|[;\n])\s*if\b(?:(?!\belse\b|\belif\b)[^])*[;\n]\s*then\s+(?:true|:|echo\b[^;&|>\n]*|printf\b[^;&|>\n]*)\s*[;\n]\s*fi\s*$/,
    /[^&>]&\s*$/,
  ]
    .map(({ source }) => source)
    .join('|'),
)

const lastIsCurl = /(?:^|[;&|\n])\s*curl\s[^;&|\n]*$/

/** Options of curl that have it fail with the answer, or show the status of it. */
const judgesAnswer = /\s(?:-\w*[fw]|--fail\b|--fail-\w+|--write-out\b)/

/** Options with which a shell ends at what fails first, and other ends. */
const mayFailBefore = /\bset -\w*[eo]|\bexit (?!0\b)/

const cleaning =
  /\b(?:rm|rmdir|kill|pkill|killall|stop|down|del|delete|drop|remove|prune|clean\w*|purge|reset|destroy|teardown)\b/i
