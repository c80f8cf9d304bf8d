// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import type { CommandInput } from '#shared/bridge/commands'
import type { KnownRequest, LearnState } from '#shared/model/locks/learned-model'
import { succeed } from '#shared/outcome'
import { useLearnStore } from '../../../../src-renderer/features/devices/learn/learn-store'
import { withBridge } from '../../support/mount-component'
import { shell } from '../../support/samples'

const request: KnownRequest = {
  profile: { en: 'Mine', zh: '我的' },
  isFeature: false,
  reportId: 0,
  length: 2,
  bytes: '5052',
}
const without: LearnState = {
  model: null,
  locks: [],
  result: null,
  canSave: false,
  requests: [],
  isAsking: false,
}

it('a lock is added without requests once a removed number leaves none to send', async () => {
  const added: CommandInput<'learn/add'>[] = []
  withBridge({
    'learn/state': () => succeed({ ...without, result: { state: 'none' }, requests: [request] }),
    'learn/remove': () => succeed(without),
    'learn/add': (input) => {
      added.push(input)
      return succeed({ state: 'added', learning: without })
    },
  })
  const learn = useLearnStore()
  await learn.open()
  learn.wantsRequests = true
  expect(learn.asks).toBe(true)
  await learn.remove(shell('8000000017'))
  await learn.add('0001', shell('8000000018'))
  expect(added).toEqual([{ deviceId: '0001', number: '8000000018', asks: false }])
})
