// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { actionIds, actions } from '../../../../src-renderer/app/actions/action-table'
import { capsOf, isPress, keyOf } from '../../../../src-renderer/app/actions/keys'
import type { Key } from '../../../../src-renderer/app/actions/keys'
import { pageActions } from '../../../../src-renderer/app/actions/page-actions'
import { pageNames } from '../../../../src-renderer/app/pages'

const press = (told: KeyboardEventInit) => new KeyboardEvent('keydown', told)

describe('a key that was pressed', () => {
  it('is the letter it makes, wherever that stands on the keyboard', () => {
    // On a French keyboard A is where Q stands here.
    expect(keyOf({ key: 'a', code: 'KeyQ' })).toBe('A')
  })

  it('is read off its place where an input method or Shift makes something else of it', () => {
    expect(keyOf({ key: 'Process', code: 'KeyK' })).toBe('K')
    expect(keyOf({ key: '&', code: 'Digit1' })).toBe('1')
    expect(keyOf({ key: '，', code: 'Comma' })).toBe(',')
    expect(keyOf({ key: 'Enter', code: 'NumpadEnter' })).toBe('Enter')
    expect(keyOf({ key: 'F6', code: '' })).toBe('F6')
  })

  it('means nothing with another key held down', () => {
    const find: Key = { key: 'F', mod: true }
    expect(isPress(press({ key: 'f', code: 'KeyF', ctrlKey: true }), find)).toBe(true)
    expect(isPress(press({ key: 'f', code: 'KeyF', metaKey: true }), find)).toBe(true)
    for (const held of [{}, { ctrlKey: true, shiftKey: true }, { ctrlKey: true, altKey: true }]) {
      expect(isPress(press({ key: 'f', code: 'KeyF', ...held }), find)).toBe(false)
    }
  })
})

describe('the keys of the tables', () => {
  const bound = [
    ...actionIds.flatMap((id) => (actions[id].heardBy === undefined ? (actions[id].keys ?? []) : [])),
    ...pageActions.flatMap(({ key }) => (key === null ? [] : [key])),
  ]
  const caps = bound.map((key) => capsOf(key).join(' '))

  it('are each bound once', () => {
    expect(new Set(caps).size).toBe(caps.length)
    expect(caps).toContain('Ctrl K')
  })

  it('leave alone what scanners send and what people type', () => {
    for (const key of bound) {
      // Ctrl with these are the marks around a code and the ends of a line; Alt types a character.
      if (key.mod === true) expect('BCIJMV').not.toContain(key.key)
      else expect(key.key).toMatch(/^(?:F\d|Escape)$/)
    }
  })

  it('know every page', () => {
    expect(pageActions.map(({ page }) => page)).toEqual(pageNames)
    expect(pageActions.find(({ page }) => page === 'desk')?.key).toEqual({ key: '1', mod: true })
  })
})
