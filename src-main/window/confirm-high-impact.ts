import { dialog } from 'electron'
import type { BrowserWindow } from 'electron'
import { groupShellNumber } from '#shared/model/shell-number'
import type { ConfirmHighImpact, HighImpact } from '../desk/high-impact'

interface Question {
  readonly message: string
  readonly detail: string
  readonly yes: string
}

const english = (what: HighImpact): Question => {
  const verb = what.action === 'disable' ? 'Disable' : 'Enable'
  const becomes = what.action === 'disable' ? 'will stop working' : 'will work again'
  const as = `As ${what.operatorIdentity}.`
  switch (what.kind) {
    case 'one-more':
      return {
        message: `${what.rowsLately} locks were changed here in the last ten minutes.`,
        detail: `${verb} ${groupShellNumber(what.number)} as well, and up to 49 more? ${as}`,
        yes: verb,
      }
    case 'job': {
      const customers = what.enterprises === 1 ? '1 customer' : `${what.enterprises} customers`
      const of = what.enterprises === 0 ? '' : ` of ${customers}`
      return { message: `${what.rows} locks${of} ${becomes}.`, detail: as, yes: `${verb} ${what.rows} locks` }
    }
    case 'arm':
      return {
        message: `Every lock you plug in or scan from now on ${becomes} at once, without another question.`,
        detail: `It ends with Esc, or after a minute without a lock. ${as}`,
        yes: `${verb} one after another`,
      }
  }
}

const chinese = (what: HighImpact): Question => {
  const verb = what.action === 'disable' ? '禁用' : '启用'
  const as = `操作人：${what.operatorIdentity}。`
  switch (what.kind) {
    case 'one-more':
      return {
        message: `最近十分钟内，本机已更改 ${what.rowsLately} 把加密锁。`,
        detail: `继续${verb} ${groupShellNumber(what.number)}，以及随后最多 49 把？${as}`,
        yes: verb,
      }
    case 'job': {
      const of = what.enterprises === 0 ? '' : `${what.enterprises} 家客户的 `
      const becomes = what.action === 'disable' ? '将停止工作' : '将恢复使用'
      return { message: `${of}${what.rows} 把加密锁${becomes}。`, detail: as, yes: `${verb} ${what.rows} 把` }
    }
    case 'arm':
      return {
        message: `接下来插入或扫描的每一把加密锁都会立即${verb}，不再逐一询问。`,
        detail: `按 Esc，或一分钟没有加密锁，即结束。${as}`,
        yes: `逐把${verb}`,
      }
  }
}

const cancel = { en: 'Cancel', zh: '取消' }

/** Asks in a dialog of the system's own, which no page can answer. Refusing is the default. */
export const confirmHighImpact =
  (window: () => BrowserWindow | null, language: () => 'en' | 'zh'): ConfirmHighImpact =>
  async (what) => {
    const { message, detail, yes } = language() === 'zh' ? chinese(what) : english(what)
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
