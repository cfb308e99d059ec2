import { type Doc, hardline, join } from '../layout.ts'

import type { Expression } from './java-layout.ts'

/** How an answer is looked at by a client of HTTP. */
export interface AnswerWords {
  readonly status: Expression
  readonly text: Expression
  /** A header that comes once, or null; absent where a client has no word for that. */
  readonly header?: (name: string) => Expression
  /** All headers of `name`, as a list, in code. */
  readonly headersText: string
  /** The class of an answer. */
  readonly type: string
}

/** Small methods that a file has at its end where it needs them. */
const helpers = {
  assertJsonEquals: `/** Numbers are equal by their values: 10 is 10.0. */
private static void assertJsonEquals(JsonNode expected, JsonNode actual) {
  assertTrue(same(expected, actual), () -> "expected: " + expected + " but was: " + actual);
}`,
  canHold: `/** Whether nothing is there, or something that has members, or items. */
private static boolean canHold(JsonNode value, boolean isList) {
  return isNothing(value) || (isList ? value.isArray() : value.isObject());
}`,
  contains: `/** An item of a list, or a part of a text. */
private static boolean contains(JsonNode value, String part) {
  return value.isArray()
      ? value.valueStream().anyMatch(item -> text(item).equals(part))
      : text(value).contains(part);
}`,
  cookies: `/** The cookies that an answer sets, with their attributes; several of one name are a list. */
private static JsonNode cookies(RESPONSE response) {
  ObjectNode cookies = JSON.createObjectNode();
  for (String line : COOKIES) {
    ObjectNode cookie = JSON.createObjectNode();
    String[] parts = line.split(";");
    for (String part : parts) {
      String[] pair = (part + "=").split("=", 2);
      String key = pair[0].trim().toLowerCase(Locale.ROOT);
      if (List.of("secure", "httponly", "partitioned").contains(key)) {
        cookie.put(key, true);
      } else {
        cookie.put(key, pair[1].replaceAll("=$", "").trim());
      }
    }
    String[] pair = (parts[0] + "=").split("=", 2);
    cookie.put("value", pair[1].replaceAll("=$", "").trim());
    JsonNode before = cookies.get(pair[0].trim());
    cookies.set(
        pair[0].trim(), before == null ? cookie : JSON.createArrayNode().add(before).add(cookie));
  }
  return cookies;
}`,
  exists: `/** There, and neither null nor empty. */
private static boolean exists(JsonNode value) {
  return value.isContainerNode()
      ? !value.isEmpty()
      : !value.isNull() && !value.asText().isEmpty();
}`,
  header: `/** A header, or null where there is none. */
private static String header(RESPONSE response, String name) {
  List<String> values = HEADERS;
  return values.isEmpty() ? null : String.join(", ", values);
}`,
  isNothing: `/** Not there, or null, false or an empty text. */
private static boolean isNothing(JsonNode value) {
  return !value.isContainerNode() && (!exists(value) || value.equals(BooleanNode.FALSE));
}`,
  length: `/** The characters of a text, the items of a list or the members of an object. */
private static double length(JsonNode value) {
  if (value.isTextual()) {
    return value.textValue().codePointCount(0, value.textValue().length());
  }
  return value.isContainerNode() ? value.size() : Double.NaN;
}`,
  number: `/** The number that a text is. */
private static double number(String text) {
  boolean isNumber =
      text != null && text.matches("\\\\s*[+-]?(\\\\d+\\\\.?\\\\d*|\\\\.\\\\d+)([eE][+-]?\\\\d+)?\\\\s*");
  return isNumber ? Double.parseDouble(text) : Double.NaN;
}`,
  parse: `/** The JSON of a text, or nothing where it is something else. */
private static JsonNode parse(String text) {
  try {
    return JSON.readTree(text);
  } catch (JsonProcessingException exception) {
    return MissingNode.getInstance();
  }
}`,
  part: `/** A part of a form. */
private static BodyPublisher part(String boundary, String head, BodyPublisher content) {
  return BodyPublishers.concat(
      BodyPublishers.ofString("--" + boundary + "\\r\\nContent-Disposition: form-data; " + head),
      BodyPublishers.ofString("\\r\\n\\r\\n"),
      content,
      BodyPublishers.ofString("\\r\\n"));
}`,
  same: `/** Numbers are the same by their values: 10 is 10.0. */
private static boolean same(JsonNode expected, JsonNode actual) {
  Comparator<JsonNode> byValue =
      (one, other) ->
          one.isNumber() && other.isNumber()
              ? Double.compare(one.doubleValue(), other.doubleValue())
              : one.equals(other) ? 0 : 1;
  return !actual.isMissingNode() && expected.equals(byValue, actual);
}`,
  text: `/** Text as it is, whole numbers without a fraction, anything else as JSON. */
private static String text(JsonNode value) {
  if (value.isTextual()) {
    return value.textValue();
  }
  return value.canConvertToExactIntegral()
      ? value.bigIntegerValue().toString()
      : value.toString();
}`,
} as const

export type HelperName = keyof typeof helpers

const needs: Partial<
  Record<HelperName, { readonly helpers?: readonly HelperName[]; readonly imports?: readonly string[] }>
> = {
  assertJsonEquals: { helpers: ['same'], imports: ['static org.junit.jupiter.api.Assertions.assertTrue'] },
  canHold: { helpers: ['isNothing'] },
  contains: { helpers: ['text'] },
  cookies: {
    imports: ['com.fasterxml.jackson.databind.node.ObjectNode', 'java.util.List', 'java.util.Locale'],
  },
  header: { imports: ['java.util.List'] },
  isNothing: { helpers: ['exists'], imports: ['com.fasterxml.jackson.databind.node.BooleanNode'] },
  parse: {
    imports: [
      'com.fasterxml.jackson.core.JsonProcessingException',
      'com.fasterxml.jackson.databind.node.MissingNode',
    ],
  },
  part: { imports: ['java.net.http.HttpRequest.BodyPublisher', 'java.net.http.HttpRequest.BodyPublishers'] },
  same: { imports: ['java.util.Comparator'] },
}

/** The methods that are called, and those that they call. */
export function helperCode(
  used: ReadonlySet<HelperName>,
  { type, headersText }: AnswerWords,
  importing: (name: string) => void,
): readonly Doc[] {
  const all = new Set<HelperName>(used)
  for (const name of all) {
    for (const other of needs[name]?.helpers ?? []) all.add(other)
    for (const one of needs[name]?.imports ?? []) importing(one)
    if (helpers[name].includes('JsonNode')) importing('com.fasterxml.jackson.databind.JsonNode')
  }
  return [...all].sort().map(name => {
    const written = helpers[name]
      .replace('RESPONSE', type)
      .replace('HEADERS', headersText)
      .replace('COOKIES', headersText.replace('name', '"Set-Cookie"'))
    return join(hardline, written.split('\n'))
  })
}
