/** A text as a variable's name: letters, digits, `_` and `-` stay, as nothing else is free of meaning in `{{name}}`. */
export function variableName(text: string): string {
  const name = text.replace(/[^\p{L}\p{N}_-]+/gu, '_').replace(/^[_-]+|[_-]+$/g, '')
  return name === '' ? 'value' : name
}

/** The words of a name as one: `api_key header` is `apiKeyHeader`. */
export function camelCase(text: string): string {
  const words = text.replace(/([a-z\d])([A-Z])/g, '$1 $2').split(/[^\p{L}\p{N}]+/u)
  const [first = '', ...others] = words.filter(word => word !== '').map(word => word.toLowerCase())
  return first + others.map(word => word.slice(0, 1).toUpperCase() + word.slice(1)).join('')
}
