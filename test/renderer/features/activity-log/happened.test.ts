import { describe, expect, it } from 'vitest'
import { againText, happenedText } from '../../../../src-renderer/features/activity-log/happened'
import { laterChange } from '../../../../src-renderer/features/activity-log/reversal-links'
import { translatorIn } from '../../support/mount-component'
import { entry } from '../../support/samples'

const at = (time: string): number => new Date(time).getTime()
const change = (part: Parameters<typeof entry>[0], time: string) =>
  entry({ requestedAt: at(time), endedAt: at(time), ...part })

const disabled = change({ action: 'disable' }, '2026-11-26T11:26:00')
const enabled = change({ action: 'enable', operatorIdentity: 'Li Wei' }, '2026-11-26T11:27:00')

describe('an entry of a lock that was changed again', () => {
  it('says what happened and when, and what happened since', () => {
    const later = laterChange(disabled, [enabled, disabled])
    expect(later).toBe(enabled)
    const en = translatorIn('en')
    expect(happenedText(disabled, en)).toMatch(/^Disabled on Nov 26, 11:26.*\.$/)
    expect(againText(disabled, enabled, en)).toMatch(/^enabled again at 11:27.* by Li Wei$/)
    expect(againText(disabled, { ...enabled, endedAt: at('2026-11-28T09:00:00') }, en)).toContain('on Nov 28')
    expect(againText(disabled, enabled, translatorIn('zh'))).toContain('再次启用')
  })

  it('knows the latest change that was completed, of this lock alone', () => {
    const failed = change({ action: 'enable', state: 'failed' }, '2026-11-27T10:00:00')
    const other = change({ action: 'enable', key: '8000000018' }, '2026-11-27T10:00:00')
    const again = change({ action: 'disable' }, '2026-11-27T08:00:00')
    expect(laterChange(disabled, [other, failed, again, enabled, disabled])).toBe(again)
    expect(laterChange(again, [enabled, disabled, again])).toBeNull()
    expect(laterChange({ ...disabled, state: 'failed' }, [enabled])).toBeNull()
  })
})
