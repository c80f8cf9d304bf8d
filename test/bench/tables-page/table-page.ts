import { SearchX } from '@lucide/vue'
import { NConfigProvider, NInput } from 'naive-ui'
import { defineComponent, h, ref, shallowRef } from 'vue'
import type { Component } from 'vue'
import { naiveDark, naiveTheme } from '../../../src-renderer/ui/theme/naive-theme'
import { dark, light } from '../../../src-renderer/ui/theme/tokens'
import { useTexts } from '../../../src-renderer/i18n/use-texts'
import DaysLeft from '../../../src-renderer/ui/value/DaysLeft.vue'
import EmptyState from '../../../src-renderer/ui/feedback/EmptyState.vue'
import ShellNumber from '../../../src-renderer/ui/value/ShellNumber.vue'
import VirtualTable from '../../../src-renderer/ui/table/VirtualTable.vue'
import type { Selection } from '../../../src-renderer/ui/table/selection'
import type { TableColumn, TableSort } from '../../../src-renderer/ui/table/table-column'
import { useTableRows } from '../../../src-renderer/ui/table/use-table-rows'
import { searchTextOf } from './rows'
import type { Asset } from './rows'

const day = 86_400_000
const titles = {
  en: ['Lock', 'Enterprise', 'Holder', 'Type', 'Left', 'No lock fits.', 'It could not be read.'],
  zh: ['壳号', '企业', '使用人', '类型', '剩余', '没有符合的锁。', '没能读取。'],
} as const

/** A page like those of the app: a filter over a long table with numbers, states and costly cells. */
export const createTablePage = (rows: readonly Asset[], look: { isDark: boolean; state: string }) =>
  defineComponent(() => {
    const { language } = useTexts()
    const text = ref('')
    const sort = shallowRef<TableSort | null>(null)
    const selected = shallowRef<Selection>(new Set())
    const chosen = ref<string | null>(null)
    const now = Date.now()
    const words = titles[language.value]
    const columns: TableColumn<Asset>[] = [
      { key: 'number', title: words[0], width: '146px', value: ({ number }) => number },
      { key: 'enterprise', title: words[1], width: 'minmax(160px, 2fr)', value: (row) => row.enterprise },
      {
        key: 'holder',
        title: words[2],
        width: 'minmax(90px, 1fr)',
        value: ({ holder }) => holder,
        hideBelow: 620,
      },
      { key: 'type', title: words[3], width: '110px', value: ({ type }) => type, hideBelow: 760 },
      { key: 'daysLeft', title: words[4], width: '110px', align: 'end', value: (row) => row.daysLeft },
    ]
    const { shown, isWorking } = useTableRows({ rows, columns, sort, text, searchTextOf, language })

    const filter = () =>
      h(NInput, {
        value: text.value,
        style: { width: '320px' },
        inputProps: { id: 'filter', 'aria-label': words[1] },
        onUpdateValue: (typed: string) => (text.value = typed),
      })
    const table = () =>
      // `h` cannot infer the type of a generic component.
      h(
        VirtualTable as unknown as Component,
        {
          label: words[0],
          rows: shown.value,
          columns,
          rowKey: ({ number }: Asset) => number,
          state: look.state,
          busy: isWorking.value,
          chosen: chosen.value,
          selectable: true,
          selected: selected.value,
          sort: sort.value,
          'onUpdate:selected': (next: Selection) => (selected.value = next),
          'onUpdate:sort': (next: TableSort | null) => (sort.value = next),
          onChoose: (_: Asset, key: string) => (chosen.value = key),
        },
        {
          'cell-number': ({ row }: { row: Asset }) => h(ShellNumber, { number: row.number }),
          'cell-daysLeft': ({ row }: { row: Asset }) => h(DaysLeft, { end: now + row.daysLeft * day }),
          empty: () => h(EmptyState, { icon: SearchX, title: words[5] }),
          failed: () => words[6],
        },
      )
    const style = { display: 'flex', flexDirection: 'column', height: '100%' } as const
    return () =>
      h(
        NConfigProvider,
        { theme: look.isDark ? naiveDark : null, themeOverrides: naiveTheme(look.isDark ? dark : light) },
        () =>
          h('div', { style: { ...style, height: '100vh' } }, [
            h('header', { style: { padding: '16px 24px' } }, [
              filter(),
              h('span', { id: 'count', class: 'quiet' }, ` ${shown.value.length} · ${selected.value.size}`),
            ]),
            table(),
          ]),
      )
  })
