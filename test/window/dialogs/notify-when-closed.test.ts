import type { Dialog } from 'electron'
import { expect, it, vi } from 'vitest'
import { notifyWhenClosed } from '../../../src-main/window/dialogs/dialog-queue'

it('passes on requests and responses, and emits afterwards in any case', async () => {
  const order: string[] = []
  const received: unknown[] = []
  let answer: () => void = () => undefined
  const answered = new Promise<void>((done) => (answer = done))
  const dialogs = notifyWhenClosed(
    {
      showMessageBox: vi.fn(async (...args: unknown[]) => {
        received.push(...args)
        await answered
        order.push('answered')
        return { response: 1, checkboxChecked: false }
      }),
      showOpenDialog: () => Promise.reject(new Error('no dialog')),
      showSaveDialog: () => Promise.resolve({ canceled: true, filePath: '' }),
    } satisfies Pick<Dialog, 'showMessageBox' | 'showOpenDialog' | 'showSaveDialog'>,
    () => order.push('told'),
  )
  const opened = dialogs.showMessageBox({ message: 'Sure?' })
  expect(order).toEqual([])
  answer()
  expect(await opened).toEqual({ response: 1, checkboxChecked: false })
  expect(received).toEqual([{ message: 'Sure?' }])
  expect(order).toEqual(['answered', 'told'])

  await expect(dialogs.showOpenDialog({})).rejects.toThrow('no dialog')
  await dialogs.showSaveDialog({})
  expect(order).toEqual(['answered', 'told', 'told', 'told'])
})
