import { noonOf } from '#shared/model/calendar-day'
import { changeWords as english } from '#shared/texts/change-words-en'
import type { ChangeWords } from '#shared/texts/change-words-en'
import { changeWords as chinese } from '#shared/texts/change-words-zh'

// Texts of system dialogs. A page, a file, a device or a platform may choose the values in them, so a text is made of
// templates of the program and of sanitized values alone: a plain string does not compile.

declare const isDialogText: unique symbol

/** A text that a system dialog may show. */
export type DialogText = string & { readonly [isDialogText]: true }

const trusted = (text: string): DialogText => text as DialogText

/** The text of a template. Values are numbers, sanitized values and other texts. */
export const text = (parts: TemplateStringsArray, ...values: readonly (DialogText | number)[]): DialogText =>
  trusted(parts.map((part, at) => `${part}${values[at] ?? ''}`).join(''))

export const joinTexts = (texts: readonly DialogText[], separator: DialogText): DialogText =>
  trusted(texts.join(separator))

/** One text below the other; null is left out. */
export const joinLines = (...texts: readonly (DialogText | null)[]): DialogText =>
  trusted(texts.filter((line) => line !== null).join('\n'))

/** A count as this language groups its digits. */
export const countText = (count: number, language: 'en' | 'zh'): DialogText =>
  trusted(count.toLocaleString(language === 'zh' ? 'zh-CN' : 'en'))

/**
 * A text that the page says, too. `n` chooses its form as in vue-i18n (the first of three is for none) and fills `{n}`; the other places are filled with `values`, which
 * are not read for further places.
 */
export const changeWordsText = <Action extends keyof ChangeWords>(
  language: 'en' | 'zh',
  action: Action,
  part: keyof ChangeWords[Action] & string,
  n = 1,
  values: Readonly<Record<string, DialogText>> = {},
): DialogText => {
  const groups: Readonly<Record<string, Readonly<Record<string, string>>>> =
    language === 'zh' ? chinese : english
  const forms = (groups[action]?.[part] ?? '').split(' | ')
  const form = (forms.length === 3 ? forms[Math.min(n, 2)] : n === 1 ? forms[0] : forms.at(-1)) ?? ''
  const filled: Readonly<Record<string, DialogText>> = { ...values, n: countText(n, language) }
  return trusted(form.replace(/\{(\w+)\}/g, (place, name: string) => filled[name] ?? place))
}

/** Date and time to the minute, in the time zone of the computer. */
export const timeText = (ms: number, language: 'en' | 'zh'): DialogText =>
  trusted(
    new Date(ms).toLocaleString(language === 'zh' ? 'zh-CN' : 'en', {
      dateStyle: 'medium',
      timeStyle: 'short',
      calendar: 'gregory',
    }),
  )

/** A calendar day such as `2026-12-03`, with its weekday. */
export const dayText = (day: string, language: 'en' | 'zh'): DialogText =>
  trusted(
    new Date(noonOf(day)).toLocaleDateString(language === 'zh' ? 'zh-CN' : 'en-US', {
      weekday: 'short',
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      calendar: 'gregory',
    }),
  )

/** The longest value that is shown. */
const maxLength = 60
/** The longest name of a file that is shown. */
const maxFileName = 120
/** Text beyond this is not looked at: a value may have the size of a file. */
const maxRead = 2_000

/** Characters without a shape, and those that change the direction of text. */
const invisibleCharacters = /(?:\u{16fe4}|[\p{C}\p{Zl}\p{Zp}\p{DI}\u2800\u{1d159}])+/gu
/** Quotation marks of every script, and what looks like one. */
const quotes =
  /["\u201c\u201d\u201e\u201f\u00ab\u00bb\u300c\u300d\u300e\u300f\ufe41\ufe42\ufe43\ufe44\uff62\uff63\u301d\u301e\u301f\uff02\u275d\u275e\u2e42\u3003\u05f4\u2033\u2034\u2057\u2036\u2037\u02ba\u02dd\u02ee\u{1f676}-\u{1f678}]|['\u2018\u2019\u201a\u201b\u2032\u2035`\u00b4\uff07\u02b9\u02bb\u02bc\u02bd\u02c8\u02ca\u02cb\u05f3]{2,}/gu
/** Many combining marks on one letter cover neighboring lines. */
const stackedMarks = /(\p{M}{2})\p{M}+/gu
/** Letters written from right to left; digits and signs after them would be shown before them. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
/** The first strong letter of the value decides about its direction, and about nothing outside it. */
const isolated = (line: string): string => (rightToLeft.test(line) ? `\u2068${line}\u2069` : line)

/** One line that cannot end its quotation, hide part of it or reorder the text around it. */
const toOneLine = (value: string, max: number): string => {
  const line = value
    .slice(0, maxRead)
    .replace(invisibleCharacters, ' ')
    .replace(quotes, "'")
    .replace(stackedMarks, '$1')
    .replace(/\s+/gu, ' ')
    .trim()
  if (line.length <= max && value.length <= maxRead) return isolated(line)
  return isolated(`${line.slice(0, max).replace(/[\ud800-\udbff]$/, '')}…`)
}

const inQuotes = (value: string, max: number): DialogText => trusted(`“${toOneLine(value, max)}”`)

/** A name in its quotation marks. */
export const quoted = (value: string): DialogText => inQuotes(value, maxLength)

/** The name of a file in quotation marks. */
export const quotedFile = (name: string): DialogText => inQuotes(name, maxFileName)

/** A number or an ID as it is; in quotation marks if it has anything else than letters, digits and `. _ : / -`. */
export const idText = (value: string): DialogText =>
  /^[A-Za-z0-9._:/-]{1,60}$/.test(value) ? trusted(value) : quoted(value)

/** Printable ASCII without spaces and quotation marks. */
const plainAddress = /^[!#-&(-;=?-Z_a-z~[\]]{1,400}$/

/** A complete address in ASCII, since its end decides who it belongs to; in quotation marks if it is none. */
export const addressText = (value: string): DialogText => {
  const { origin, pathname } = URL.canParse(value) ? new URL(value) : { origin: 'null', pathname: '' }
  const address = `${origin}${pathname === '/' ? '' : pathname}`
  return origin !== 'null' && plainAddress.test(address) ? trusted(address) : inQuotes(value, maxFileName)
}

/** The six words of a key, from a list that has letters alone. */
export const wordsText = (words: readonly string[], separator: DialogText): DialogText =>
  joinTexts(
    words.map((word) => (/^\p{L}{1,12}$/u.test(word) ? trusted(word) : quoted(word))),
    separator,
  )

/** Bytes in hexadecimal, with `??` for those that are drawn. */
export const bytesText = (hex: string): DialogText =>
  /^(?:[\da-f?]{2} ?)*$/.test(hex) ? trusted(hex) : quoted(hex)

/** What the system says about a failure, such as a path that cannot be used. Of several lines, each stays one. */
export const systemText = (message: string): DialogText =>
  trusted(
    message
      .slice(0, maxRead)
      .split('\n')
      .slice(0, 12)
      .map((line) => toOneLine(line, 300))
      .join('\n'),
  )
