// A press is meant for what was under the pointer when the person decided to press. What has just come there takes none.

/** What appeared or moved under the pointer, and the page beneath a dialog that closed, rest for this long, ms. */
export const restMs = 300
/** A press so soon after the one before belongs to the same series, which ends before anything takes a press, ms. */
const seriesMs = 200
/** A hand that presses several times does not hold the pointer quite still, px. */
const tremorPx = 8
/** The series of presses during which the hand counts as not moved on, ms. */
const handMs = 1_000

/** What a press acts on. Rows count right after another press only: scrolling brings them under the pointer. */
const buttons = 'button, a[href], summary, [role=button]'
const controls = `${buttons}, label, input, select, [role=row], [role=option]`
const presses = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'dblclick', 'auxclick'] as const

interface Rest {
  /** A press while it rests extends the rest until the series of presses is over. */
  press(at: number): void
}

/**
 * Calls `end` after `restMs`, or later where presses follow each other quickly. A page that was busy may get its timer
 * before the presses that came meanwhile, but it gets them before the next one.
 */
const startRest = (end: () => void): Rest => {
  let until = performance.now() + restMs
  const wait = (): void => {
    const left = until - performance.now()
    if (left > 0) setTimeout(wait, left)
    else setTimeout(() => (performance.now() < until ? wait() : end()))
  }
  wait()
  return { press: (at) => (until = Math.max(until, at + seriesMs)) }
}

/** Where the pointer is, and the controls that were around it at the last press or at the end of the last rest. */
let pointer = { x: Number.NaN, y: Number.NaN, pressedAt: Number.NEGATIVE_INFINITY }
let around = new Set<Element>()
const resting = new WeakSet<Element>()

const controlOf = (target: EventTarget | null, kinds = controls): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(kinds) : null
const only = (element: Element | null): Set<Element> => new Set(element === null ? [] : [element])

const lookAround = (): void => {
  around = new Set()
  const { x, y } = pointer
  if (Number.isNaN(x)) return
  for (const [right, down] of [
    [0, 0],
    [tremorPx, 0],
    [-tremorPx, 0],
    [0, tremorPx],
    [0, -tremorPx],
  ] as const) {
    const control = controlOf(document.elementFromPoint(x + right, y + down))
    if (control !== null) around.add(control)
  }
}

/** The click of a key, also of Enter in a field, is at no place. Its coordinates are those of a control that is gone. */
const isByKey = (event: Event): boolean => event instanceof PointerEvent && event.pointerId === -1

const isInside = ({ clientX, clientY }: MouseEvent, element: Element): boolean => {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom
}

/** Its presses neither reach it nor what lies beneath it, such as its row. */
const restControl = (control: HTMLElement): void => {
  const { parentElement: parent } = control
  if (parent === null || resting.has(control)) return
  resting.add(control)
  control.dataset['resting'] = ''
  const take = (event: Event): void => {
    if (!event.isTrusted || isByKey(event)) return
    if (!(event instanceof MouseEvent) || !isInside(event, control)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (event.type === 'pointerdown') rest.press(event.timeStamp)
  }
  const rest = startRest(() => {
    for (const name of presses) parent.removeEventListener(name, take, { capture: true })
    around.add(control)
    delete control.dataset['resting']
    resting.delete(control)
  })
  for (const name of presses) parent.addEventListener(name, take, { capture: true })
}

const moveTo = (x: number, y: number, target: EventTarget | null): void => {
  pointer = { x, y, pressedAt: Number.NEGATIVE_INFINITY }
  around = only(controlOf(target))
}

/** The browser also reports what came under a pointer that did not move, before a press there at the latest. */
const onOver = (event: PointerEvent): void => {
  if (!event.isTrusted) return
  const { clientX: x, clientY: y, timeStamp: at, target } = event
  const hasPressed = at - pointer.pressedAt < handMs
  const hasMoved = Math.hypot(x - pointer.x, y - pointer.y) > (hasPressed ? tremorPx : 0)
  if (hasMoved || Number.isNaN(pointer.x)) {
    moveTo(x, y, target)
    return
  }
  const control = controlOf(target, hasPressed ? controls : buttons)
  if (control !== null && !around.has(control)) restControl(control)
}
const onMove = ({ clientX: x, clientY: y, isTrusted, target }: PointerEvent): void => {
  if (isTrusted && !(Math.hypot(x - pointer.x, y - pointer.y) <= tremorPx)) moveTo(x, y, target)
}
const onDown = ({ clientX: x, clientY: y, timeStamp, isTrusted }: PointerEvent): void => {
  if (!isTrusted) return
  pointer = { x, y, pressedAt: timeStamp }
  lookAround()
}

/** Lets controls rest that appear or move under the pointer, and takes presses that come late from a rest of the page. */
export const watchPointer = (): void => {
  const quietly = { capture: true, passive: true }
  for (const name of presses) document.addEventListener(name, takeLatePress, { capture: true })
  document.addEventListener('pointerover', onOver, quietly)
  document.addEventListener('pointermove', onMove, quietly)
  document.addEventListener('pointerdown', onDown, quietly)
}

let pageRest: Rest | null = null
/** When the last rest of the page ended, in the time of events. */
let pageRestedUntil = Number.NEGATIVE_INFINITY
let isLatePress = false

/** A frozen window receives a press after the end of the rest, though it was made before. */
const takeLatePress = (event: MouseEvent): void => {
  if (!event.isTrusted || isByKey(event)) return
  const { type, timeStamp } = event
  if (type === 'pointerdown') isLatePress = timeStamp < pageRestedUntil
  if (!isLatePress) return
  event.preventDefault()
  event.stopImmediatePropagation()
  if (type === 'pointerdown') pageRestedUntil = Math.max(pageRestedUntil, timeStamp + seriesMs)
}

/** What lies beneath a dialog that closes takes no press of the mouse for a moment (base.css). */
export const restPagePointer = (): void => {
  const { documentElement: root } = document
  const onPress = ({ timeStamp }: PointerEvent): void => rest.press(timeStamp)
  const rest = startRest(() => {
    root.removeEventListener('pointerdown', onPress, { capture: true })
    if (pageRest !== rest) return
    pageRest = null
    pageRestedUntil = performance.now()
    delete root.dataset['resting']
    lookAround()
  })
  pageRest = rest
  root.dataset['resting'] = ''
  root.addEventListener('pointerdown', onPress, { capture: true, passive: true })
}

/**
 * For a dialog that opens: whether a press beside it belongs to the series that opened it. The rest begins when it is
 * shown, which takes a slow computer a while.
 */
export const createOpeningRest = (): ((event: MouseEvent) => boolean) => {
  let isResting = true
  let rest: Rest | null = null
  requestAnimationFrame(() => (rest = startRest(() => (isResting = false))))
  return ({ isTrusted, timeStamp }) => {
    if (!isResting || !isTrusted) return false
    rest?.press(timeStamp)
    return true
  }
}
