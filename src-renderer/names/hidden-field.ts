import { watch } from 'vue'
import type { ObjectDirective } from 'vue'
import { namesAreHidden } from './names-hidden'
import { shownText } from './shown-name'

type Field = HTMLInputElement | HTMLTextAreaElement

interface State {
  readonly stop: () => void
  readonly follow: () => void
  /** The field's own type while its text is dots. */
  type: string | null
}
const states = new WeakMap<HTMLElement, State>()

const fieldIn = (element: HTMLElement): Field | null =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
    ? element
    : element.querySelector<Field>('input, textarea')

/** A field in use keeps its type, because input methods need it. */
const follow = (element: HTMLElement): void => {
  const [field, state] = [fieldIn(element), states.get(element)]
  if (field === null || state === undefined) return
  const isHidden = shownText(field.value) !== field.value
  field.classList.toggle('hidden-name', isHidden)
  if (!(field instanceof HTMLInputElement)) return
  if (isHidden && field.type !== 'password') state.type ??= field.type
  if (state.type === null) return
  field.type = isHidden && document.activeElement !== field ? 'password' : state.type
  if (!isHidden) state.type = null
}

/** On a field, or a part with one: dots in place of a text with a name while names are hidden. */
export const vHiddenField: ObjectDirective<HTMLElement> = {
  mounted: (element) => {
    const followOwn = (): void => follow(element)
    states.set(element, {
      // The text is searched again when a name becomes known.
      stop: watch([namesAreHidden, () => shownText(fieldIn(element)?.value ?? '')], followOwn, {
        flush: 'post',
      }),
      follow: followOwn,
      type: null,
    })
    for (const event of ['focusin', 'focusout', 'input']) element.addEventListener(event, followOwn)
    followOwn()
  },
  updated: follow,
  beforeUnmount: (element) => states.get(element)?.stop(),
}
