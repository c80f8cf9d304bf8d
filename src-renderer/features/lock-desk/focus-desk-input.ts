export const deskInputId = 'desk-input'

/** Focuses the number field and selects its text, so that the next scan replaces it. */
export const focusDeskInput = (): void => {
  const input = document.getElementById(deskInputId)
  if (!(input instanceof HTMLInputElement)) return
  input.focus()
  input.select()
}
