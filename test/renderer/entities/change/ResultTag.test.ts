// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import type { ChangeAction, ChangeState } from '#shared/model/changes/change'
import { createTexts } from '../../../../src-renderer/i18n/i18n'
import { en } from '../../../../src-renderer/i18n/messages'
import { zh } from '../../../../src-renderer/i18n/chinese'
import ResultTag from '../../../../src-renderer/entities/change/ResultTag.vue'

const tones = { done: '--enabled', failed: '--danger', unknown: '--unknown' } as const
const actions = Object.keys(en.common.outcome) as ChangeAction[]
const messages = { en, zh } as const

describe.each(['en', 'zh'] as const)('ResultTag in %s', (language) => {
  const wordOf = (action: ChangeAction, state: ChangeState): string => {
    const word = mount(ResultTag, {
      props: { entry: { action, state } },
      global: { plugins: [createTexts(language, messages[language])] },
    })
    const text = word.text()
    word.unmount()
    return text
  }

  it.each(actions)('shows a waiting %s as not sent yet', (action) => {
    expect(wordOf(action, 'intent')).toBe(language === 'en' ? 'Not sent yet' : '尚未发送')
  })

  it.each(actions)('has a different text for each state of %s', (action) => {
    const states = ['intent', 'sent', 'done', 'failed', 'not-sent', 'unknown'] as const
    expect(new Set(states.map((state) => wordOf(action, state))).size).toBe(states.length)
  })

  it.each(Object.entries(tones))('has the same color for every action that is %s', (state, tone) => {
    for (const action of actions) {
      const word = mount(ResultTag, {
        props: { entry: { action, state: state as ChangeState } },
        global: { plugins: [createTexts(language, messages[language])] },
      })
      expect(word.attributes('style'), action).toContain(`var(${tone})`)
      word.unmount()
    }
  })
})
