/** Small methods that a file of tests has where it needs them. */
export const helpers = {
  find: `# What is at the end of a path, or nil.
def find(value, *path)
  values_at(value, *path).first
end`,
  values_at: `# All that a path leads to: a proc in it says which items of a list are meant.
def values_at(value, *path)
  path.reduce([value]) do |values, step|
    case step
    when Proc then values.grep(Array).flatten(1).select(&step)
    when :members then values.grep(Hash).flat_map(&:values)
    when :items then values.grep(Array).flatten(1)
    when String then values.grep(Hash).select { |one| one.key?(step) }.map { |one| one[step] }
    else values.grep(Array).flat_map { |one| one[step..step] || [] }
    end
  end
end`,
  absent: `# Nothing at the end of a path, where there could be something.
def absent?(value, *path)
  path.each_with_index do |step, index|
    return true if index.positive? && [nil, false, ''].include?(value)
    return false unless value.is_a?(step.is_a?(Integer) ? Array : Hash)
    return true if values_at(value, step).empty?

    value = value[step]
  end
  [nil, '', [], {}].include?(value)
end`,
  text_of: `# Text as it is, anything else as JSON.
def text_of(value)
  return value if value.is_a?(String)

  value.is_a?(Float) && (value % 1).zero? ? value.to_i.to_s : JSON.generate(value)
end`,
  number_of: `# The number that a text is, or one that nothing compares with.
def number_of(text)
  Float(text, exception: false) || Float::NAN
end`,
  length_of: `# How long a text, a list or an object is; nothing compares with the length of anything else.
def length_of(value)
  value.respond_to?(:length) ? value.length : Float::NAN
end`,
  contains: `# An item of a list, or a part of a text.
def contains?(value, part)
  return false if value.nil?
  return value.any? { |item| item == part || text_of(item) == part } if value.is_a?(Array)

  text_of(value).include?(text_of(part))
end`,
  contain: `def contain(part)
  satisfy("contain #{part.inspect}") { |value| contains?(value, part) }
end`,
  be_filled: `# Neither nil nor empty.
def be_filled
  satisfy('be filled') { |value| ![nil, '', [], {}].include?(value) }
end`,
  be_whole: `# A whole number, such as 1 or 1.0.
def be_whole
  satisfy('be a whole number') { |value| whole?(value) }
end`,
  whole: `def whole?(value)
  value.is_a?(Numeric) && (value % 1).zero?
end`,
  json_of: `# The body as JSON, or nil.
def json_of(response)
  JSON.parse(response.body)
rescue JSON::ParserError, TypeError
  nil
end`,
  decoded: `# The body as text, which is UTF-8 unless the answer says otherwise.
def decoded(response)
  charset = response.type_params.fetch('charset', 'utf-8')
  response.body.to_s.dup.force_encoding(charset).encode('utf-8', invalid: :replace, undef: :replace).scrub
end`,
} as const

export type HelperName = keyof typeof helpers

/** What one of them calls. */
const callees: Partial<Record<HelperName, readonly HelperName[]>> = {
  find: ['values_at'],
  absent: ['values_at'],
  contains: ['text_of'],
  contain: ['contains', 'text_of'],
  be_whole: ['whole'],
}

/** Those that are used, and those that they call, in the order in which they stand. */
export function neededHelpers(used: ReadonlySet<HelperName>): readonly string[] {
  const needed = new Set([...used].flatMap(name => [name, ...(callees[name] ?? [])]))
  return Object.entries(helpers).flatMap(([name, code]) => (needed.has(name as HelperName) ? [code] : []))
}
