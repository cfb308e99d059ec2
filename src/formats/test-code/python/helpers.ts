/** Small functions that a file of tests has where it needs them. */
export const helpers = {
  text_of: `def text_of(value):
    """Text as it is, anything else as JSON."""
    if isinstance(value, str):
        return value
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))`,
  as_text: `def as_text(value):
    """The text of a text, a number or a boolean; anything else is an error."""
    if value is None or isinstance(value, (list, dict)):
        raise TypeError("This is no text.")
    return text_of(value)`,
  as_key: `def as_key(value):
    """A key to sign with, which must not be empty."""
    if value == "":
        raise ValueError("The key is empty.")
    return as_text(value)`,
  trimmed: `def trimmed(value):
    """Without the blanks of Unicode around it, and only those."""
    blanks = "\\u1680\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff" + "".join(
        map(chr, range(0x2000, 0x200B))
    )
    return value.strip("\\t\\n\\v\\f\\r \\xa0" + blanks)`,
  same: `def same(one, other):
    """Equal as JSON is: unlike in Python, True is not 1."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(
            same(value, other[key]) for key, value in one.items()
        )
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return isinstance(one, bool) == isinstance(other, bool) and one == other`,
  is_number: `def is_number(value):
    """A number; in Python, booleans are numbers, too."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)`,
  is_integer: `def is_integer(value):
    """A whole number, such as 1 or 1.0."""
    return is_number(value) and value % 1 == 0`,
  number_of: `def number_of(text):
    """The number that a text is, or one that nothing compares with."""
    try:
        return float(text)
    except (TypeError, ValueError):
        return float("nan")`,
  find: `def find(value, *path):
    """What is at the end of a path, or None."""
    for step in path:
        if not isinstance(value, list if isinstance(step, int) else dict):
            return None
        try:
            value = value[step]
        except (IndexError, KeyError):
            return None
    return value`,
  has: `def has(value, *path):
    """Whether there is something at the end of a path, be it None."""
    *parents, last = path
    parent = find(value, *parents)
    if isinstance(last, int):
        return isinstance(parent, list) and -len(parent) <= last < len(parent)
    return isinstance(parent, dict) and last in parent`,
  is_absent: `def is_absent(value, *path):
    """Nothing at the end of a path, where there could be something."""
    for index, step in enumerate(path):
        if index > 0 and (value is None or value is False or value == ""):
            return True
        if not isinstance(value, list if isinstance(step, int) else dict):
            return False
        try:
            value = value[step]
        except (IndexError, KeyError):
            return True
    return value in (None, "", [], {})`,
  are_absent: `def are_absent(value, *path):
    """Nothing that a path selects, where there could be something: None is for all."""
    if not isinstance(value, (list, dict)):
        return False
    values = [value]
    for step in path:
        values = [x for x in values if not (x is None or x is False or x == "")]
        takes_all = step is None or callable(step)
        kind = (list, dict) if takes_all else list if isinstance(step, int) else dict
        fit = [one for one in values if isinstance(one, kind)]
        if values and not fit and not callable(step):
            return False
        if takes_all:
            items = [x for one in fit for x in (one.values() if type(one) is dict else one)]
            values = [one for one in items if step is None or step(one)]
        else:
            values = [find(one, step) for one in fit if has(one, step)]
    return not values`,
  items_of: `def items_of(value, *path):
    """The items of the list at the end of a path, if there is one."""
    found = find(value, *path)
    return found if isinstance(found, list) else []`,
  members_of: `def members_of(value, *path):
    """The values of the object at the end of a path, if there is one."""
    found = find(value, *path)
    return list(found.values()) if isinstance(found, dict) else []`,
  cookies_of: `def cookies_of(lines):
    """Cookies that an answer sets, with attributes; several of one name as a list."""
    cookies = {}
    for line in lines:
        (name, value), *attributes = [
            map(str.strip, part.partition("=")[::2]) for part in line.split(";")
        ]
        flags = ("secure", "httponly", "partitioned")
        cookie = {key.lower(): key.lower() in flags or text for key, text in attributes}
        cookies.setdefault(name, []).append({**cookie, "value": value})
    return {name: same if len(same) > 1 else same[0] for name, same in cookies.items()}`,
  contains: `def contains(value, part):
    """An item of a list, or a part of a text."""
    if isinstance(value, list):
        return any(same(item, part) or text_of(item) == part for item in value)
    return value is not None and text_of(part) in text_of(value)`,
  json_of: `def json_of(response):
    """The body as JSON, or None."""
    try:
        return response.json()
    except ValueError:
        return None`,
} as const

export type HelperName = keyof typeof helpers

/** The helpers that one of them calls. */
const callees: Partial<Record<HelperName, readonly HelperName[]>> = {
  as_text: ['text_of'],
  as_key: ['as_text', 'text_of'],
  are_absent: ['find', 'has'],
  is_integer: ['is_number'],
  has: ['find'],
  items_of: ['find'],
  members_of: ['find'],
  contains: ['same', 'text_of'],
}

/** The helpers that are used, and those that they call, in the order in which they stand. */
export function neededHelpers(used: ReadonlySet<HelperName>): readonly HelperName[] {
  const needed = new Set([...used].flatMap(name => [name, ...(callees[name] ?? [])]))
  return helperNames.filter(name => needed.has(name))
}

const helperNames = Object.keys(helpers) as HelperName[]
