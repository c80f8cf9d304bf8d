import { dialog } from 'electron'
import type { BrowserWindow } from 'electron'
import type { ConfirmHighImpact } from '../desk/high-impact'
import { questionInChinese } from './high-impact-zh'
import { questionInEnglish } from './high-impact-en'
import { plainImpact } from './plain-impact'

const cancel = { en: 'Cancel', zh: '取消' }

/** Asks in a dialog of the system's own, which no page can answer. Refusing is the default. */
export const confirmHighImpact =
  (window: () => BrowserWindow | null, language: () => 'en' | 'zh'): ConfirmHighImpact =>
  async (asked) => {
    const what = plainImpact(asked)
    const { message, detail, yes } = language() === 'zh' ? questionInChinese(what) : questionInEnglish(what)
    const options = {
      type: 'warning' as const,
      message,
      detail,
      buttons: [yes, cancel[language()]],
      defaultId: 1,
      cancelId: 1,
      noLink: true,
    }
    const parent = window()
    const { response } =
      parent === null ? await dialog.showMessageBox(options) : await dialog.showMessageBox(parent, options)
    return response === 0
  }
