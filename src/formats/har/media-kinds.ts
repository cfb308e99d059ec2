/** The parts of a page by extension, in the words of the report. */
const extensions: Readonly<Record<string, string>> = {
  ...kind('scripts', 'js mjs cjs jsx ts tsx wasm map vue svelte'),
  ...kind('stylesheets', 'css scss sass less'),
  ...kind('images', 'png jpg jpeg gif svg webp avif ico bmp tif tiff'),
  ...kind('fonts', 'woff woff2 ttf otf eot'),
  ...kind('media', 'mp3 mp4 webm ogg ogv oga wav m4a m4s m3u8 mpd ts aac flac mov avi'),
  ...kind('other files', 'pdf zip gz dll pdb blat dat br webmanifest'),
  ...kind('pages', 'html htm xhtml'),
}

function kind(name: string, endings: string): Readonly<Record<string, string>> {
  return Object.fromEntries(endings.split(' ').map(ending => [ending, name]))
}

/** The part of a page that a file with this URL's ending is; undefined for any other URL. */
export function kindOfPath(url: URL): string | undefined {
  const ending = /\.([a-z\d]+)$/i.exec(url.pathname)?.[1]?.toLowerCase()
  return ending !== undefined && Object.hasOwn(extensions, ending) ? extensions[ending] : undefined
}

const types: readonly (readonly [RegExp, string])[] = [
  [/javascript|ecmascript|wasm/, 'scripts'],
  [/^text\/css$/, 'stylesheets'],
  [/^image\//, 'images'],
  [/font/, 'fonts'],
  [/^(audio|video)\//, 'media'],
  [/^text\/html$|^application\/xhtml/, 'pages'],
  [/manifest\+json$/, 'other files'],
]

/** The part of a page that a response of this media type is; undefined for data. */
export function kindOfType(type: string): string | undefined {
  return types.find(([pattern]) => pattern.test(type))?.[1]
}

/** True where a media type is that of structured data, as APIs answer. */
export function isDataType(type: string): boolean {
  return /[/+](json|xml|x-ndjson|ndjson|grpc|protobuf|x-protobuf|msgpack)\b/.test(type)
}
