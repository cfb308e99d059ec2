/** An English plural as one of them: `orders` is `order`, `categories` is `category`. What is no plural stays. */
export function singular(word: string): string {
  if (/(ss|us|is)$/i.test(word)) return word
  if (/[^aeiou]ies$/i.test(word)) return `${word.slice(0, -3)}y`
  if (/(sses|xes|ches|shes|zes)$/i.test(word)) return word.slice(0, -2)
  return /[^s]s$/i.test(word) ? word.slice(0, -1) : word
}

/** An English noun as several: `order` is `orders`, `category` is `categories`. */
export function plural(word: string): string {
  if (/[^aeiou]y$/i.test(word)) return `${word.slice(0, -1)}ies`
  return /(s|x|ch|sh|z)$/i.test(word) ? `${word}es` : `${word}s`
}
