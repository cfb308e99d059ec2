/** Small methods that a file of tests has where it needs them. */
export const helpers = {
  find: `# What is at the end of a path, or nil.
def find(value, *path)
  values_at(value, *path)&.first
end`,
  values_at: `# All that a path leads to; nil where it leads into something that can hold no such part.
def values_at(value, *path)
  path.each_with_index.reduce([value]) do |values, (step, depth)|
    values -= [nil, false, ''] if depth.positive?
    holders = values.select { |one| one.is_a?(Hash) ? !step.is_a?(Integer) : one.is_a?(Array) && !step.is_a?(String) }
    break if holders.empty? && !values.empty? && path.take(depth + 1).grep(Proc).empty?

    holders.flat_map { |one| parts_of(one, step) }
  end
end`,
  parts_of: `# A proc says which of the items are meant.
def parts_of(holder, step)
  case step
  when :all then holder.is_a?(Hash) ? holder.values : holder
  when Proc then parts_of(holder, :all).select(&step)
  when String then holder.key?(step) ? [holder[step]] : []
  else holder[step..step] || []
  end
end`,
  absent: `# Nothing at the end of a path, where there could be something.
def absent?(value, *path)
  values = values_at(value, *path)
  !values.nil? && [nil, '', [], {}].include?(values.first)
end`,
  cookies_of: `# The cookies that an answer sets, by their names, with their attributes; several of one name are a list.
def cookies_of(response)
  cookies = (response.get_fields('set-cookie') || []).map do |line|
    (name, value), *attributes = line.split(';').map { |part| part.partition('=').values_at(0, 2).map(&:strip) }
    flags = %w[secure httponly partitioned]
    parts = attributes.to_h { |key, text| [key.downcase, flags.include?(key.downcase) || text] }
    [name, parts.merge('value' => value)]
  end
  cookies.group_by(&:first).transform_values { |same| same.one? ? same[0][1] : same }
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
  return false if value.nil? || part == ''
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

/** The helpers that one of them calls. */
const callees: Partial<Record<HelperName, readonly HelperName[]>> = {
  find: ['values_at', 'parts_of'],
  values_at: ['parts_of'],
  absent: ['values_at', 'parts_of'],
  contains: ['text_of'],
  contain: ['contains', 'text_of'],
  be_whole: ['whole'],
}

/** The helpers that are used, and those that they call, in the order in which they stand. */
export function neededHelpers(used: ReadonlySet<HelperName>): readonly string[] {
  const needed = new Set([...used].flatMap(name => [name, ...(callees[name] ?? [])]))
  return Object.entries(helpers).flatMap(([name, code]) => (needed.has(name as HelperName) ? [code] : []))
}
