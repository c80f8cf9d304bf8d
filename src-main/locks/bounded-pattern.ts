/** A USB string descriptor holds no more characters, so that no pattern ever meets a longer text. */
export const longestDeviceText = 126

/** More ways than this to go through a text are too many: each costs at most one walk along it. */
const mostWays = 20_000

interface Token {
  readonly text: string
  readonly kind: 'atom' | 'anchor' | 'open' | 'close' | 'bar' | 'quantifier'
}

/** Look-arounds and back references are what no bound can be given for in advance. */
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
  if (quantifier.startsWith('*')) return [0, longestDeviceText]
  if (quantifier.startsWith('+')) return [1, longestDeviceText]
  const [, least = '0', comma, most] = /^\{(\d+)(,?)(\d*)\}/.exec(quantifier) ?? []
  const from = Number(least)
  const to = comma === '' ? from : most === '' ? Math.max(from, longestDeviceText) : Number(most)
  return [Math.min(from, longestDeviceText), Math.min(to, longestDeviceText)]
}

/** Ways through something that is repeated: a way for each number of times, and for each time the ways inside. */
const repeated = (ways: number, quantifier: string): number => {
  const [from, to] = timesOf(quantifier)
  let sum = 0
  for (let times = from; times <= to && sum <= mostWays; times += 1) sum += ways ** times
  return Math.max(1, sum)
}

const waysThrough = (tokens: readonly Token[]): number => {
  let at = 0
  const alternatives = (): number => {
    let all = 0
    let ways = 1
    let last = 1
    for (; at < tokens.length; at += 1) {
      const token = tokens[at]
      if (token === undefined || token.kind === 'close') break
      switch (token.kind) {
        case 'open':
          at += 1
          last = alternatives()
          ways *= last
          break
        case 'bar':
          all += ways
          ways = 1
          last = 1
          break
        case 'quantifier':
          ways = (ways / last) * repeated(last, token.text)
          last = 1
          break
        default:
          last = 1
      }
    }
    return all + ways
  }
  return alternatives()
}

/** A pattern that begins with ^ is tried at one place of the text only; one branch of it does not bind the others. */
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
 * Whether a regular expression is certain to come to an end soon on any text of a device. Profiles come from anyone
 * and product names from hostile devices, and V8 walks back through every way there is: `^(a+)+$` on forty letters
 * would hold up the USB process for ever. Counted is an upper bound of the ways; where it is too high, the pattern is
 * not taken. `pattern` must compile with the flag `u`.
 */
export const isBounded = (pattern: string): boolean => {
  const tokens = tokensOf(pattern)
  if (tokens === null) return false
  return waysThrough(tokens) * (isAnchored(tokens) ? 1 : longestDeviceText) <= mostWays
}
