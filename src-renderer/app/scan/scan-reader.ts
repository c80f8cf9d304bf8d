import { characterOfCode, digitCountOf, digitOf, readStrokes } from './key-readings'
import type { Stroke } from './key-readings'
import { groupSeparator, identityOf } from './scanned-code'
import type { ScannedCode } from './scanned-code'

/** The fields of a key event that a scan is read from. */
export interface KeyPress {
  readonly type: string
  readonly code: string
  /** The character produced; under an input method `Process` or another letter. */
  readonly key: string
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly altKey: boolean
  readonly metaKey: boolean
  readonly isComposing?: boolean
  getModifierState?(name: string): boolean
  /** Milliseconds on any monotonic clock. */
  readonly timeStamp: number
}

/** The maximum mean time between the keys of a scan, ms: typing six keys by hand is slower. */
export const maxMeanGapMs = 50
const minScanLength = 6
/** A text as short is no number, but a person does not type it so fast either. */
const minRejectedLength = 3
/** An end key after as many digits belongs to a scan, at whatever speed. */
const minSlowDigits = 6
/** A key later than this begins another scan, ms. */
const forgetAfterMs = 5_000
/** A pause this long, or several times longer than the others, starts another scan, ms. */
const pause = 300
const pauseFactor = 4
/** Keys within this time after a pause may belong to a scan that stalled, ms. */
const stallTimeoutMs = 2_000
/** Typing ends with a gap several times longer than those of the last keys, and than this, ms. */
const minTypingGapMs = 40
const comparedKeys = 6
/** A second end key within this time belongs to the same scan: some scanners send Enter and a line feed, ms. */
export const tailTimeoutMs = 100
const maxTailTimeoutMs = 1_000
/** A whole number followed by this silence is complete without an end key, ms. */
const silenceMs = 150
/** A whole number without an end key is typed by hand more slowly than this: ten digits, ms a key. */
const maxSilentGapMs = 90
/** A printed order is long: its scanner may stall. */
const orderSilenceMs = 1_000
/** After a silence the end key of the same scan may still come, ms. */
export const lateEndMs = 1_000
/** More characters than the longest code of an order. */
const maxStrokes = 8_000

const numpadDigit = (code: string): string | undefined => /^Numpad(\d)$/.exec(code)?.[1]

/** Scanners do not send these keys: an Enter that follows was pressed by a person, and does not end a scan again. */
const movingKeys = /^(?:Arrow(?:Up|Down|Left|Right)|Page(?:Up|Down)|Home|End|Escape)$/
/** Keys without a character of their own; some scanners switch CapsLock and NumLock during a scan. */
const ignoredKeys = /^(?:Shift|Control|Meta)(?:Left|Right)$|^CapsLock$|^NumLock$/
const isAlt = (code: string): boolean => code === 'AltLeft' || code === 'AltRight'
const isModified = ({ ctrlKey, altKey, metaKey }: KeyPress): boolean => ctrlKey || altKey || metaKey
const isTab = (press: KeyPress): boolean => press.code === 'Tab' && !press.shiftKey && !isModified(press)
const isCtrl = (press: KeyPress, letters: string): boolean =>
  press.ctrlKey &&
  !press.altKey &&
  Array.from(letters).some((letter) => press.code === `Key${letter}` || press.key.toUpperCase() === letter)
/** Carriage return and line feed arrive as Ctrl M and Ctrl J. */
export const isEnd = (press: KeyPress): boolean =>
  press.code === 'Enter' ||
  press.code === 'NumpadEnter' ||
  press.key === 'Enter' ||
  isTab(press) ||
  isCtrl(press, 'JM')
/** STX and ETX frame the code. */
const isFrame = (press: KeyPress): boolean => isCtrl(press, 'BC')
const isGroupSeparator = (press: KeyPress): boolean =>
  press.ctrlKey && !press.altKey && (press.code === 'BracketRight' || press.key === ']')
/** The key types a character with AltGr: on Windows this is Ctrl and Alt. */
const isAltGr = (press: KeyPress): boolean =>
  press.getModifierState?.('AltGraph') === true || (press.ctrlKey && press.altKey)

export const strokeOf = (press: KeyPress): Stroke | null => {
  const { code, key, shiftKey, isComposing = false } = press
  const one = { at: press.timeStamp, keyCount: 1 }
  if (isGroupSeparator(press)) return { ...one, byKey: groupSeparator, byCode: groupSeparator, digit: null }
  const byKey = Array.from(key).length === 1 && !isComposing ? key : null
  // AltGr makes another character than a US keyboard has.
  if (isAltGr(press)) return byKey === null ? null : { ...one, byKey, byCode: null, digit: null }
  // On another layout this was AltGr too.
  if (press.altKey && digitOf(code) !== null) return { ...one, byKey: null, byCode: null, digit: null }
  if (isModified(press)) return null
  const byCode = characterOfCode(code, shiftKey)
  return byKey === null && byCode === null ? null : { ...one, byKey, byCode, digit: digitOf(code) }
}

export type ScanResult =
  | { readonly kind: 'scan'; readonly code: ScannedCode }
  /** Six digits or more, slow enough to be typed by hand; `isAsTyped` if a field contains the same text. */
  | { readonly kind: 'slow'; readonly code: ScannedCode; readonly isAsTyped: boolean }
  /** The characters and the positions of the keys give different numbers: none must be used. */
  | { readonly kind: 'conflict'; readonly readings: readonly [string, string]; readonly isFast: boolean }
  /** As fast as a scan, but its beginning may be missing: the number must not be used. */
  | { readonly kind: 'incomplete' }
  /** A key that belongs to the previous scan and has no meaning. */
  | { readonly kind: 'tail' }

const meanGapOf = (strokes: readonly Stroke[], endAt: number): number => {
  const keys = strokes.reduce((sum, { keyCount }) => sum + keyCount, 0)
  return (endAt - (strokes[0]?.at ?? endAt)) / Math.max(1, keys)
}

const gapsOf = (strokes: readonly Stroke[]): number[] =>
  strokes.map(({ at }, index) => at - (strokes[index - 1]?.at ?? at))
const middleOf = (gaps: readonly number[]): number => {
  const sorted = [...gaps].sort((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
/** A longer gap separates two scans, ms. */
const longestGapOf = (strokes: readonly Stroke[]): number =>
  Math.max(pause, pauseFactor * middleOf(gapsOf(strokes).slice(1)))

/** The strokes after the last pause: what came before belongs to something else, or the scan stalled. */
const lastRunOf = (strokes: readonly Stroke[]): readonly Stroke[] => {
  const longest = longestGapOf(strokes)
  return strokes.slice(
    Math.max(
      0,
      gapsOf(strokes).findLastIndex((gap) => gap > longest),
    ),
  )
}

/** Typed more slowly than a scan. A single key is a hand's if a pause follows it. */
const isByHand = (strokes: readonly Stroke[], nextAt: number): boolean => {
  const last = strokes.at(-1)
  if (last === undefined) return false
  return strokes.length === 1
    ? nextAt - last.at > pause
    : meanGapOf(strokes.slice(0, -1), last.at) > maxMeanGapMs
}

/**
 * The whole number or order that was scanned right after a few keys typed by hand; null if there is none. A scan that
 * stalled began as fast as it ended.
 */
const scanAfterTyping = (strokes: readonly Stroke[], endAt: number): readonly Stroke[] | null => {
  const gaps = gapsOf(strokes)
  const gap = Math.max(minTypingGapMs, pauseFactor * middleOf(gaps.slice(1).slice(-comparedKeys)))
  const start = gaps.findLastIndex((one) => one > gap)
  const run = strokes.slice(start)
  if (start < 1 || meanGapOf(run, endAt) > maxMeanGapMs) return null
  const reading = readStrokes(run)
  const isWhole = reading.kind === 'read' && identityOf(reading.code) !== null
  return isWhole && isByHand(strokes.slice(0, start), run[0]?.at ?? endAt) ? run : null
}

const resultOf = (run: readonly Stroke[], isFast: boolean, isTabKey: boolean): ScanResult | null => {
  if (isFast && run.length < minScanLength) return { kind: 'incomplete' }
  const reading = readStrokes(run)
  if (reading.kind === 'conflict') return { ...reading, isFast }
  if (isFast) return { kind: 'scan', code: reading.code }
  return isTabKey && reading.code.kind === 'other' ? null : { ...reading, kind: 'slow' }
}

/**
 * Tells a barcode scanner from typing by its speed, and by what it sends. A scanner may also send each character as Alt
 * and its decimal code on the number pad (`Alt 5 6` is 8, with or without NumLock), send STX and ETX around the
 * code as Ctrl B and Ctrl C, and end it with Enter, Tab, Ctrl J, Ctrl M or not at all. Call `press` for every `keydown`,
 * and for every `keyup` because of Alt: it returns a result on the key that ends a scan, otherwise null.
 */
export const createScanReader = () => {
  let strokes: Stroke[] = []
  let last = Number.NEGATIVE_INFINITY
  let tailUntil = Number.NEGATIVE_INFINITY
  /** The digits typed while Alt is held; null while it is not. */
  let alt: { readonly at: number; readonly digits: string } | null = null

  const reset = (): void => {
    strokes = []
  }
  const add = (stroke: Stroke): void => {
    if (stroke.at - last > forgetAfterMs || strokes.length >= maxStrokes) reset()
    strokes.push(stroke)
    last = stroke.at
  }

  const end = (at: number, isTabKey: boolean): ScanResult | null => {
    const all = at - last > forgetAfterMs ? [] : strokes
    reset()
    if (all.length === 0) return at <= tailUntil ? { kind: 'tail' } : null
    const afterTyping = scanAfterTyping(all, at)
    if (afterTyping !== null) {
      tailUntil = at + tailTimeoutMs
      return resultOf(afterTyping, true, isTabKey)
    }
    const run = lastRunOf(all)
    const gap = meanGapOf(run, at)
    const isFast = gap <= maxMeanGapMs && run.length >= minRejectedLength
    if (!isFast && digitCountOf(all) < minSlowDigits) return null
    tailUntil = at + Math.min(maxTailTimeoutMs, Math.max(tailTimeoutMs, 3 * gap))
    const before = all.at(-run.length - 1)
    const hasStalled = before !== undefined && (run[0]?.at ?? at) - before.at < stallTimeoutMs
    return isFast && hasStalled ? { kind: 'incomplete' } : resultOf(run, isFast, isTabKey)
  }

  /** Alt was released: its digits are a character, or a control code that ends or frames the code. */
  const release = (at: number): ScanResult | null => {
    const held = alt
    alt = null
    if (held === null || held.digits === '') return null
    const code = Number(held.digits)
    if (code === 9 || code === 10 || code === 13) return end(at, code === 9)
    if (code > 126) reset()
    const character = (code >= 32 && code <= 126) || code === 29 ? String.fromCharCode(code) : null
    if (character !== null) {
      const keyCount = held.digits.length + 1
      add({ byKey: character, byCode: character, digit: null, at: held.at, keyCount })
    }
    return null
  }

  const addKey = (event: KeyPress): void => {
    const stroke = strokeOf(event)
    if (stroke !== null) add(stroke)
    // Copying by hand is slower.
    else if (!isModified(event) || event.timeStamp - last > maxMeanGapMs) reset()
  }

  const press = (event: KeyPress): ScanResult | null => {
    const pressedAt = event.timeStamp
    if (event.type === 'keyup') return isAlt(event.code) ? release(pressedAt) : null
    if (ignoredKeys.test(event.code) || event.key === 'AltGraph') return null
    if (movingKeys.test(event.code)) tailUntil = Number.NEGATIVE_INFINITY
    const digit = numpadDigit(event.code)
    if (isAlt(event.code)) {
      alt = { at: pressedAt, digits: '' }
      return null
    }
    if (event.altKey && digit !== undefined) {
      alt = { at: alt?.at ?? pressedAt, digits: (alt?.digits ?? '') + digit }
      return null
    }
    const altResult = release(pressedAt)
    if (altResult !== null) return altResult
    if (isEnd(event)) return end(pressedAt, isTab(event))
    if (!isFrame(event)) addKey(event)
    return null
  }

  return {
    press,
    /** What was typed until now does not belong to what follows. */
    reset,
    /** Whether a character at this time is the first one of a scan. */
    isStart: (at: number): boolean => strokes.length === 0 || at - last > longestGapOf(strokes.slice(-16)),
    /** How many digits were read since the last end. */
    digitCount: (): number => digitCountOf(strokes),
    /**
     * How long the keyboard has to be silent until the code is complete without an end key, ms; null if it is no whole
     * code. `isFast` is false where the keys are as slow as a person’s.
     */
    silence: (): { readonly ms: number; readonly isFast: boolean } | null => {
      const run = lastRunOf(strokes)
      if (run.length < minScanLength) return null
      const reading = readStrokes(run)
      if (reading.kind === 'conflict' || !['number', 'order'].includes(reading.code.kind)) return null
      const gap = meanGapOf(run.slice(0, -1), last)
      const ms = reading.code.kind === 'order' ? orderSilenceMs : silenceMs
      return { ms: Math.max(ms, 3 * gap), isFast: gap <= maxSilentGapMs }
    },
    /** The silence lasted: the same result as at an end key, which may still come. */
    endBySilence: (): ScanResult | null => {
      const result = end(last, false)
      tailUntil = last + lateEndMs
      return result?.kind === 'slow' ? { kind: 'scan', code: result.code } : result
    },
  }
}
