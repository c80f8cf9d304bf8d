// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { actionIds, actions } from '../../../src-renderer/actions/action-table'
import { capsOf, isPress, keyOf } from '../../../src-renderer/actions/keys'
import type { Key } from '../../../src-renderer/actions/keys'
import { pageActions } from '../../../src-renderer/actions/page-actions'
import { navigationGroups, pageNames } from '../../../src-renderer/actions/pages'
import type { Page } from '../../../src-renderer/actions/pages'

const press = (init: KeyboardEventInit) => new KeyboardEvent('keydown', init)

describe('keyOf', () => {
  it('returns the typed letter, whatever the keyboard layout', () => {
    // The key of A on a French keyboard is that of Q on a US keyboard.
    expect(keyOf({ key: 'a', code: 'KeyQ' })).toBe('A')
  })

  it('uses the key position where an input method or Shift changes the character', () => {
    expect(keyOf({ key: 'Process', code: 'KeyK' })).toBe('K')
    expect(keyOf({ key: '&', code: 'Digit1' })).toBe('1')
    expect(keyOf({ key: '，', code: 'Comma' })).toBe(',')
    expect(keyOf({ key: 'Enter', code: 'NumpadEnter' })).toBe('Enter')
    expect(keyOf({ key: 'F6', code: '' })).toBe('F6')
  })

  it('requires the exact modifiers', () => {
    const find: Key = { key: 'F', mod: true }
    expect(isPress(press({ key: 'f', code: 'KeyF', ctrlKey: true }), find)).toBe(true)
    expect(isPress(press({ key: 'f', code: 'KeyF', metaKey: true }), find)).toBe(true)
    for (const loadedCount of [{}, { ctrlKey: true, shiftKey: true }, { ctrlKey: true, altKey: true }]) {
      expect(isPress(press({ key: 'f', code: 'KeyF', ...loadedCount }), find)).toBe(false)
    }
  })
})

const allPages = pageActions(() => false)

describe('the key tables', () => {
  const bound = [
    ...actionIds.flatMap((id) => (actions[id].handledBy === undefined ? (actions[id].keys ?? []) : [])),
    ...allPages.flatMap(({ key }) => (key === null ? [] : [key])),
  ]
  const caps = bound.map((key) => capsOf(key).join(' '))

  it('bind each key once', () => {
    expect(new Set(caps).size).toBe(caps.length)
    expect(caps).toContain('Ctrl K')
  })

  it('exclude keys that scanners send and users type', () => {
    for (const key of bound) {
      // Ctrl with these frames a scanned code or ends a line; Alt with a letter types a character.
      if (key.alt === true) expect(key.key).toMatch(/^Arrow(?:Left|Right)$/)
      else if (key.mod === true) expect('BCIJMV').not.toContain(key.key)
      else expect(key.key).toMatch(/^(?:F\d|Escape)$/)
    }
  })

  it('include every page', () => {
    expect(allPages.map(({ page }) => page)).toEqual(pageNames)
    expect(allPages.find(({ page }) => page === 'desk')?.key).toEqual({ key: '1', mod: true })
  })

  it('number the pages from the top of the navigation, without the hidden ones', () => {
    const numbered = (hidden: readonly Page[]) =>
      pageActions((page) => hidden.includes(page)).flatMap(({ page, key }) =>
        key !== null && key.key !== ',' ? [`${key.key} ${page}`] : [],
      )
    const shown = (hidden: readonly Page[]) =>
      Object.values(navigationGroups)
        .flat()
        .filter((page: Page) => !hidden.includes(page))
        .slice(0, 9)
        .map((page, place) => `${place + 1} ${page}`)
    expect(numbered([])).toEqual(shown([]))
    expect(numbered([])).toContain('3 stocktake')
    expect(numbered(['lending'])).toEqual(shown(['lending']))
    expect(numbered(['lending'])).toContain('2 stocktake')
  })
})
