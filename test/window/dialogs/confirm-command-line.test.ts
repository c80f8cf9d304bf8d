import { describe, expect, it, vi } from 'vitest'
import { confirmCommandLine } from '../../../src-main/window/dialogs/confirm-command-line'

const shownIn = async (language: 'en' | 'zh', response: number) => {
  const showMessageBox = vi.fn((_options: { readonly detail: string }) =>
    Promise.resolve({ response, checkboxChecked: false }),
  )
  const deps = { dialog: { showMessageBox } as never, window: () => null, language: () => language }
  const isAllowed = await confirmCommandLine(deps)()
  return { isAllowed, options: showMessageBox.mock.calls[0]?.[0] }
}

/** What `refuseChanges` lets through afterwards, in the words of the dialog. */
const allowed = {
  en: [
    /disable and enable locks/,
    /work orders.*assign, withdraw and lend assets.*edit employees/,
    /sign work orders and their results/,
    /replace the key of this computer/,
    /trust other keys/,
    /withdraw trust/,
  ],
  zh: [
    /禁用和启用锁/,
    /执行工单.*分配、收回和借出资产.*编辑员工/,
    /签发工单及其结果/,
    /更换本机密钥/,
    /信任其他密钥/,
    /撤销信任/,
  ],
} as const

describe('the consent to changes by the command line', () => {
  it.each(['en', 'zh'] as const)(
    'names everything that it allows, and declines by default (%s)',
    async (language) => {
      const { isAllowed, options } = await shownIn(language, 1)
      expect(isAllowed).toBe(false)
      expect(options).toMatchObject({ type: 'warning', defaultId: 1, cancelId: 1 })
      for (const kind of allowed[language]) expect(options?.detail).toMatch(kind)
      expect((await shownIn(language, 0)).isAllowed).toBe(true)
    },
  )
})
