import { redact } from '../../log/redact'
import { hideEncodedSecrets } from './encoded'
import { createNameHider } from './known-names'
import { looksRandom } from './looks-random'

export interface KnownValues {
  /** Keys, secrets and tokens: hidden anywhere, also when encoded. */
  readonly secrets: readonly string[]
  /** Numbers of plugged-in locks and devices; the last three characters stay. */
  readonly numbers: readonly string[]
  /** Employees, enterprises, customers and accounts. */
  readonly names: Iterable<string>
  readonly home: string
  readonly user: string
  /** This computer's name. */
  readonly machine: string
}

export interface Scrubber {
  /** Scrubs the app's own English text; also removes everything that is not ASCII. */
  strict(text: string): string
  /** Scrubs a text in the user's language. */
  plain(text: string): string
  /** How many values were hidden. */
  hidden(): number
}

const maxLineLength = 4_000
/** A shorter one would match parts of too many words. */
const minSecretLength = 4

/** The forms in which a secret may appear in a URL, a header or a dump. */
const encodingsOf = (secret: string): string[] => {
  const bytes = Buffer.from(secret)
  return [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    bytes.toString('base64'),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
  ]
}

/** User names that are also common words. */
const commonUsers = new Set([
  'root',
  'admin',
  'administrator',
  'user',
  'users',
  'home',
  'desk',
  'lock',
  'test',
])

const isDate = (text: string): boolean => /^\d{4}-\d{2}-\d{2}(?:[ T-]|$)/.test(text)

/**
 * Removes private data from a text: known secrets and names, and what looks like a key, a token, an address, an
 * e-mail, a phone number or a lock number. All patterns are bounded, because the input is untrusted.
 */
export const createScrubber = (known: KnownValues): Scrubber => {
  let count = 0
  const hide = (
    text: string,
    pattern: RegExp,
    by: string | ((match: string, ...groups: string[]) => string),
  ) =>
    text.replace(pattern, (match: string, ...groups: string[]) => {
      const shown = typeof by === 'string' ? by : by(match, ...groups)
      if (shown !== match) count += 1
      return shown
    })

  const secrets = [
    ...new Set(known.secrets.filter((secret) => secret.length >= minSecretLength).flatMap(encodingsOf)),
  ].sort((one, other) => other.length - one.length)
  const numbers = known.numbers.filter((number) => number.length >= minSecretLength)
  const encodedNumbers = numbers.flatMap((number) =>
    encodingsOf(number).filter((writing) => writing !== number),
  )
  const homes = [...new Set([known.home, known.home.replaceAll('\\', '\\\\'), encodeURI(known.home)])].filter(
    (home) => home.length > 1,
  )
  const isDistinctive = known.user.length >= 3 && !commonUsers.has(known.user.toLowerCase())
  const hideNames = createNameHider([
    ...known.names,
    ...(isDistinctive ? [known.user] : []),
    ...(known.machine === 'localhost' ? [] : [known.machine]),
  ])

  const hideKnown = (text: string): string => {
    let shown = text
    for (const secret of [...secrets, ...encodedNumbers]) {
      if (!shown.includes(secret)) continue
      shown = shown.replaceAll(secret, '[hidden]')
      count += 1
    }
    for (const number of numbers) {
      if (!shown.includes(number)) continue
      shown = shown.replaceAll(number, `…${number.slice(-3)}`)
      count += 1
    }
    for (const home of homes) shown = shown.replaceAll(home, '~')
    const withoutNames = hideNames(shown, '[name]')
    if (withoutNames !== shown) count += 1
    const decoded = hideEncodedSecrets(withoutNames, (text) => hideNames(text, '') !== text)
    if (decoded !== withoutNames) count += 1
    return decoded
  }

  const hidePatterns = (text: string): string => {
    let shown = text
    // Applies the log's redaction to texts that did not come from the log.
    shown = String(redact(shown))
    shown = hide(shown, /\b(https?|wss?):\/\/[^\s"'<>()]{1,2000}/gi, (address, scheme) => {
      const host = /^[^:]+:\/\/(?:[^/@]*@)?([\w.:[\]-]{1,255})/.exec(address)?.[1]
      return host === undefined ? '[address]' : `${scheme}://${host}`
    })
    shown = hide(shown, /[\w.+-]{1,64}(?:@|%40)[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}/g, '[e-mail]')
    shown = hide(
      shown,
      /((?:^|[\s"'(=:/])(?:\/(?:home|Users)\/|[A-Z]:(?:\\{1,2}|\/)Users(?:\\{1,2}|\/)))[^\s/\\"']{1,64}/g,
      (_match, before) => `${before}…`,
    )
    shown = hide(shown, /\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/gi, '[id]')
    shown = hide(shown, /[A-Za-z\d+/_=-]{16,}/g, (run) => {
      const parts = run.split('/')
      if (parts.length > 1 && run.length >= 40 && looksRandom(run.replaceAll('/', ''))) {
        const isPath = parts.every((part) => part.length < 16 || !looksRandom(part))
        if (!isPath || !/[a-z]{4,}\//i.test(run)) return '[hidden]'
      }
      return parts.map((part) => (looksRandom(part) && !isDate(part) ? '[hidden]' : part)).join('/')
    })
    // Lock numbers keep their last digits, so that two people on the phone can identify a lock.
    shown = hide(shown, /(?<![\d.])[68]\d{6}(\d{3})(?!\d)/g, (_number, end) => `…${end}`)
    shown = hide(shown, /\+?\d(?:[ ()-]{0,2}\d){6,24}/g, (number) => (isDate(number) ? number : '[number]'))
    return shown
  }

  const line = (text: string): string => {
    if (text.length <= maxLineLength) return hidePatterns(hideKnown(text))
    // Drops a partial word at the cut, because a cut secret would not be recognized.
    const cut = text.slice(0, maxLineLength).replace(/\S{1,300}$/, '')
    return `${hidePatterns(hideKnown(cut))}…`
  }
  const lines = (text: string, each: (line: string) => string): string =>
    text.split('\n').map(each).join('\n')

  return {
    plain: (text) => lines(text, line),
    strict: (text) =>
      lines(text, (one) => {
        // Two capitalized words side by side are often a person's name.
        const withoutNames = hide(line(one), /\b[A-Z][a-z]{1,30}(?: [A-Z][a-z]{1,30}){1,3}\b/g, (words) =>
          words === 'Lock Desk' ? words : '[name]',
        )
        return hide(withoutNames, /[^\t -~…–“”’]{1,400}/g, '[text]')
      }),
    hidden: () => count,
  }
}
