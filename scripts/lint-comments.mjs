// A plugin of the linter: how comments begin. oxlint.config.mjs loads it.

/** Beginnings of questions, which name nothing: a comment is a noun phrase, or says what is done, or why. */
const questions = /^[\s*]*(?:What|Whether|Those|Who)\b/

const beginnings = {
  create(context) {
    return {
      Program() {
        let last = { type: '', line: -1 }
        for (const comment of context.sourceCode.getAllComments()) {
          const { type, value, loc } = comment
          // Lines that follow each other are one comment.
          const goesOn = type === 'Line' && last.type === 'Line' && loc.start.line === last.line + 1
          last = { type, line: loc.end.line }
          if (!goesOn && questions.test(value))
            context.report({
              loc,
              message: 'Begin a comment with a noun or a verb, and not with a question.',
            })
        }
      },
    }
  },
}

export default { meta: { name: 'comments' }, rules: { beginnings } }
