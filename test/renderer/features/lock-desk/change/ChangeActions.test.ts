// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { getActivePinia } from 'pinia'
import { expect, it } from 'vitest'
import type { ChangeReason } from '#shared/model/changes/change'
import ChangeActions from '../../../../../src-renderer/features/lock-desk/change/ChangeActions.vue'
import { withBridge } from '../../../support/mount-component'
import { entry, shell } from '../../../support/samples'
import { createTexts } from '../../../support/texts'

const assetNum = 'LD8000000017'

/** The buttons of a lock whose last change ended without a result. */
const buttonsAfter = (reason: ChangeReason): string[] => {
  withBridge({})
  const drawn = mount(ChangeActions, {
    props: {
      lock: { number: '8000000017', record: null, plugId: null },
      withoutRecord: true,
      change: {
        request: {
          action: 'disable',
          assetNum,
          shellNumber: shell('8000000017'),
          enterpriseGlobalId: null,
          operatorIdentity: 'Li Wei',
          plugId: null,
        },
        requestedAt: 0,
        state: 'responded',
        entry: entry({ state: 'unknown', reason }),
      },
    },
    global: { plugins: [createTexts('en'), getActivePinia()!] },
  })
  return drawn.findAll('button').map((button) => button.text())
}

it('an unconfirmed change is checked before another one is sent', () => {
  expect(buttonsAfter({ kind: 'interrupted' })).toEqual(['Check result'])
})

it('a change that a person left unconfirmed has nothing to be checked', () => {
  const left = { kind: 'left-unknown', operatorIdentity: 'Li Wei', note: '' } as const
  expect(buttonsAfter(left)).toEqual(['Disable', 'Enable'])
})
