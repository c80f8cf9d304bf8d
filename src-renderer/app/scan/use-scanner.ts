import { onScopeDispose } from 'vue'
import { shellNumberIn } from '#shared/model/locks/shell-number'
import { scanField } from '../../actions/scan-target'
import { cancelEvent, keyTargetOf } from '../../ui/keyboard/key-press'
import { createControlScan } from './control-scan'
import { createFieldScanReader } from './field-scan-reader'
import { createScanReader, lateEndMs } from './scan-reader'
import type { ScanResult } from './scan-reader'
import type { ScannedCode } from './scanned-code'

/**
 * Why a scan is not used. `busy`: a dialog is open. `other`: the code stands for no lock. `glued`: two codes without
 * anything between them. `field`: the focus is in a date or a quantity. `conflict`: it can be read in two ways.
 * `incomplete`: characters may be missing.
 */
export type RejectedScan =
  | { readonly because: 'busy' | 'other' | 'glued' | 'field'; readonly code: ScannedCode }
  | { readonly because: 'conflict'; readonly readings: readonly [string, string] }
  | { readonly because: 'incomplete' }

const fieldOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof HTMLElement && keyTargetOf(target) !== 'control' ? target : null

const takesScans = (target: HTMLElement): boolean => target.hasAttribute(scanField)

/** A search shows what was scanned into it, and changes nothing. Text of several lines may be a list of numbers. */
const mayLoseScan = (field: HTMLElement): field is HTMLInputElement =>
  field instanceof HTMLInputElement && field.type !== 'search'

/** A date or a quantity: ten digits would be one, of another century. */
const isOfNumbers = ({ inputMode, type }: HTMLInputElement): boolean =>
  inputMode === 'numeric' || inputMode === 'decimal' || type === 'number'

/** A search field; the text of any other field is set by what takes the scan. */
const keepsText = (field: HTMLElement): boolean => field.getAttribute(scanField) === 'search'

const isDigit = ({ code, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean =>
  !ctrlKey && !altKey && !metaKey && /^(?:Digit|Numpad)\d$/.test(code)

/** Without NumLock, a scanner's Alt and 4 would be Alt and ←, which goes back a page. */
const isPadWithoutNumLock = ({ code, key, altKey }: KeyboardEvent): boolean =>
  altKey && /^Numpad\d$/.test(code) && !/^\d$/.test(key)

/** A person with fewer digits before a space uses the space bar. */
const minDigitsBeforeSpace = 3

const isComposed = ({ isComposing, key }: KeyboardEvent): boolean => isComposing || key === 'Process'

/** A field that takes scans may have several lines. */
const isTextField = (target: unknown): target is HTMLInputElement | HTMLTextAreaElement =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement

const setText = (field: HTMLElement, text: string): void => {
  if (!isTextField(field)) return
  field.value = text
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/**
 * Discards an input method's composition of scanned keys, which would otherwise be inserted before the number.
 * Blurring the field ends the composition; the page does not see the inserted text.
 */
const discardComposition = (field: HTMLElement): void => {
  const stopEvent = (event: Event): void => event.stopImmediatePropagation()
  const kinds = ['beforeinput', 'input', 'compositionupdate', 'compositionend'] as const
  for (const kind of kinds) window.addEventListener(kind, stopEvent, { capture: true })
  field.blur()
  if (isTextField(field)) field.value = ''
  field.focus({ preventScroll: true })
  for (const kind of kinds) window.removeEventListener(kind, stopEvent, { capture: true })
  setText(field, '')
}

/** An input method may insert text this long after the key that ended the scan, ms. */
const lateInputMs = 80

/** Keeps the text that an input method inserts after a scan out of the field. */
const createLateInputGuard = () => {
  let until = Number.NEGATIVE_INFINITY
  /** The field's text before the late input, which is restored afterwards. */
  let textBefore = ''
  return {
    start: (at: number): void => void (until = at + lateInputMs),
    onInput: (event: Event): void => {
      const { target } = event
      if (event.timeStamp > until || !isTextField(target) || !takesScans(target)) return
      if (!(event instanceof InputEvent) || !/^insert(?:From)?Composition/.test(event.inputType)) return
      event.stopImmediatePropagation()
      if (event.type === 'beforeinput') textBefore = target.value
      else target.value = textBefore
    },
  }
}

/** The shortest silence that ends a scan, ms. */
const silenceStepMs = 150
/** A timer this late shows that the page was busy, and that keys may still wait to be handled, ms. */
const lateTimerMs = 50

/**
 * Calls `check` once no key came for a while. `check` returns how much longer the silence must last, ms, or null.
 */
const createSilenceTimer = (check: (silentFor: number) => number | null) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let pressedAt = 0
  const arm = (after: number): void => {
    const dueAt = performance.now() + after
    timer = setTimeout(() => {
      const now = performance.now()
      const left = now - dueAt > lateTimerMs ? lateTimerMs : check(now - pressedAt)
      if (left !== null) arm(left)
    }, after)
  }
  const stop = (): void => clearTimeout(timer)
  return {
    restart: (): void => {
      stop()
      pressedAt = performance.now()
      arm(silenceStepMs)
    },
    stop,
  }
}

interface ScannerDeps {
  readonly isBusy: () => boolean
  /** Whether a scan is expected, or refused, although the focus is in a field of something else. */
  readonly claimsFields: () => boolean
  readonly onScan: (code: ScannedCode) => void
  readonly onRejected: (scan: RejectedScan) => void
  /** Whether fast input in the field is a code; other text stays in the field. */
  readonly isCode: (text: string) => boolean
  /** Whether the field holds a command with its number, such as “enable 8000000018”: a scan of the number ends it. */
  readonly hasCommand: () => boolean
  /** Called when the user types a digit outside a field. */
  readonly onDigit: () => void
  /** Called when a scanner sent no end key. */
  readonly onNoEnd: () => void
}

/** Decides what a scan does; returns whether its end key is consumed. */
const createScanHandler = (deps: ScannerDeps) => {
  const take = (code: ScannedCode): void => {
    if (deps.isBusy()) deps.onRejected({ because: 'busy', code })
    else if (code.kind === 'glued') deps.onRejected({ because: 'glued', code })
    else deps.onScan(code)
  }
  /** Text that may be typed by hand stays in its field, where the user sees it and Enter submits it. */
  const staysIn = (ended: ScanResult, startedOutside: boolean): boolean => {
    if (ended.kind === 'scan') return !deps.isCode(ended.code.text)
    if (ended.kind === 'conflict') return !ended.isFast
    if (ended.kind !== 'slow') return ended.kind === 'incomplete'
    const { code, isAsTyped } = ended
    return code.kind === 'other' || code.kind === 'glued' || (isAsTyped && !startedOutside)
  }
  const handle = (ended: ScanResult): void => {
    if (ended.kind === 'conflict') deps.onRejected({ because: 'conflict', readings: ended.readings })
    else if (ended.kind === 'incomplete') deps.onRejected({ because: 'incomplete' })
    else if (ended.kind === 'scan') take(ended.code)
    else if (ended.kind === 'slow' && ended.code.kind === 'other' && !deps.isBusy())
      deps.onRejected({ because: 'other', code: ended.code })
    else if (ended.kind === 'slow') take(ended.code)
  }
  const isUsed = (ended: ScanResult): boolean =>
    (ended.kind === 'scan' || ended.kind === 'slow') && ended.code.kind !== 'glued' && !deps.isBusy()
  return { staysIn, handle, isUsed }
}

/**
 * Handles scans in the whole window, independent of the focus. The key that ends a scan does not reach the
 * focused button, however slow the scanner is: scanning a second lock must not confirm a question about the first.
 */
export const useScanner = (deps: ScannerDeps): void => {
  const reader = createScanReader()
  const fieldReader = createFieldScanReader()
  const controlScan = createControlScan()
  const { staysIn, handle, isUsed } = createScanHandler(deps)
  const lateInput = createLateInputGuard()
  /** Whether an input method handled a key since the last scan. */
  let wasComposed = false
  let startedOutside = false
  /** The texts of the fields before the scan typed into one of them. */
  let textsBefore = new Map<Element, string>()
  let noEndTimer: ReturnType<typeof setTimeout> | undefined

  const rememberStart = (field: HTMLElement | null): void => {
    startedOutside = field === null
    wasComposed = false
    const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(`[${scanField}]`)
    textsBefore = new Map(Array.from(fields, (one) => [one, one.value]))
  }
  /** Returns whether the end key of the scan is consumed. */
  const accept = (ended: ScanResult, field: HTMLElement | null, at: number): boolean => {
    const composed = wasComposed
    wasComposed = false
    if (ended.kind === 'tail') return true
    if (field !== null && (deps.hasCommand() || staysIn(ended, startedOutside))) return false
    const textBefore = field === null ? undefined : textsBefore.get(field)
    if (field !== null && composed && !deps.isBusy()) {
      discardComposition(field)
      if (textBefore !== undefined && (keepsText(field) || !isUsed(ended))) setText(field, textBefore)
      lateInput.start(at)
    } else if (field !== null && textBefore !== undefined && (keepsText(field) || !isUsed(ended)))
      setText(field, textBefore)
    handle(ended)
    return true
  }
  const silence = createSilenceTimer((silentFor) => {
    const complete = reader.silence()
    const field = fieldOf(document.activeElement)
    if (complete === null || (field !== null && (!takesScans(field) || !complete.isFast))) return null
    // The command waits for Enter, of the scanner or of a person.
    if (field !== null && deps.hasCommand()) return null
    if (silentFor < complete.ms) return complete.ms - silentFor
    const ended = reader.endBySilence()
    if (ended !== null && accept(ended, field, performance.now())) {
      clearTimeout(noEndTimer)
      noEndTimer = setTimeout(deps.onNoEnd, lateEndMs)
    }
    return null
  })

  /**
   * The number of a slow scanner without an end key stays in the field, as one typed by hand does. The first digit of the
   * next number replaces it instead of gluing both.
   */
  const selectNumberBefore = (field: HTMLElement | null): void => {
    if (!(field instanceof HTMLInputElement) || reader.silence() === null) return
    if (shellNumberIn(field.value) !== null && field.selectionStart === field.value.length) field.select()
  }
  const readPress = (event: KeyboardEvent, field: HTMLElement | null): void => {
    if (event.type === 'keydown' && reader.isStart(event.timeStamp)) {
      if (isDigit(event)) selectNumberBefore(field)
      rememberStart(field)
    }
    wasComposed ||= isComposed(event)
    const ended = reader.press(event)
    if (ended === null) {
      if (event.type !== 'keydown') return
      silence.restart()
      if (isDigit(event) && field === null && !deps.isBusy()) deps.onDigit()
      return
    }
    silence.stop()
    // The end key comes late: the scanner sends one.
    if (ended.kind === 'tail') clearTimeout(noEndTimer)
    if (!accept(ended, field, event.timeStamp)) return
    event.preventDefault()
    event.stopPropagation()
  }
  const resetReaders = (): void => {
    reader.reset()
    fieldReader.reset()
  }
  /** The lock's number must not become a name, nor its end key confirm the dialog of another lock. */
  const readInField = (event: KeyboardEvent, field: HTMLElement): void => {
    const isClaimed = deps.claimsFields()
    if (!mayLoseScan(field) || !(isClaimed || isOfNumbers(field))) {
      fieldReader.reset()
      return
    }
    const ended = fieldReader.press(event, field.value)
    if (ended === null) return
    event.preventDefault()
    event.stopPropagation()
    if (ended === 'tail') return
    if (isComposed(event)) discardComposition(field)
    setText(field, ended.textBefore)
    if (isClaimed) handle({ kind: 'scan', code: ended.code })
    else deps.onRejected({ because: 'field', code: ended.code })
  }
  const listen = (event: KeyboardEvent): void => {
    if (isPadWithoutNumLock(event)) event.preventDefault()
    const field = fieldOf(event.target)
    // A scanner does not hold keys down.
    if (event.repeat) {
      resetReaders()
      return
    }
    if (field !== null && !takesScans(field)) {
      if (event.type !== 'keydown') return
      reader.reset()
      readInField(event, field)
      return
    }
    fieldReader.reset()
    if (event.key === ' ' && field === null && reader.digitCount() >= minDigitsBeforeSpace) {
      event.preventDefault()
      event.stopPropagation()
    }
    readPress(event, field)
    if (field === null && event.type === 'keydown' && event.isTrusted && !event.defaultPrevented) {
      if (controlScan.takes(event)) cancelEvent(event)
    }
  }

  const capture = { capture: true }
  window.addEventListener('keydown', listen, capture)
  window.addEventListener('keyup', listen, capture)
  window.addEventListener('pointerdown', resetReaders, capture)
  window.addEventListener('beforeinput', lateInput.onInput, capture)
  window.addEventListener('input', lateInput.onInput, capture)
  onScopeDispose(() => {
    silence.stop()
    clearTimeout(noEndTimer)
    window.removeEventListener('keydown', listen, capture)
    window.removeEventListener('keyup', listen, capture)
    window.removeEventListener('pointerdown', resetReaders, capture)
    window.removeEventListener('beforeinput', lateInput.onInput, capture)
    window.removeEventListener('input', lateInput.onInput, capture)
  })
}
