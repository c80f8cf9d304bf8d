import { redact } from '../../log/redact'
import { hideEncoded } from './encoded'
import { createNameHider } from './known-names'
import { looksRandom } from './looks-random'

export interface KnownValues {
  /** Keys, secrets, tokens: hidden wherever they stand, in other writings of them too. */
  readonly secrets: readonly string[]
  /** Of locks and devices that are plugged in; their last three characters stay. */
  readonly numbers: readonly string[]
  /** People, enterprises, customers, accounts. */
  readonly names: Iterable<string>
  readonly home: string
  readonly user: string
  /** This computer's name. */
  readonly machine: string
}

export interface Scrubber {
  /** Our own English text, with whatever got into it: all that is not ASCII goes too. */
  strict(text: string): string
  /** A text in the person's language. */
  plain(text: string): string
  /** How often something was hidden. */
  hidden(): number
}

const longestLine = 4_000
/** A shorter one would be a part of too many words. */
const shortestSecret = 4

/** The same secret as it may stand in an address, a header or a dump. */
const writingsOf = (secret: string): string[] => {
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

/** Names of users that are words besides. */
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
 * Takes out of a text what must not leave the house: what is known to be secret or a name, and what looks like a key, a
 * token, an address, an e-mail, a number of a person or of a lock. Every pattern has a bound: lines come from anywhere.
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
    ...new Set(known.secrets.filter((secret) => secret.length >= shortestSecret).flatMap(writingsOf)),
  ].sort((one, other) => other.length - one.length)
  const numbers = known.numbers.filter((number) => number.length >= shortestSecret)
  const otherWritings = numbers.flatMap((number) =>
    writingsOf(number).filter((writing) => writing !== number),
  )
  const homes = [...new Set([known.home, known.home.replaceAll('\\', '\\\\'), encodeURI(known.home)])].filter(
    (home) => home.length > 1,
  )
  const isOwnWord = known.user.length >= 3 && !commonUsers.has(known.user.toLowerCase())
  const hideNames = createNameHider([
    ...known.names,
    ...(isOwnWord ? [known.user] : []),
    ...(known.machine === 'localhost' ? [] : [known.machine]),
  ])

  const hideKnown = (text: string): string => {
    let shown = text
    for (const secret of [...secrets, ...otherWritings]) {
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
    const named = hideNames(shown, '[name]')
    if (named !== shown) count += 1
    const decoded = hideEncoded(named, (text) => hideNames(text, '') !== text)
    if (decoded !== named) count += 1
    return decoded
  }

  const hidePatterns = (text: string): string => {
    let shown = text
    // What the log hides already, for texts that did not come through it.
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
    // Lock numbers keep their end, by which two people on the phone mean the same lock.
    shown = hide(shown, /(?<![\d.])[68]\d{6}(\d{3})(?!\d)/g, (_number, end) => `…${end}`)
    shown = hide(shown, /\+?\d(?:[ ()-]{0,2}\d){6,24}/g, (number) => (isDate(number) ? number : '[number]'))
    return shown
  }

  const line = (text: string): string => {
    if (text.length <= longestLine) return hidePatterns(hideKnown(text))
    // Half of what stood where the line is cut would not be known for what it is.
    const cut = text.slice(0, longestLine).replace(/\S{1,300}$/, '')
    return `${hidePatterns(hideKnown(cut))}…`
  }
  const lines = (text: string, each: (line: string) => string): string =>
    text.split('\n').map(each).join('\n')

  return {
    plain: (text) => lines(text, line),
    strict: (text) =>
      lines(text, (one) => {
        // Two words with capitals side by side are somebody's name as often as not.
        const named = hide(line(one), /\b[A-Z][a-z]{1,30}(?: [A-Z][a-z]{1,30}){1,3}\b/g, (words) =>
          words === 'Lock Desk' ? words : '[name]',
        )
        return hide(named, /[^\t -~…–“”’]{1,400}/g, '[text]')
      }),
    hidden: () => count,
  }
}
