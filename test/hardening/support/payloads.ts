/** Each tries to be more than text where it is shown; `window.__xss` reports success. */
const markup = [
  '<img src=x onerror="window.__xss=1">',
  '"><script>window.__xss=2</script>',
  "'><svg onload=window.__xss=3>",
  '<iframe srcdoc="<script>parent.__xss=4</script>"></iframe>',
  '<a href="javascript:window.__xss=5">x</a>',
  'javascript:window.__xss=6',
  '<style>*{display:none}</style>',
  '<base href="https://evil.example/">',
  '<meta http-equiv=refresh content="0;url=https://evil.example/">',
] as const

const templates = [
  "{{constructor.constructor('window.__xss=7')()}}",
  '${window.__xss=8}',
  '#{window.__xss=9}',
  // Syntax of vue-i18n: a link to another text, list and named placeholders, a plural.
  '@:frame.settings @.upper:frame.settings {0} {n} %{n} a | b | c',
] as const

const odd = [
  '__proto__',
  'constructor',
  '=cmd|\' /C calc\'!A1',
  '@SUM(1+1)*cmd|x!A0',
  'abc\u202egpj.exe\u2066 \u0007\u001b[31mred',
  'a\u0300\u0301\u0302\u0303\u0304'.repeat(200),
  'W'.repeat(10_000),
  '寬 '.repeat(5_000),
] as const // prettier-ignore

export const payloads: readonly string[] = [...markup, ...templates, ...odd]

/** Elements that a page must not contain. */
export const elementsOfPayloads =
  'img[src="x"], img[onerror], svg[onload], iframe, base, meta[http-equiv="refresh"], a[href^="javascript:"], script:not([src])'
