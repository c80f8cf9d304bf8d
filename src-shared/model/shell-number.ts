/**
 * The 10 digits on a lock's shell: the region (8 domestic, 6 Singapore), then nine that count up
 * (API document, section 2.1, “Asset number digit string”).
 */
export type ShellNumber = string & { readonly __brand: 'ShellNumber' }

const whole = /^[86]\d{9}$/
const standingAlone = /(?<!\d)[86]\d{9}(?!\d)/g

export const isShellNumber = (text: string): text is ShellNumber => whole.test(text)

/** Every run of exactly ten digits in `text` that is a shell number; longer runs are something else. */
export const findShellNumbers = (text: string): ShellNumber[] =>
  (text.match(standingAlone) ?? []) as ShellNumber[]

/**
 * The shell number that a whole asset number carries (`LD8000000017` → `8000000017`), or null where it carries
 * none or more than one. How asset numbers are made is not in the API document, so nothing else is assumed.
 */
export const shellNumberIn = (assetNum: string): ShellNumber | null => {
  const [found, second] = findShellNumbers(assetNum)
  return found !== undefined && second === undefined ? found : null
}

/** Grouped 4-3-3 as people read it off the shell; anything else is returned as it is. */
export const groupShellNumber = (text: string): string =>
  isShellNumber(text) ? `${text.slice(0, 4)} ${text.slice(4, 7)} ${text.slice(7)}` : text

/** What a scanner, a clipboard or an input method may put around digits: full-width forms, spaces, dashes. */
export const plainDigits = (typed: string): string =>
  typed
    .normalize('NFKC')
    .trim()
    .replace(/(?<=\d)[\s\u2010-\u2015-]+(?=\d)/gu, '')
