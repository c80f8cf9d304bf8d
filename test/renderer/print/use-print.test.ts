// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { defineComponent, h } from 'vue'
import { succeed } from '#shared/outcome'
import { usePrint } from '../../../src-renderer/print/use-print'
import { mountComponent, withBridge } from '../support/mount-component'

afterEach(() => void vi.useRealTimers())

it('a document says when it was printed, not when it was opened', async () => {
  vi.useFakeTimers({ now: 1_000 })
  let textAtPrint = ''
  withBridge({
    'window/print': () => {
      textAtPrint = document.body.textContent
      return succeed(null)
    },
  })
  let print = (): Promise<void> => Promise.resolve()
  mountComponent(
    defineComponent(() => {
      const printing = usePrint({ name: () => 'note' })
      print = () => printing.print('print')
      return () => h('p', `printed ${printing.printedAt.value}`)
    }),
    {},
  )
  expect(document.body.textContent).toContain('printed 1000')
  vi.setSystemTime(61_000)
  await print()
  expect(textAtPrint).toContain('printed 61000')
})

it('what was canceled is not printed', async () => {
  let outcome: { savedAs: string } | { canceled: true } | null = { canceled: true }
  withBridge({ 'window/print': () => succeed(outcome) })
  const onPrinted = vi.fn()
  let print: ReturnType<typeof usePrint>['print'] = () => Promise.resolve()
  mountComponent(
    defineComponent(() => {
      ;({ print } = usePrint({ name: () => 'labels', onPrinted }))
      return () => h('p')
    }),
    {},
  )
  await print('print')
  outcome = null
  await print('pdf')
  expect(onPrinted).not.toHaveBeenCalled()
  await print('print')
  outcome = { savedAs: '/labels.pdf' }
  await print('pdf')
  expect(onPrinted).toHaveBeenCalledTimes(2)
})
