// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { expect, it } from 'vitest'
import type { Loan } from '#shared/model/changes/loan'
import HandoverDocument from '../../../../src-renderer/features/lending/handover/HandoverDocument.vue'
import { useSignatures } from '../../../../src-renderer/print/use-signatures'
import { withBridge } from '../../support/mount-component'
import { licenses, loan } from '../../support/samples'
import { createTexts } from '../../support/texts'

const paperOf = (part: Partial<Loan>): string => {
  withBridge({})
  const signatures = useSignatures({ of: () => null, isOn: () => false, areHidden: () => false })
  const page = mount(HandoverDocument, {
    props: { loan: loan(part), licenses: licenses(0), training: false, printedAt: 0, signatures },
    global: { plugins: [createPinia(), createTexts('en')] },
  })
  return page.text()
}
const assets = [{ assetNum: 'LD8000000017', assetId: 'a-17' }]

it('says where the assets of a loan may be on another lock', () => {
  expect(paperOf({ assets, assetsFrom: 'lists' })).not.toContain('may be on another lock')
  expect(paperOf({ assets, assetsFrom: 'lists-of-several' })).toContain('may be on another lock')
})

it('has no products of a lock that is with another employee by now', () => {
  expect(paperOf({})).toContain('Structural Analysis 2026')
  const paper = paperOf({ state: 'not-listed', currentHolder: 'Zhao Min' })
  expect(paper).toContain('The lock is now assigned to Zhao Min.')
  expect(paper).not.toContain('Structural Analysis 2026')
  expect(paper).not.toContain('Couldn’t load the products')
})
