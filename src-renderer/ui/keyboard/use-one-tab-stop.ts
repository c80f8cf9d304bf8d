import { ref } from 'vue'

/** The buttons of a list as one tab stop: the arrow keys, Home and End move between them. */
export const useOneTabStop = () => {
  const current = ref(0)
  const buttonsOf = ({ currentTarget }: Event): HTMLButtonElement[] =>
    currentTarget instanceof Element ? [...currentTarget.querySelectorAll('button')] : []

  return {
    /** A list may have become shorter. */
    tabindexOf: (index: number, count: number): 0 | -1 =>
      index === Math.min(current.value, count - 1) ? 0 : -1,
    onFocus: (event: FocusEvent): void => {
      const index = buttonsOf(event).findIndex((button) => button === event.target)
      if (index >= 0) current.value = index
    },
    onKeydown: (event: KeyboardEvent): void => {
      const buttons = buttonsOf(event)
      const here = buttons.findIndex((button) => button === event.target)
      const last = buttons.length - 1
      const steps: Readonly<Partial<Record<string, number>>> = {
        ArrowRight: Math.min(here + 1, last),
        ArrowDown: Math.min(here + 1, last),
        ArrowLeft: Math.max(here - 1, 0),
        ArrowUp: Math.max(here - 1, 0),
        Home: 0,
        End: last,
      }
      const to = steps[event.key]
      if (to === undefined || here === -1) return
      event.preventDefault()
      buttons[to]?.focus()
    },
  }
}
