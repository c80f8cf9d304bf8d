import { shallowRef, watch } from 'vue'
import { findShellNumbers } from '#shared/model/locks/shell-number'
import { maxPasted, normalized } from '#shared/normalized'
import { numbersInLine } from '#shared/sheets/numbers-in-line'
import { useOpenPage } from '../../actions/open-page'

/**
 * Several numbers that were pasted into the search, which finds one text: it stays as it was, and the numbers are offered to
 * the list of the Desk page. Another search ends the offer.
 */
export const usePastedNumbers = (search: () => string) => {
  const openPage = useOpenPage()
  const numbers = shallowRef<readonly string[]>([])
  const clear = (): void => void (numbers.value = [])
  watch(search, clear)
  const take = (event: ClipboardEvent): void => {
    const text = event.clipboardData?.getData('text/plain') ?? ''
    const found = numbersInLine(text) ?? findShellNumbers(normalized(text, maxPasted))
    numbers.value = found.length > 1 ? found : []
    if (numbers.value.length > 0) event.preventDefault()
  }
  const openOnDesk = (): void => {
    const { value } = numbers
    clear()
    void openPage('desk', { action: null, numbers: value, reverses: null })
  }
  return { numbers, take, openOnDesk, clear }
}
