// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import type { ChangeRequest } from '#shared/model/change'
import { fail, succeed } from '#shared/outcome'
import { useChangesStore } from '../../../../src-renderer/features/lock-desk/changes-store'
import { useRecordsStore } from '../../../../src-renderer/features/lock-desk/records-store'
import { withBridge } from '../../support/draw'
import { entry, record, shell } from '../../support/samples'

const request: ChangeRequest = {
  action: 'disable',
  assetNum: 'LD8000000017',
  shellNumber: shell('8000000017'),
  enterpriseGlobalId: '1846372910564738291',
  operatorIdentity: 'Li Wei',
  plugId: 'plug-1',
}
const unknown = entry({ state: 'unknown', reason: { kind: 'interrupted' } })

describe('a change', () => {
  it('goes to main as it was confirmed, and reads the record again afterwards', async () => {
    const double = withBridge({
      'desk/change': () => succeed(entry()),
      'desk/look-up': () =>
        succeed({ state: 'found', record: record('8000000017', Date.now()), failure: null }),
    })
    await useRecordsStore().look('8000000017', 'known')
    await useChangesStore().ask(request)
    expect(double.given.slice(1)).toEqual([
      { name: 'desk/change', input: request },
      { name: 'desk/look-up', input: { number: '8000000017', freshness: 'fresh' } },
    ])
  })

  it('is shown by its asset number, while it is sent and after', async () => {
    withBridge({ 'desk/change': () => succeed(entry({ state: 'failed' })) })
    const changes = useChangesStore()
    const asking = changes.ask(request)
    expect(changes.of('LD8000000017')?.state).toBe('asking')
    await asking
    expect(changes.of('LD8000000017')).toMatchObject({ state: 'answered', entry: { state: 'failed' } })
    expect(changes.last).toMatchObject({ entry: { state: 'failed' } })
  })

  it('that could not be given to main is no entry', async () => {
    withBridge({ 'desk/change': () => fail({ code: 'not-saved', message: 'ENOSPC' }) })
    const changes = useChangesStore()
    await changes.ask(request)
    expect(changes.of('LD8000000017')).toMatchObject({ state: 'failed', failure: { code: 'not-saved' } })
  })

  it('that is unknown shows what looking it up found, and is not sent again', async () => {
    const double = withBridge({
      'desk/change': () => succeed(unknown),
      'desk/settle': () => succeed({ ...unknown, state: 'done', reason: { kind: 'read-back-applied' } }),
    })
    const changes = useChangesStore()
    await changes.ask(request)
    await changes.settle('LD8000000017')
    expect(changes.of('LD8000000017')).toMatchObject({ entry: { state: 'done' } })
    expect(double.given.filter(({ name }) => name === 'desk/change')).toHaveLength(1)
  })

  it('says why looking an unknown one up did not work', async () => {
    withBridge({ 'desk/change': () => succeed(unknown) })
    const changes = useChangesStore()
    await changes.ask(request)
    await changes.settle('LD8000000017')
    expect(changes.settleFailure.get('LD8000000017')?.code).toBe('internal')
    expect(changes.of('LD8000000017')).toMatchObject({ entry: { state: 'unknown' } })
  })
})
