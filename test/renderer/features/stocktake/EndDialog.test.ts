// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest'
import EndDialog from '../../../../src-renderer/features/stocktake/EndDialog.vue'
import { openDialogsAsBrowsers } from '../../support/browser-dialogs'
import { mountComponent, withBridge } from '../../support/mount-component'

beforeEach(openDialogsAsBrowsers)

const linesOf = (notCounted: number, lent: number): string[] => {
  withBridge({})
  const wrapper = mountComponent(EndDialog, { how: 'finish', notCounted, lent })
  const lines = wrapper.findAll('p.bold').map((line) => line.text())
  wrapper.unmount()
  return lines
}

it('counts lent locks apart from those that are not counted yet, as the page does', () => {
  expect(linesOf(683, 32)).toEqual(['683 locks are not counted yet.', 'Not counted because lent: 32.'])
  expect(linesOf(683, 0)).toEqual(['683 locks are not counted yet.'])
  expect(linesOf(0, 1)).toEqual(['Not counted because lent: 1.'])
  expect(linesOf(0, 0)).toEqual(['All locks are counted.'])
})
