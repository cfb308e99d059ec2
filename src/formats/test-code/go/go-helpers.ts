/**
 * The helpers that a file of tests has at its end where it needs them, under names that begin with `PREFIX`, or have
 * `Infix` in them.
 */
export type Helper =
  | 'parse'
  | 'value'
  | 'valueOf'
  | 'cookies'
  | 'at'
  | 'items'
  | 'all'
  | 'absent'
  | 'exists'
  | 'is'
  | 'contains'
  | 'matches'
  | 'find'
  | 'single'
  | 'kind'
  | 'length'
  | 'number'
  | 'parsed'
  | 'text'
  | 'request'
  | 'get'
  | 'jsonBody'
  | 'jsonText'
  | 'file'
  | 'addPart'
  | 'uuid'

interface HelperCode {
  readonly code: string
  readonly needs: readonly Helper[]
}

/** In the order in which they stand in a file. */
const helpers: Readonly<Partial<Record<Helper, HelperCode>>> = {
  get: {
    needs: ['request'],
    code: `// get asks for what a URL names.
func (c *PREFIXClient) get(t *testing.T, url string) ANSWER {
	t.Helper()
	return c.send(t, c.request(t, http.MethodGet, url, nil))
}`,
  },
  request: {
    needs: [],
    code: `// request is a request that is still to be sent.
func (c *PREFIXClient) request(t *testing.T, method, url string, body io.Reader) *http.Request {
	t.Helper()
	req, err := http.NewRequest(method, url, body)
	if err != nil {
		t.Fatal(err)
	}
	return req
}`,
  },
  jsonBody: {
    needs: [],
    code: `// PREFIXJSON is a body of JSON.
func PREFIXJSON(t *testing.T, value any) io.Reader {
	t.Helper()
	data, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.NewReader(data)
}`,
  },
  jsonText: {
    needs: [],
    code: `// PREFIXJSONText is the JSON of a value.
func PREFIXJSONText(t *testing.T, value any) string {
	t.Helper()
	data, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}`,
  },
  file: {
    needs: [],
    code: `// PREFIXFile is what a file has in it.
func PREFIXFile(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}`,
  },
  addPart: {
    needs: [],
    code: `// PREFIXAddPart adds a part to a form: a file where it has a file name, else a text.
func PREFIXAddPart(t *testing.T, form *multipart.Writer, name, filename, contentType string, data []byte) {
	t.Helper()
	escape := strings.NewReplacer("\\r", "%0D", "\\n", "%0A", \`"\`, "%22")
	disposition := \`form-data; name="\` + escape.Replace(name) + \`"\`
	if filename != "" {
		disposition += \`; filename="\` + escape.Replace(filename) + \`"\`
	}
	header := textproto.MIMEHeader{"Content-Disposition": {disposition}}
	if contentType != "" {
		header.Set("Content-Type", contentType)
	}
	part, err := form.CreatePart(header)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := part.Write(data); err != nil {
		t.Fatal(err)
	}
}`,
  },
  parse: {
    needs: ['value'],
    code: `// parseInfix reads JSON. Where there is none, no value is found.
func parseInfix(data []byte) PREFIXValue {
	var value any
	data = bytes.TrimPrefix(data, []byte("\\ufeff"))
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	if !json.Valid(data) || decoder.Decode(&value) != nil {
		return PREFIXValue{}
	}
	return PREFIXValue{plainInfix(value), true}
}

// plainInfix makes whole numbers ints, so that 10 and 10.0 are the same, and keeps the digits that a float64 has no room for.
func plainInfix(value any) any {
	switch value := value.(type) {
	case json.Number:
		number, err := value.Float64()
		switch {
		case err == nil && number == math.Trunc(number) && math.Abs(number) < 1<<53:
			return int(number)
		case err != nil || !strings.ContainsAny(value.String(), ".eE"):
			return value
		}
		return number
	case []any:
		for i, item := range value {
			value[i] = plainInfix(item)
		}
	case map[string]any:
		for name, member := range value {
			value[name] = plainInfix(member)
		}
	}
	return value
}`,
  },
  value: {
    needs: [],
    code: `// PREFIXValue is a value of JSON, where one was found.
type PREFIXValue struct {
	value any
	found bool
}`,
  },
  valueOf: {
    needs: ['value'],
    code: `// PREFIXValueOf is a value that is there.
func PREFIXValueOf(value any) PREFIXValue {
	return PREFIXValue{value, true}
}`,
  },
  cookies: {
    needs: ['value'],
    code: `// PREFIXCookies are the cookies that an answer sets, with their attributes; several of one name are a list.
func PREFIXCookies(header http.Header) PREFIXValue {
	cookies := map[string]any{}
	for _, line := range header.Values("Set-Cookie") {
		head, rest, _ := strings.Cut(line, ";")
		name, value, _ := strings.Cut(head, "=")
		name = strings.TrimSpace(name)
		cookie := map[string]any{}
		for _, part := range strings.Split(rest, ";") {
			key, text, _ := strings.Cut(part, "=")
			switch key = strings.ToLower(strings.TrimSpace(key)); key {
			case "secure", "httponly", "partitioned":
				cookie[key] = true
			default:
				cookie[key] = strings.TrimSpace(text)
			}
		}
		cookie["value"] = strings.TrimSpace(value)
		if before, isThere := cookies[name]; isThere {
			cookies[name] = []any{before, cookie}
		} else {
			cookies[name] = cookie
		}
	}
	return PREFIXValue{cookies, true}
}`,
  },
  at: {
    needs: ['value'],
    code: `// at follows names and indexes to a part of a value. Negative indexes count from the end.
func (v PREFIXValue) at(path ...any) PREFIXValue {
	for _, step := range path {
		switch step := step.(type) {
		case string:
			object, _ := v.value.(map[string]any)
			v.value, v.found = object[step]
		case int:
			list, _ := v.value.([]any)
			if step < 0 {
				step += len(list)
			}
			if step < 0 || step >= len(list) {
				return PREFIXValue{}
			}
			v.value = list[step]
		}
	}
	return v
}`,
  },
  items: {
    needs: ['value'],
    code: `// items are the items of a list.
func (v PREFIXValue) items() []PREFIXValue {
	var items []PREFIXValue
	list, _ := v.value.([]any)
	for _, item := range list {
		items = append(items, PREFIXValue{item, true})
	}
	return items
}`,
  },
  all: {
    needs: ['value', 'at', 'items'],
    code: `// all is the list of what a path selects, in which "*" stands for every item or member, and a function for those that it
// holds for. Nothing is found where the path leads into something that can hold no such part.
func (v PREFIXValue) all(path ...any) PREFIXValue {
	if !v.found {
		return v
	}
	nodes, mayEnd := []PREFIXValue{v}, false
	for depth, step := range path {
		holds, isFilter := step.(func(PREFIXValue) bool)
		_, isIndex := step.(int)
		var next []PREFIXValue
		blocked, open := 0, 0
		for _, node := range nodes {
			if depth > 0 && (node.value == nil || node.value == false || node.value == "") {
				continue
			}
			object, isObject := node.value.(map[string]any)
			_, isList := node.value.([]any)
			isWide := step == "*" || isFilter
			if isObject && !isIndex || isList && (isIndex || isWide) {
				open++
			} else {
				blocked++
			}
			parts := []PREFIXValue{node.at(step)}
			if isWide {
				parts = node.items()
				for _, name := range slices.Sorted(maps.Keys(object)) {
					parts = append(parts, PREFIXValue{object[name], true})
				}
			}
			for _, part := range parts {
				if part.found && (!isFilter || holds(part)) {
					next = append(next, part)
				}
			}
		}
		mayEnd = mayEnd || isFilter
		if !mayEnd && blocked > 0 && open == 0 {
			return PREFIXValue{}
		}
		nodes = next
	}
	list := []any{}
	for _, node := range nodes {
		list = append(list, node.value)
	}
	return PREFIXValue{list, true}
}`,
  },
  absent: {
    needs: ['all', 'exists', 'at'],
    code: `// absent tells whether there is nothing at the end of a path, or nothing but null or something empty.
func (v PREFIXValue) absent(path ...any) bool {
	parts := v.all(path...)
	return parts.found && !parts.at(0).exists()
}`,
  },
  exists: {
    needs: ['value'],
    code: `// exists tells whether a value is there, and neither null nor empty.
func (v PREFIXValue) exists() bool {
	switch value := v.value.(type) {
	case nil:
		return false
	case string:
		return value != ""
	case []any:
		return len(value) > 0
	case map[string]any:
		return len(value) > 0
	}
	return true
}`,
  },
  is: {
    needs: ['value', 'number'],
    code: `// is tells whether a value is there, and the same as another.
func (v PREFIXValue) is(want any) bool {
	if number, isNumber := want.(float64); isNumber {
		return v.number() == number
	}
	return v.found && reflect.DeepEqual(v.value, want)
}`,
  },
  contains: {
    needs: ['value', 'items', 'is', 'text'],
    code: `// contains tells whether a list has an item, or a text a part.
func (v PREFIXValue) contains(part any) bool {
	text := PREFIXValue{part, true}.text()
	if text == "" {
		return false
	}
	if _, isList := v.value.([]any); !isList {
		return strings.Contains(v.text(), text)
	}
	_, isText := part.(string)
	return slices.ContainsFunc(v.items(), func(item PREFIXValue) bool {
		return item.is(part) || isText && item.text() == text
	})
}`,
  },
  matches: {
    needs: ['single', 'text'],
    code: `// matches tells whether a pattern is found in the text of a value that is neither a list nor an object.
func (v PREFIXValue) matches(pattern string) bool {
	found, err := regexp.MatchString(pattern, v.text())
	return v.single() && pattern != "" && err == nil && found
}`,
  },
  find: {
    needs: ['value', 'text'],
    code: `// find is what a pattern, or a group of it, finds in the text of a value.
func (v PREFIXValue) find(pattern *regexp.Regexp, group int) PREFIXValue {
	text := v.text()
	match := pattern.FindStringSubmatchIndex(text)
	if !v.found || match == nil || match[2*group] < 0 {
		return PREFIXValue{}
	}
	return PREFIXValue{text[match[2*group]:match[2*group+1]], true}
}`,
  },
  single: {
    needs: ['value'],
    code: `// single tells whether a value is there, and neither a list nor an object.
func (v PREFIXValue) single() bool {
	switch v.value.(type) {
	case []any, map[string]any:
		return false
	}
	return v.found
}`,
  },
  kind: {
    needs: ['value', 'number'],
    code: `// kind is the type of a value, as JSON calls it.
func (v PREFIXValue) kind() string {
	switch v.value.(type) {
	case string:
		return "string"
	case bool:
		return "boolean"
	case int:
		return "integer"
	case float64, json.Number:
		if number := v.number(); number == math.Trunc(number) {
			return "integer"
		}
		return "number"
	case []any:
		return "array"
	case map[string]any:
		return "object"
	}
	if v.found {
		return "null"
	}
	return "missing"
}`,
  },
  length: {
    needs: ['value'],
    code: `// length counts characters, items or members; it is -1 for what has none.
func (v PREFIXValue) length() int {
	switch value := v.value.(type) {
	case string:
		return utf8.RuneCountInString(value)
	case []any:
		return len(value)
	case map[string]any:
		return len(value)
	}
	return -1
}`,
  },
  number: {
    needs: ['value'],
    code: `// number is NaN, for which no comparison holds, where a value is no number.
func (v PREFIXValue) number() float64 {
	switch value := v.value.(type) {
	case int:
		return float64(value)
	case float64:
		return value
	case json.Number:
		number, _ := value.Float64()
		return number
	}
	return math.NaN()
}`,
  },
  parsed: {
    needs: ['number'],
    code: `// parsed is a number, or the number that a text is.
func (v PREFIXValue) parsed() float64 {
	text, _ := v.value.(string)
	number, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err != nil || strings.ContainsAny(text, "iInNxX") {
		return v.number()
	}
	return number
}`,
  },
  text: {
    needs: ['value'],
    code: `// text is a text as it is, and anything else as JSON.
func (v PREFIXValue) text() string {
	if text, isText := v.value.(string); isText || !v.found {
		return text
	}
	var text strings.Builder
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v.value); err != nil {
		return err.Error()
	}
	return strings.TrimSuffix(text.String(), "\\n")
}`,
  },
  uuid: {
    needs: [],
    code: `// newInfixUUID is a random UUID.
func newInfixUUID() string {
	return fmt.Sprintf("%08x-%04x-4%03x-%04x-%012x",
		rand.Uint32(), rand.Uint32()>>16, rand.Uint32()>>20, 0x8000|rand.Uint32()>>18, rand.Uint64()>>16)
}`,
  },
}

/** The code of these helpers and of those that they need, without the client and its answers. */
export function helperCode(wanted: Iterable<Helper>): readonly string[] {
  const needed = new Set(wanted)
  for (const name of needed) for (const other of helpers[name]?.needs ?? []) needed.add(other)
  return Object.entries(helpers).flatMap(([name, { code }]) => (needed.has(name as Helper) ? [code] : []))
}
