import type { BrowserWindow, Dialog } from 'electron'
import type { ConfirmHighImpact } from '../../changes/high-impact-gate'
import { confirmationInChinese } from './high-impact-zh'
import { confirmationInEnglish } from './high-impact-en'
import type { ConfirmationText } from './high-impact-en'
import { sanitizeImpact } from './sanitize-impact'
import { sendingConfirmation } from './sending-confirmation'
import type { ConfirmSending } from './sending-confirmation'

type MessageBoxes = Pick<Dialog, 'showMessageBox'>

const cancel = { en: 'Cancel', zh: '取消' }

/** Asks in a system dialog, which a page cannot answer. Declining is the default. */
const showConfirmation = async (
  dialog: MessageBoxes,
  { message, detail, yes }: ConfirmationText,
  window: () => BrowserWindow | null,
  language: 'en' | 'zh',
): Promise<boolean> => {
  const options = {
    type: 'warning' as const,
    message,
    detail,
    buttons: [yes, cancel[language]],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  }
  const parent = window()
  const { response } =
    parent === null ? await dialog.showMessageBox(options) : await dialog.showMessageBox(parent, options)
  return response === 0
}

export const confirmHighImpact =
  (
    dialog: MessageBoxes,
    window: () => BrowserWindow | null,
    language: () => 'en' | 'zh',
  ): ConfirmHighImpact =>
  (request) => {
    const impact = sanitizeImpact(request)
    const texts = language() === 'zh' ? confirmationInChinese(impact) : confirmationInEnglish(impact)
    return showConfirmation(dialog, texts, window, language())
  }

export const confirmSending =
  (dialog: MessageBoxes, window: () => BrowserWindow | null, language: () => 'en' | 'zh'): ConfirmSending =>
  (request) =>
    showConfirmation(dialog, sendingConfirmation(request, language()), window, language())
