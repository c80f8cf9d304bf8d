// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import ChangeDialog from '../../../../src-renderer/features/lock-desk/ChangeDialog.vue'
import { askChange, requestOf } from '../../../../src-renderer/features/lock-desk/asked-change'
import { draw } from '../../support/draw'
import { hour, licences, record } from '../../support/samples'

const now = Date.now()
const number = '8000000017'
const about = { plugId: 'plug-1', isStale: false }
const dialog = (props: Record<string, unknown>) =>
  draw(ChangeDialog, {
    asked: askChange('disable', number, record(number, now, { assetNum: `LD${number}` }), about),
    licences: { state: 'ready', licences: licences(now) },
    operator: 'Li Wei',
    ...props,
  })

describe('the confirmation', () => {
  it('repeats the facts: number, enterprise, holder, what stops working, as whom', () => {
    const text = dialog({}).text()
    for (const fact of [
      '8000000017',
      'LD8000000017',
      'North Bridge',
      'Chen Yu',
      'Steel Take-off',
      'Li Wei',
    ]) {
      expect(text).toContain(fact)
    }
    expect(text).not.toContain('Are you sure')
  })

  it('confirms as the operator', async () => {
    const drawn = dialog({})
    await drawn.get('form').trigger('submit')
    expect(drawn.emitted('confirm')).toEqual([['Li Wei']])
  })

  it('does not confirm without an operator', async () => {
    const drawn = dialog({ operator: '' })
    await drawn.get('form').trigger('submit')
    expect(drawn.emitted('confirm')).toBeUndefined()
    await drawn.get('[data-testid=confirm-operator-field]').setValue(' 李伟 ')
    await drawn.get('form').trigger('submit')
    expect(drawn.emitted('confirm')).toEqual([['李伟']])
  })

  it('warns about a type that the platform may refuse, and bars nothing', () => {
    const unrecoverable = record(number, now, { licenseType: 'normal_unrecover_usbkey' })
    const drawn = dialog({ asked: askChange('disable', number, unrecoverable, about) })
    expect(drawn.get('[data-testid=type-warning]').text()).toContain('Standalone lock, no re-issue')
    expect(drawn.get('[data-testid=confirm]').attributes('disabled')).toBeUndefined()
  })

  it('does not warn about a re-issuable lock, or about a type added since', () => {
    expect(dialog({}).find('[data-testid=type-warning]').exists()).toBe(false)
    const added = record(number, now, { licenseType: 'brand_new_key' })
    const drawn = dialog({ asked: askChange('disable', number, added, about) })
    expect(drawn.find('[data-testid=type-warning]').exists()).toBe(false)
  })

  it('says what is sent where there is no record, and how old a record is', () => {
    expect(dialog({ asked: askChange('enable', number, null, about) }).text()).toContain(
      'exactly this number',
    )
    const stale = record(number, now, { readAt: now - 3 * hour })
    const asked = askChange('enable', number, stale, { ...about, isStale: true })
    expect(dialog({ asked }).text()).toContain('3 hours ago')
  })
})

describe('requestOf', () => {
  it('asks for the whole asset number of the record', () => {
    const asked = askChange('disable', number, record(number, now, { assetNum: `LD${number}` }), about)
    expect(requestOf(asked, 'Li Wei')).toEqual({
      action: 'disable',
      assetNum: 'LD8000000017',
      shellNumber: '8000000017',
      enterpriseGlobalId: '1846372910564738291',
      operatorIdentity: 'Li Wei',
      plugId: 'plug-1',
    })
  })

  it('asks for the bare digits where there is no record', () => {
    expect(requestOf(askChange('enable', number, null, about), 'Li Wei')).toMatchObject({
      assetNum: '8000000017',
      enterpriseGlobalId: null,
    })
  })
})
