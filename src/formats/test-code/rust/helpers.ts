/** Small functions that a file has at its end where it needs them, each with the names that it needs. */
export const helpers = {
  contains: {
    code: `/// Whether a part of a text is this, or an item of a list.
fn contains(value: &Value, part: &str) -> bool {
    match value {
        Value::Null => false,
        Value::Array(items) => items.iter().any(|item| text_of(item) == part),
        other => text_of(other).contains(part),
    }
}`,
    needs: ['text_of'],
    uses: ['serde_json::Value'],
  },
  contains_value: {
    code: `/// Whether an item of a list is this, or this stands in a text.
fn contains_value(value: &Value, expected: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Array(items) => items.contains(expected),
        other => text_of(other).contains(&text_of(expected)),
    }
}`,
    needs: ['text_of'],
    uses: ['serde_json::Value'],
  },
  cookies: {
    code: `/// The cookies that an answer sets, with their attributes; several of one name are a list.
fn cookies(headers: &HeaderMap) -> Value {
    let mut cookies = json!({});
    for line in headers.get_all("set-cookie") {
        let line = String::from_utf8_lossy(line.as_bytes()).into_owned();
        let mut parts = line
            .split(';')
            .map(|part| part.split_once('=').unwrap_or((part, "")));
        let (name, value) = parts.next().unwrap_or_default();
        let mut cookie = json!({});
        for (key, text) in parts {
            let key = key.trim().to_lowercase();
            let is_flag = ["secure", "httponly", "partitioned"].contains(&key.as_str());
            cookie[key] = if is_flag {
                json!(true)
            } else {
                json!(text.trim())
            };
        }
        cookie["value"] = json!(value.trim());
        let same = &mut cookies[name.trim()];
        *same = if same.is_null() {
            cookie
        } else {
            json!([same, cookie])
        };
    }
    cookies
}`,
    needs: [],
    uses: ['reqwest::header::HeaderMap', 'serde_json::Value', 'serde_json::json'],
  },
  exists: {
    code: `/// Whether there is something: neither null nor empty.
fn exists(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::String(text) => !text.is_empty(),
        Value::Array(items) => !items.is_empty(),
        Value::Object(members) => !members.is_empty(),
        _ => true,
    }
}`,
    needs: [],
    uses: ['serde_json::Value'],
  },
  find: {
    code: `/// What a group of a pattern finds in a text.
fn find(text: &str, pattern: &str, group: usize) -> Option<String> {
    let found = Regex::new(pattern).unwrap().captures(text)?;
    Some(found.get(group)?.as_str().to_owned())
}`,
    needs: [],
    uses: ['regex::Regex'],
  },
  from_end: {
    code: `/// An item of a list, counted from its end.
fn from_end(list: &Value, position: usize) -> Option<&Value> {
    let items = list.as_array()?;
    items.get(items.len().checked_sub(position)?)
}`,
    needs: [],
    uses: ['serde_json::Value'],
  },
  header: {
    code: `/// A header of the answer; repeated ones are joined by commas.
fn header(headers: &HeaderMap, name: &str) -> Option<String> {
    let values: Vec<_> = headers
        .get_all(name)
        .iter()
        .map(|value| String::from_utf8_lossy(value.as_bytes()))
        .collect();
    (!values.is_empty()).then(|| values.join(", "))
}`,
    needs: [],
    uses: ['reqwest::header::HeaderMap'],
  },
  is_match: {
    code: `/// Whether a pattern is found in a text.
fn is_match(text: &str, pattern: &str) -> bool {
    Regex::new(pattern).unwrap().is_match(text)
}`,
    needs: [],
    uses: ['regex::Regex'],
  },
  items_of: {
    code: `/// The items of a list or the members of an object; anything else has none.
fn items_of(value: &Value) -> Vec<&Value> {
    match value {
        Value::Array(items) => items.iter().collect(),
        Value::Object(members) => members.values().collect(),
        _ => vec![],
    }
}`,
    needs: [],
    uses: ['serde_json::Value'],
  },
  length: {
    code: `/// The characters of a text, the items of a list, the members of an object.
fn length(value: &Value) -> Option<usize> {
    match value {
        Value::String(text) => Some(text.chars().count()),
        Value::Array(items) => Some(items.len()),
        Value::Object(members) => Some(members.len()),
        _ => None,
    }
}`,
    needs: [],
    uses: ['serde_json::Value'],
  },
  may_have_items: {
    code: `/// Whether this is a list, or nothing at all.
fn may_have_items(value: &Value) -> bool {
    value.is_array() || value.is_null() || *value == false || *value == ""
}`,
    needs: [],
    uses: ['serde_json::Value'],
  },
  may_have_members: {
    code: `/// Whether this is an object, or nothing at all.
fn may_have_members(value: &Value) -> bool {
    value.is_object() || value.is_null() || *value == false || *value == ""
}`,
    needs: [],
    uses: ['serde_json::Value'],
  },
  number_of: {
    code: `/// The number that a text is.
fn number_of(text: &str) -> Option<f64> {
    let number: f64 = text.trim().parse().ok()?;
    number.is_finite().then_some(number)
}`,
    needs: [],
    uses: [],
  },
  plain_text: {
    code: `/// The text of what is neither a list nor an object.
fn plain_text(value: &Value) -> Option<String> {
    (!value.is_array() && !value.is_object()).then(|| text_of(value))
}`,
    needs: ['text_of'],
    uses: ['serde_json::Value'],
  },
  text_of: {
    code: `/// Text as it is, anything else as JSON.
fn text_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}`,
    needs: [],
    uses: ['serde_json::Value'],
  },
  whole_numbers: {
    code: `/// JSON in which a number is the same however it is written: 10.0 is 10.
fn whole_numbers(value: Value) -> Value {
    match value {
        Value::Array(items) => items.into_iter().map(whole_numbers).collect(),
        Value::Object(members) => members
            .into_iter()
            .map(|(name, member)| (name, whole_numbers(member)))
            .collect(),
        Value::Number(number) => match number.as_f64() {
            Some(whole) if whole.fract() == 0.0 && whole.abs() < 1e15 => json!(whole as i64),
            _ => Value::Number(number),
        },
        other => other,
    }
}`,
    needs: [],
    uses: ['serde_json::Value', 'serde_json::json'],
  },
} as const satisfies Readonly<
  Record<
    string,
    { readonly code: string; readonly needs: readonly string[]; readonly uses: readonly string[] }
  >
>

export type HelperName = keyof typeof helpers
