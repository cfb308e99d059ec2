/** How chai says an operator of numbers. */
export const numberWords: Readonly<Record<string, string>> = {
  equals: 'to.eql',
  'not-equals': 'to.not.eql',
  'greater-than': 'to.be.above',
  'less-than': 'to.be.below',
  'at-least': 'to.be.at.least',
  'at-most': 'to.be.at.most',
}

/** How chai says an operator of texts. */
export const textWords: Readonly<Record<string, string>> = {
  equals: 'to.eql',
  contains: 'to.include',
  'not-contains': 'to.not.include',
}

/** Operators that only numbers can pass. */
export const orders = new Set(['greater-than', 'less-than', 'at-least', 'at-most'])
