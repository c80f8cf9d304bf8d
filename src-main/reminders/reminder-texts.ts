import type { Job } from '#shared/model/changes/job'
import { words as wordsEn } from '#shared/texts/words-en'
import type { Words } from '#shared/texts/words-en'
import { words as wordsZh } from '#shared/texts/words-zh'

// Texts of notifications. They are shown on a locked screen too, so they have counts only: no name, no number.

export interface ReminderText {
  readonly title: string
  readonly body: string
}

const count = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`

interface Texts {
  readonly training: (title: string) => string
  readonly loans: (today: number, overdue: number) => ReminderText
  readonly ended: (counts: Job['counts']) => ReminderText
  readonly waiting: ReminderText
  readonly locked: ReminderText
  readonly notWritable: ReminderText
  readonly stopped: ReminderText
  readonly held: (changes: number) => ReminderText
}

const listedResults = ['done', 'failed', 'not-sent', 'unknown'] as const

const listCounts = (
  counts: Job['counts'],
  {
    words,
    separator,
    colon,
  }: { readonly words: Words['result']; readonly separator: string; readonly colon: string },
): string =>
  listedResults
    .flatMap((state) => (counts[state] === 0 ? [] : [`${words[state]}${colon} ${counts[state]}`]))
    .join(separator)

const en: Texts = {
  training: (title) => `Training: ${title}`,
  loans: (today, overdue) => ({
    title: 'Loans',
    body: [
      ...(today === 0 ? [] : [`${count(today, 'loan is', 'loans are')} due today.`]),
      ...(overdue === 0 ? [] : [`${count(overdue, 'loan is', 'loans are')} overdue.`]),
    ].join(' '),
  }),
  ended: (counts) => ({
    title: 'Job ended',
    body: listCounts(counts, { words: wordsEn.result, separator: ', ', colon: ':' }),
  }),
  waiting: { title: 'Job paused', body: 'It continues when the platform responds.' },
  locked: { title: 'Job paused', body: 'Its passwords can’t be read. Open Lock Desk to continue.' },
  notWritable: { title: 'Job paused', body: 'The activity log can’t be written. Open Lock Desk.' },
  stopped: { title: 'Job stopped', body: 'Rows failed. Open Lock Desk to stop or continue it.' },
  held: (changes) => ({
    title: 'Offline queue',
    body: `${count(changes, 'change needs', 'changes need')} a decision.`,
  }),
}

const zh: Texts = {
  training: (title) => `培训模式：${title}`,
  loans: (today, overdue) => ({
    title: '借出单',
    body: [
      ...(today === 0 ? [] : [`${today} 个借出单今天到期。`]),
      ...(overdue === 0 ? [] : [`${overdue} 个借出单已逾期。`]),
    ].join(''),
  }),
  ended: (counts) => ({
    title: '任务已结束',
    body: listCounts(counts, { words: wordsZh.result, separator: '，', colon: '' }),
  }),
  waiting: { title: '任务已暂停', body: '授权平台响应后自动继续。' },
  locked: { title: '任务已暂停', body: '无法读取密码，请打开程序继续。' },
  notWritable: { title: '任务已暂停', body: '无法写入操作日志，请打开程序。' },
  stopped: { title: '任务已停止', body: '有操作失败。请打开 Lock Desk 停止或继续。' },
  held: (changes) => ({ title: '离线队列', body: `${changes} 项变更需要处理。` }),
}

export const reminderTexts: Readonly<Record<'en' | 'zh', Texts>> = { en, zh }
