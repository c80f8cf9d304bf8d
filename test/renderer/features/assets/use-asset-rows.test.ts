// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { afterEach, expect, it } from 'vitest'
import { defineComponent, nextTick, ref } from 'vue'
import type { Ref } from 'vue'
import { noFilter } from '../../../../src-renderer/features/assets/asset-facets'
import type { AssetRow } from '../../../../src-renderer/features/assets/asset-facets'
import { useAssetRows } from '../../../../src-renderer/features/assets/use-asset-rows'
import { record } from '../../support/samples'
import { createTexts } from '../../support/texts'

const zone = process.env['TZ']
afterEach(() => {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
})

it('assets have the months of the new day from midnight on, in a zone where it is not at a full hour of UTC', async () => {
  process.env['TZ'] = 'Asia/Kathmandu'
  const beforeMidnight = Date.parse('2026-11-30T23:50+05:45')
  const now = ref(beforeMidnight)
  const asset = record('8000000017', beforeMidnight, { limitEnd: Date.parse('2027-11-15T12:00+05:45') })
  let rows: Readonly<Ref<readonly AssetRow[]>> | undefined
  const page = defineComponent(() => {
    rows = useAssetRows({
      records: [asset],
      columns: [],
      sort: null,
      text: '',
      filter: noFilter,
      now,
    }).rows
    return () => null
  })
  const wrapper = mount(page, { global: { plugins: [createPinia(), createTexts('en')] } })
  expect(rows?.value.map(({ end }) => end)).toEqual(['later'])
  now.value = Date.parse('2026-12-01T00:05+05:45')
  await nextTick()
  expect(rows?.value.map(({ end }) => end)).toEqual(['2027-11'])
  wrapper.unmount()
})
