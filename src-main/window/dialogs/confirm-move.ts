import type { ConfirmMove, PlatformData } from '../../saved-platforms/platform-data'
import { ask } from './ask'
import type { AskDeps } from './ask'
import { addressText, joinTexts, joinLines, text as template } from './dialog-text'
import type { DialogText } from './dialog-text'

const counted = (count: number, one: DialogText, many: DialogText): DialogText =>
  template`${count} ${count === 1 ? one : many}`

/** What can be sent to the new address, or null if nothing waits. */
const waitingInEnglish = ({ queued, unfinishedJobs }: PlatformData): DialogText | null => {
  const parts = [
    ...(queued > 0 ? [counted(queued, template`queued change`, template`queued changes`)] : []),
    ...(unfinishedJobs > 0
      ? [counted(unfinishedJobs, template`unfinished job`, template`unfinished jobs`)]
      : []),
  ]
  return parts.length === 0 ? null : template`${joinTexts(parts, template` and `)} can then be sent there.`
}
const waitingInChinese = ({ queued, unfinishedJobs }: PlatformData): DialogText | null => {
  const parts = [
    ...(queued > 0 ? [template`${queued} 项排队操作`] : []),
    ...(unfinishedJobs > 0 ? [template`${unfinishedJobs} 个未完成任务`] : []),
  ]
  return parts.length === 0 ? null : template`${joinTexts(parts, template`和 `)}可发送到新地址。`
}

const texts = {
  en: {
    message: template`Move data to the new address?`,
    from: template`Former address`,
    to: template`New address`,
    colon: template`: `,
    gap: template` `,
    waiting: waitingInEnglish,
    move: template`Move data: the queue, enterprises, loans and log entries belong to the new address.`,
    separate: template`Keep separate: they stay on this computer for the former address. Nothing is deleted.`,
    buttons: [template`Move data`, template`Keep separate`, template`Cancel`],
  },
  zh: {
    message: template`是否将数据移到新地址？`,
    from: template`原地址`,
    to: template`新地址`,
    colon: template`：`,
    gap: template``,
    waiting: waitingInChinese,
    move: template`移动数据：队列、企业、借出单和日志归入新地址。`,
    separate: template`分开保存：数据保留在本机的原地址下，不会删除。`,
    buttons: [template`移动数据`, template`分开保存`, template`取消`],
  },
} as const

const choices = ['move', 'separate', null] as const

/**
 * Asks in a system dialog, because moved changes can be sent to the new address. Keeping the data separate is the
 * default.
 */
export const confirmMove =
  (deps: AskDeps): ConfirmMove =>
  async ({ from, to, data }) => {
    const text = texts[deps.language()]
    const waiting = text.waiting(data)
    const response = await ask(deps, {
      type: 'question',
      message: text.message,
      detail: joinLines(
        template`${text.from}${text.colon}${addressText(from)}`,
        template`${text.to}${text.colon}${addressText(to)}`,
        template``,
        waiting === null ? text.move : template`${text.move}${text.gap}${waiting}`,
        text.separate,
      ),
      buttons: text.buttons,
      defaultId: 1,
      cancelId: 2,
    })
    return choices[response] ?? null
  }
