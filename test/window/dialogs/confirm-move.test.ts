import { describe, expect, it } from 'vitest'
import { confirmMove } from '../../../src-main/window/dialogs/confirm-move'

interface Shown {
  readonly message: string
  readonly detail: string
  readonly buttons: readonly string[]
  readonly defaultId: number
  readonly cancelId: number
}

const ask = async (
  language: 'en' | 'zh',
  response: number,
  queued = 0,
  unfinishedJobs = 0,
  from = 'https://old.example',
) => {
  const shown: Shown[] = []
  const showMessageBox = (options: Shown) => {
    shown.push(options)
    return Promise.resolve({ response, checkboxChecked: false })
  }
  const answer = await confirmMove({
    dialog: { showMessageBox } as never,
    window: () => null,
    language: () => language,
  })({
    from,
    to: 'https://new.example',
    data: { enterprises: 2, queued, unfinishedJobs, hasHistory: true },
  })
  return { answer, question: shown[0] }
}

describe('the question about the data of a platform that moves', () => {
  it('is answered by its buttons, and closing it is no answer', async () => {
    const answers = await Promise.all([0, 1, 2].map(async (at) => (await ask('en', at)).answer))
    expect(answers).toEqual(['move', 'separate', null])
    expect((await ask('en', 0)).question).toMatchObject({ defaultId: 1, cancelId: 2 })
  })

  it('shows an address of an earlier version without reordering it', async () => {
    const { question } = await ask('en', 0, 0, 0, 'https://old.example/\u202elive.exe')
    expect(question?.detail).toContain('https://old.example/%E2%80%AElive.exe')
  })

  it.each([
    ['en', '3 queued changes and 1 unfinished job can then be sent there.'],
    ['zh', '3 项排队操作和 1 个未完成任务可发送到新地址。'],
  ] as const)('says in %s where from, where to, and what may be sent there', async (language, waiting) => {
    const { question } = await ask(language, 0, 3, 1)
    for (const part of ['https://old.example', 'https://new.example', waiting]) {
      expect(question?.detail).toContain(part)
    }
    expect((await ask(language, 0)).question?.detail).not.toContain(waiting.slice(-8))
  })
})
