/** The maximum length of a USB string descriptor, so no pattern runs on longer texts. */
export const maxDeviceTextLength = 126

/** The maximum number of backtracking paths; each costs at most one pass over the text. */
const maxPaths = 20_000

interface Token {
  readonly text: string
  readonly kind: 'atom' | 'anchor' | 'open' | 'close' | 'bar' | 'quantifier'
}

/** Lookarounds and back references have no bound that can be computed in advance. */
const unbounded = /^\((?:\?(?:[=!]|<[=!]))|^\\(?:[1-9]|k)/

const tokenShapes: readonly (readonly [Token['kind'], RegExp])[] = [
  ['open', /^\((?:\?(?::|<[^>]*>))?/],
  ['close', /^\)/],
  ['bar', /^\|/],
  ['quantifier', /^(?:[*+?]|\{\d+(?:,\d*)?\})\??/],
  ['anchor', /^(?:[\^$]|\\[bB])/],
  ['atom', /^(?:\[(?:\\.|[^\]\\])*\]|\\(?:u\{[^}]*\}|[pP]\{[^}]*\}|.)|[^])/u],
]

const tokensOf = (pattern: string): Token[] | null => {
  const tokens: Token[] = []
  for (let rest = pattern; rest !== '';) {
    if (unbounded.test(rest)) return null
    const shape = tokenShapes.find(([, form]) => form.test(rest))
    const text = shape?.[1].exec(rest)?.[0]
    if (shape === undefined || text === undefined) return null
    tokens.push({ kind: shape[0], text })
    rest = rest.slice(text.length)
  }
  return tokens
}

const timesOf = (quantifier: string): readonly [number, number] => {
  if (quantifier.startsWith('?')) return [0, 1]
  if (quantifier.startsWith('*')) return [0, maxDeviceTextLength]
  if (quantifier.startsWith('+')) return [1, maxDeviceTextLength]
  const [, minTimes = '0', comma, maxTimes] = /^\{(\d+)(,?)(\d*)\}/.exec(quantifier) ?? []
  const from = Number(minTimes)
  const to = comma === '' ? from : maxTimes === '' ? Math.max(from, maxDeviceTextLength) : Number(maxTimes)
  return [Math.min(from, maxDeviceTextLength), Math.min(to, maxDeviceTextLength)]
}

/** Paths through a repetition: for each count, the paths inside. */
const repeated = (paths: number, quantifier: string): number => {
  const [from, to] = timesOf(quantifier)
  let sum = 0
  for (let times = from; times <= to && sum <= maxPaths; times += 1) sum += paths ** times
  return Math.max(1, sum)
}

const pathsOf = (tokens: readonly Token[]): number => {
  let index = 0
  const alternatives = (): number => {
    let all = 0
    let paths = 1
    let last = 1
    for (; index < tokens.length; index += 1) {
      const token = tokens[index]
      if (token === undefined || token.kind === 'close') break
      switch (token.kind) {
        case 'open':
          index += 1
          last = alternatives()
          paths *= last
          break
        case 'bar':
          all += paths
          paths = 1
          last = 1
          break
        case 'quantifier':
          paths = (paths / last) * repeated(last, token.text)
          last = 1
          break
        default:
          last = 1
      }
    }
    return all + paths
  }
  return alternatives()
}

/**
 * A pattern starting with ^ is tried at one position only; an anchor in one branch does not apply to the
 * others.
 */
const isAnchored = (tokens: readonly Token[]): boolean => {
  let depth = 0
  for (const { kind } of tokens) {
    if (kind === 'open') depth += 1
    else if (kind === 'close') depth -= 1
    else if (kind === 'bar' && depth === 0) return false
  }
  return tokens[0]?.text === '^'
}

/**
 * Whether a regular expression is guaranteed to finish quickly on any device text. Profiles come from anyone
 * and device names from untrusted devices, and V8 backtracks through every path: `^(a+)+$` on forty letters
 * would block the USB process forever. Computes an upper bound of the paths and rejects patterns above the
 * limit. `pattern` must compile with flag `u`.
 */
export const isBounded = (pattern: string): boolean => {
  const tokens = tokensOf(pattern)
  if (tokens === null) return false
  return pathsOf(tokens) * (isAnchored(tokens) ? 1 : maxDeviceTextLength) <= maxPaths
}
