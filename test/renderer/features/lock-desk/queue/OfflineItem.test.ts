// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import type { StoredState } from '#shared/model/app/saved-platform'
import { useSavedPlatformsStore } from '../../../../../src-renderer/entities/platform/saved-platforms-store'
import OfflineItem from '../../../../../src-renderer/features/lock-desk/queue/OfflineItem.vue'
import { withBridge } from '../../../support/mount-component'
import { createTexts } from '../../../support/texts'

const namedWith = (order: StoredState): string => {
  withBridge({})
  useSavedPlatformsStore().list = {
    current: 'north',
    launched: null,
    environments: [
      {
        id: 'north',
        name: 'North',
        baseUrl: 'https://platform.example',
        userCentreUrl: 'https://platform.example/oauth/token',
        orderAppKey: 'desk',
        memberAppKey: null,
        userName: null,
        colour: 0,
        verified: true,
        secrets: { order, member: 'none' },
        signIn: 'none',
        timeZone: null,
      },
    ],
  }
  const item = mount(OfflineItem, {
    props: { lacks: 'credentials', checking: false },
    global: {
      plugins: [createTexts('en')],
      stubs: { DiagnoseLink: true, StatusItem: { template: '<div><slot /></div>' } },
    },
  })
  return item.find('strong').text()
}

it('credentials that are saved but locked are not called missing', () => {
  expect(namedWith('unreadable')).toBe('Credentials unreadable')
  expect(namedWith('none')).toBe('No credentials')
})
