import { keyTargetOf } from './key-press'

/** Selects the text of a field; tables handle the key before. The text of the whole window is never selected. */
const onKey = (event: KeyboardEvent): void => {
  const isSelectAll = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'a'
  if (isSelectAll && keyTargetOf(event.target) === 'control') event.preventDefault()
}
export const guardSelectAll = (): void => window.addEventListener('keydown', onKey)
