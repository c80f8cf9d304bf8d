import { visibleText } from '#shared/model/visible-text'
import type { ConfirmMove, PlatformData } from '../../environments/platform-data'
import { ask } from './ask'
import type { AskDeps } from './ask'

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

/** What can be sent to the new address, or null if nothing waits. */
const waitingInEnglish = ({ queued, unfinishedJobs }: PlatformData): string | null => {
  const parts = [
    ...(queued > 0 ? [counted(queued, 'queued change', 'queued changes')] : []),
    ...(unfinishedJobs > 0 ? [counted(unfinishedJobs, 'unfinished job', 'unfinished jobs')] : []),
  ]
  return parts.length === 0 ? null : `${parts.join(' and ')} can then be sent there.`
}
const waitingInChinese = ({ queued, unfinishedJobs }: PlatformData): string | null => {
  const parts = [
    ...(queued > 0 ? [`${queued} 项排队操作`] : []),
    ...(unfinishedJobs > 0 ? [`${unfinishedJobs} 个未完成任务`] : []),
  ]
  return parts.length === 0 ? null : `${parts.join('和 ')}可发送到新地址。`
}

const texts = {
  en: {
    message: 'Move data to the new address?',
    from: 'Former address',
    to: 'New address',
    colon: ': ',
    gap: ' ',
    waiting: waitingInEnglish,
    move: 'Move data: the queue, enterprises, loans and log entries belong to the new address.',
    separate: 'Keep separate: they stay on this computer for the former address. Nothing is deleted.',
    buttons: ['Move data', 'Keep separate', 'Cancel'],
  },
  zh: {
    message: '是否将数据移到新地址？',
    from: '原地址',
    to: '新地址',
    colon: '：',
    gap: '',
    waiting: waitingInChinese,
    move: '移动数据：队列、企业、借出单和日志归入新地址。',
    separate: '分开保存：数据保留在本机的原地址下，不会删除。',
    buttons: ['移动数据', '分开保存', '取消'],
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
      detail: [
        `${text.from}${text.colon}${visibleText(from)}`,
        `${text.to}${text.colon}${visibleText(to)}`,
        '',
        waiting === null ? text.move : `${text.move}${text.gap}${waiting}`,
        text.separate,
      ].join('\n'),
      buttons: [...text.buttons],
      defaultId: 1,
      cancelId: 2,
    })
    return choices[response] ?? null
  }
