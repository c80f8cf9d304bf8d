import { ref } from 'vue'
import { groupShellNumber } from '#shared/model/locks/shell-number'
import { currentScanTarget } from '../../actions/scan-target'
import type { Page } from '../../actions/pages'
import { usePerform } from '../../actions/use-perform'
import { command } from '../../bridge'
import { useDeskStore } from '../../entities/lock/desk-store'
import { useOpenedStore } from '../../entities/lock/opened-store'
import { useOperatorsStore } from '../../entities/operator/operators-store'
import { useLookUp } from '../../entities/lock/use-look-up'
import { fileOfOrderCode, isOrderCode } from '../../entities/work-order/order-code'
import { useContinuousStore } from '../../features/lock-desk/continuous/continuous-store'
import { focusDeskInput } from '../../features/lock-desk/focus-desk-input'
import { useDeskNumber } from '../../features/lock-desk/use-desk-number'
import { mayBeNumber } from '../../features/palette/use-lock-search'
import { usePaletteStore } from '../../features/palette/palette-store'
import { useWorkOrderStore } from '../../features/work-orders/work-order-store'
import { useTexts } from '../../i18n/use-texts'
import { useAppStore } from '../../stores/app-store'
import { useSoundStore } from '../../stores/sound-store'
import { announce } from '../../ui/feedback/announcer'
import { closeMenus, hasOverlay, openDialog } from '../actions/use-window-keys'
import type { ScannedCode } from './scanned-code'
import { useEnterBeforeScan } from './use-enter-before-scan'
import { useScanner } from './use-scanner'
import type { RejectedScan } from './use-scanner'

/** A text longer than this is no number, and the notice has one line. */
const maxShown = 40

const shownText = ({ text }: ScannedCode): string => {
  const shown = groupShellNumber(text)
  return shown.length > maxShown ? `${shown.slice(0, maxShown)}…` : shown
}

/** Brings each scan to the place that is open, and says why one is not used. */
export const useScans = (deps: { readonly isDesk: () => boolean; readonly go: (page: Page) => void }) => {
  const app = useAppStore()
  const continuous = useContinuousStore()
  const desk = useDeskStore()
  const opened = useOpenedStore()
  const palette = usePaletteStore()
  const workOrder = useWorkOrderStore()
  const sound = useSoundStore()
  const operators = useOperatorsStore()
  const handleNumber = useDeskNumber()
  const lookUp = useLookUp()
  const perform = usePerform()
  const { t } = useTexts()

  const notice = ref({ text: '', turn: 0 })
  const show = (text: string): void => {
    notice.value = { text, turn: notice.value.turn + 1 }
    announce(text, 'assertive')
  }
  const reject = (text: string): void => {
    show(text)
    sound.play('attention')
  }
  const clearNotice = (): void => void (notice.value = { ...notice.value, text: '' })
  /** Once no dialog is open any more, the notice no longer says to close it. */
  const replaceNotice = (text: string): void => {
    const { turn } = notice.value
    const onClose = (): void => {
      const dialog = openDialog()
      if (dialog !== null) dialog.addEventListener('close', onClose, { once: true })
      else if (notice.value.turn === turn && notice.value.text !== '') notice.value = { text, turn }
    }
    onClose()
  }
  const numberOf = (code: ScannedCode): string =>
    code.kind === 'order' ? t('workOrders.paper.code') : shownText(code)
  const rejectionText = (scan: RejectedScan): string => {
    if (scan.because === 'conflict') {
      const [one, other] = scan.readings
      return t('actions.scan.conflict', { one: groupShellNumber(one), other: groupShellNumber(other) })
    }
    if (scan.because === 'incomplete' || scan.because === 'glued') return t(`actions.scan.${scan.because}`)
    const number = numberOf(scan.code)
    if (scan.because === 'field') return t('actions.scan.field', { number })
    return scan.because === 'busy'
      ? t(operators.locked ? 'actions.scanRejectedLocked' : 'actions.scanRejected', { number })
      : t('actions.scan.other', { text: number })
  }

  /** The whole file of a work order, scanned from paper. */
  const openOrder = async (text: string): Promise<void> => {
    // A scan into the desk's field types the code there.
    desk.typed = ''
    const file = await fileOfOrderCode(text)
    if (file === null) {
      reject(t('workOrders.paper.damaged'))
      return
    }
    deps.go('work-orders')
    await workOrder.open(t('workOrders.paper.code'), file)
  }
  const isListed = async (text: string): Promise<boolean> => {
    const outcome = await command('locks/look-up', { number: text, freshness: 'known' })
    return outcome.ok && (outcome.value.state === 'found' || outcome.value.state === 'ambiguous')
  }
  const takeOnDesk = (text: string): void => {
    if (!continuous.isActive) deps.go('desk')
    handleNumber(text)
    focusDeskInput()
  }
  /** The product code on the label of a lock does not replace the lock that is open. */
  const takeOther = async (code: ScannedCode): Promise<void> => {
    const before = opened.opened
    const isKnown = before === null || (await isListed(code.text))
    // Another lock may have been opened meanwhile, or none be open any more.
    if (isKnown && opened.opened === before) {
      takeOnDesk(code.text)
      return
    }
    if (opened.opened !== null) desk.typed = opened.opened.typed
    reject(rejectionText({ because: 'other', code }))
  }

  const take = (code: ScannedCode): void => {
    const { text } = code
    clearNotice()
    closeMenus()
    const wasInPalette = palette.isOpen
    palette.close()
    const takeScan = wasInPalette ? null : currentScanTarget()
    if (continuous.isActive) takeOnDesk(text)
    else if (code.kind === 'order' && !app.isPageHidden('work-orders')) void openOrder(text)
    else if (takeScan !== null) takeScan(text)
    else if (code.kind === 'other' && (wasInPalette || desk.change === null)) void takeOther(code)
    else if (wasInPalette) lookUp(text)
    else takeOnDesk(text)
  }

  let hasSaidNoEnd = false
  useEnterBeforeScan()
  useScanner({
    // The palette accepts scans; any other dialog must be closed first.
    isBusy: () => !palette.isOpen && openDialog() !== null,
    claimsFields: () => !palette.isOpen && (hasOverlay() || currentScanTarget() !== null),
    isCode: (text) => !palette.isOpen || mayBeNumber(text) || isOrderCode(text),
    hasCommand: () => palette.hasLockCommand,
    onRejected: (scan) => {
      reject(rejectionText(scan))
      if (scan.because === 'busy')
        replaceNotice(t('actions.scanRejectedBefore', { number: numberOf(scan.code) }))
    },
    onScan: take,
    onDigit: () => {
      if (deps.isDesk() && !hasOverlay()) void perform('type-number')
    },
    onNoEnd: () => {
      if (!hasSaidNoEnd) show(t('actions.scan.noEnd'))
      hasSaidNoEnd = true
    },
  })

  return { notice, clearNotice }
}
