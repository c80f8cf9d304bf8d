export const deskInputId = 'desk-input'

/** The cursor back into the input bar, what stands there selected, so that the next scan replaces it. */
export const focusDeskInput = (): void => {
  const input = document.getElementById(deskInputId)
  if (!(input instanceof HTMLInputElement)) return
  input.focus()
  input.select()
}
