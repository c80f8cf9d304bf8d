// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import type { ChangeAction, ChangeState } from '#shared/model/change'
import { createTexts } from '../../../src-renderer/i18n/i18n'
import { en } from '../../../src-renderer/i18n/messages'
import { zh } from '../../../src-renderer/i18n/chinese'
import OutcomeWord from '../../../src-renderer/ui/OutcomeWord.vue'

const actions = Object.keys(en.words.outcome) as ChangeAction[]
const messages = { en, zh } as const

describe.each(['en', 'zh'] as const)('the word for a change in %s', (language) => {
  const wordOf = (action: ChangeAction, state: ChangeState): string => {
    const word = mount(OutcomeWord, {
      props: { entry: { action, state } },
      global: { plugins: [createTexts(language, messages[language])] },
    })
    const text = word.text()
    word.unmount()
    return text
  }

  it.each(actions)('says of one that waits that it has not left, of %s', (action) => {
    expect(wordOf(action, 'intent')).toBe(language === 'en' ? 'Not sent yet' : '尚未发出')
  })

  it.each(actions)('has a word of its own for each state, of %s', (action) => {
    const states = ['intent', 'sent', 'done', 'failed', 'not-sent', 'unknown'] as const
    expect(new Set(states.map((state) => wordOf(action, state))).size).toBe(states.length)
  })
})
