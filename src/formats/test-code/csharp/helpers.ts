import { type Doc, hardline, join } from '../layout.ts'

/** Small methods that a file has at its end where it needs them. */
const helpers = {
  AssertSame: `private static void AssertSame(JsonNode? expected, JsonElement actual) =>
    Assert.True(Same(expected, actual), $"expected {expected ?? "null"}, but was {actual}");`,
  AssertSameElement: `private static void AssertSame(JsonElement expected, JsonElement actual) =>
    Assert.True(Same(expected, actual), $"expected {expected}, but was {actual}");`,
  Beside: `/// <summary>The path of a file that lies beside this one.</summary>
private static string Beside(string name, [CallerFilePath] string file = "") =>
    Path.Combine(Path.GetDirectoryName(file) ?? "", name);`,
  CanHold: `/// <summary>Whether nothing is there, or something of this kind.</summary>
private static bool CanHold(JsonElement value, JsonValueKind kind) =>
    IsNothing(value) || value.ValueKind == kind;`,
  Children: `/// <summary>The items of a list, or the values of an object.</summary>
private static IEnumerable<JsonElement> Children(JsonElement value) =>
    value.ValueKind == JsonValueKind.Object
        ? value.EnumerateObject().Select(member => member.Value)
        : Items(value);`,
  Contains: `/// <summary>Whether it is an item of a list, or a part of a text.</summary>
private static bool Contains(JsonElement value, string part) =>
    value.ValueKind == JsonValueKind.Array
        ? value.EnumerateArray().Any(item => Text(item) == part)
        : Text(value).Contains(part, StringComparison.Ordinal);`,
  Cookies: `/// <summary>The cookies that an answer sets, with their attributes; several of one name are a list.</summary>
private static JsonElement Cookies(HttpResponseMessage response)
{
    var cookies = new JsonObject();
    response.Headers.TryGetValues("Set-Cookie", out var lines);
    foreach (var line in lines ?? [])
    {
        var cookie = new JsonObject();
        var parts = line.Split(';').Select(part => part.Split('=', 2)).ToList();
        foreach (var part in parts)
        {
            var key = part[0].Trim().ToLowerInvariant();
            cookie[key] = key is "secure" or "httponly" or "partitioned"
                ? JsonValue.Create(true)
                : JsonValue.Create(part.ElementAtOrDefault(1)?.Trim() ?? "");
        }
        cookie["value"] = parts[0].ElementAtOrDefault(1)?.Trim() ?? "";
        var name = parts[0][0].Trim();
        cookies[name] = cookies.ContainsKey(name)
            ? new JsonArray(cookies[name]?.DeepClone(), cookie)
            : cookie;
    }
    return JsonSerializer.SerializeToElement(cookies);
}`,
  Exists: `/// <summary>There, and neither null nor empty.</summary>
private static bool Exists(JsonElement value) =>
    value.ValueKind switch
    {
        JsonValueKind.Undefined or JsonValueKind.Null => false,
        JsonValueKind.String => value.GetString() != "",
        JsonValueKind.Array or JsonValueKind.Object => Children(value).Any(),
        _ => true,
    };`,
  FormPart: `private static ByteArrayContent FormPart(byte[] content, string about, string? type = null)
{
    var part = new ByteArrayContent(content);
    part.Headers.TryAddWithoutValidation("Content-Disposition", $"form-data; {about}");
    if (type is not null)
    {
        part.Headers.TryAddWithoutValidation("Content-Type", type);
    }
    return part;
}`,
  Found: `/// <summary>What a group of a pattern finds in a text, or null.</summary>
private static string? Found(string text, Regex pattern, int group) =>
    pattern.Match(text) is { Success: true } match ? match.Groups[group].Value : null;`,
  Header: `private static string? Header(HttpResponseMessage response, string name) =>
    response.Headers.NonValidated.TryGetValues(name, out var values)
    || response.Content.Headers.NonValidated.TryGetValues(name, out values)
        ? values.ToString()
        : null;`,
  IsNothing: `/// <summary>Not there, or null, false or an empty text.</summary>
private static bool IsNothing(JsonElement value) =>
    value.ValueKind switch
    {
        JsonValueKind.False => true,
        JsonValueKind.Array or JsonValueKind.Object => false,
        _ => !Exists(value),
    };`,
  IsThere: `private static bool IsThere(JsonElement value) => value.ValueKind != JsonValueKind.Undefined;`,
  Items: `/// <summary>The items of a list; anything else has none.</summary>
private static IEnumerable<JsonElement> Items(JsonElement value) =>
    value.ValueKind == JsonValueKind.Array ? value.EnumerateArray() : [];`,
  Json: `private static JsonElement Json(string text) => JsonSerializer.Deserialize<JsonElement>(text);`,
  Length: `/// <summary>The characters of a text, the items of a list or the members of an object.</summary>
private static double Length(JsonElement value) =>
    value.ValueKind switch
    {
        JsonValueKind.String => Length(value.GetString()),
        JsonValueKind.Array or JsonValueKind.Object => Children(value).Count(),
        _ => double.NaN,
    };`,
  TextLength: `private static double Length(string? text) => text?.EnumerateRunes().Count() ?? double.NaN;`,
  Number: `/// <summary>A number, or none of those that can be compared.</summary>
private static double Number(JsonElement value) =>
    value.ValueKind == JsonValueKind.Number ? value.GetDouble() : double.NaN;`,
  TextNumber: `/// <summary>The number that a text is, or none of those that can be compared.</summary>
private static double Number(string? text) =>
    Regex.IsMatch(text ?? "", @"^\\s*[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?\\s*\\z")
        ? double.Parse(text ?? "", CultureInfo.InvariantCulture)
        : double.NaN;`,
  Parse: `/// <summary>The JSON of a text, or nothing where it is something else.</summary>
private static JsonElement Parse(string text)
{
    try
    {
        return JsonSerializer.Deserialize<JsonElement>(text);
    }
    catch (JsonException)
    {
        return default;
    }
}`,
  Part: `/// <summary>What is at the end of a path of names and indexes, or nothing.</summary>
private static JsonElement Part(JsonElement value, params object[] path)
{
    foreach (var step in path)
    {
        if (step is string name)
        {
            value =
                value.ValueKind == JsonValueKind.Object
                && value.TryGetProperty(name, out var member)
                    ? member
                    : default;
        }
        else
        {
            var items = Items(value).ToList();
            var index = (int)step < 0 ? items.Count + (int)step : (int)step;
            value = items.ElementAtOrDefault(index);
        }
    }
    return value;
}`,
  Same: `/// <summary>Whether values are equal; numbers are by their values: 10 is 10.0.</summary>
private static bool Same(JsonElement expected, JsonElement actual) =>
    expected.ValueKind == actual.ValueKind
    && expected.ValueKind switch
    {
        JsonValueKind.Undefined => false,
        JsonValueKind.String => expected.GetString() == actual.GetString(),
        JsonValueKind.Number => expected.GetDouble() == actual.GetDouble(),
        JsonValueKind.Array => expected.GetArrayLength() == actual.GetArrayLength()
            && expected
                .EnumerateArray()
                .Zip(actual.EnumerateArray(), Same)
                .All(isSame => isSame),
        JsonValueKind.Object => expected.EnumerateObject().Count()
            == actual.EnumerateObject().Count()
            && expected
                .EnumerateObject()
                .All(member => Same(member.Value, Part(actual, member.Name))),
        _ => true,
    };`,
  SameNode: `private static bool Same(JsonNode? expected, JsonElement actual) =>
    Same(JsonSerializer.SerializeToElement(expected), actual);`,
  StringOf: `/// <summary>A text, or null where there is something else.</summary>
private static string? StringOf(JsonElement value) =>
    value.ValueKind == JsonValueKind.String ? value.GetString() : null;`,
  Text: `/// <summary>Text as it is, numbers as short as they can be, anything else as JSON.</summary>
private static string Text(JsonElement value) =>
    value.ValueKind switch
    {
        JsonValueKind.Undefined => "",
        JsonValueKind.String => value.GetString() ?? "",
        JsonValueKind.Number when value.TryGetDecimal(out var number) => number.ToString(
            "0.############################",
            CultureInfo.InvariantCulture
        ),
        _ => JsonSerializer.Serialize(
            value,
            new JsonSerializerOptions { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping }
        ),
    };`,
} as const

export type HelperName = keyof typeof helpers

const needs: Partial<Record<HelperName, readonly HelperName[]>> = {
  AssertSame: ['SameNode'],
  AssertSameElement: ['Same'],
  CanHold: ['IsNothing'],
  Children: ['Items'],
  Contains: ['Text'],
  Exists: ['Children'],
  IsNothing: ['Exists'],
  Length: ['TextLength', 'Children'],
  Part: ['Items'],
  Same: ['Part'],
  SameNode: ['Same'],
}

/** The methods that are called, and those that they call. */
export function helperCode(used: ReadonlySet<HelperName>): readonly Doc[] {
  const all = new Set<HelperName>(used)
  for (const name of all) for (const other of needs[name] ?? []) all.add(other)
  return [...all].sort().map(name => join(hardline, helpers[name].split('\n')))
}
