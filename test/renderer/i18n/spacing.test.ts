// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { defineComponent, h } from 'vue'
import { useTexts } from '../../../src-renderer/i18n/use-texts'
import type { Texts } from '../../../src-renderer/i18n/use-texts'
import { zh } from '../../../src-renderer/i18n/chinese'
import { mountComponent } from '../support/mount-component'
import { textsOf } from './support/texts-of'

const textsIn = (language: 'en' | 'zh'): Texts => {
  let texts: Texts | null = null
  const component = defineComponent(() => {
    texts = useTexts()
    return () => h('p')
  })
  mountComponent(component, {}, language)
  return texts!
}

describe('values in Chinese texts', () => {
  const { t, tn } = textsIn('zh')

  it('have a space between Chinese characters and Latin letters or digits', () => {
    expect(t('employees.add.title', { enterprise: 'North Bridge' })).toBe('为 North Bridge 添加员工')
    expect(t('employees.add.title', { enterprise: '北桥建设集团 North Bridge' })).toBe(
      '为北桥建设集团 North Bridge 添加员工',
    )
    expect(t('common.notRefreshed', { ago: '3 小时前' })).toBe('刷新失败，显示 3 小时前的数据。')
    expect(tn('employees.remove.consequence', 2, { enterprise: 'A1' })).toContain('A1 的 2 名员工')
  })

  it('stay as they were typed', () => {
    expect(t('employees.add.title', { enterprise: '临港A区' })).toBe('为临港A区添加员工')
    expect(t('common.notRefreshed', { ago: '刚刚' })).toBe('刷新失败，显示刚刚的数据。')
    expect(t('diagnose.finding.clock-ok', { off: '262 毫秒' })).toBe('与平台时钟相差 262 毫秒以内。')
  })
})

describe('Chinese texts', () => {
  const texts = textsOf(zh)

  it('have a space between Chinese characters and Latin letters or digits, but in dates', () => {
    const close = texts.filter(([, text]) =>
      /\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Script=Han}/u.test(text.replace(/\d+年\d+月\d+日/g, '')),
    )
    expect(close).toEqual([])
  })

  it('have no space of their own at a name: it is added where the name has Latin letters', () => {
    const spaced = texts.filter(([key, text]) => {
      // Names of files and products are set off, as in labels.
      if (/file|saved|imported|failed|package|contents/i.test(key)) return false
      return /\p{Script=Han} \{(?:name|operator|signer)\}|\{(?:name|operator|signer)\} \p{Script=Han}/u.test(
        text,
      )
    })
    expect(spaced).toEqual([])
  })

  it('begin and end with no space: the space around a value is added where it is set in', () => {
    expect(texts.filter(([, text]) => text !== text.trim())).toEqual([])
  })
})

describe('values in English texts', () => {
  it('have no space added', () => {
    expect(textsIn('en').t('employees.add.title', { enterprise: '北桥' })).toBe('Add employee to 北桥')
  })
})
