import { expect, it } from 'vitest'
import { succeed } from '#shared/outcome'
import { axeViolations, waitForTransitions } from '../e2e/support/axe'
import { onPage } from './support/on-page'

const desk = onPage({ handlers: () => ({ 'simulator/connection': () => succeed({ isCut: true }) }) })

it.each(['light', 'dark'] as const)(
  'the way back to the connection is readable in the %s theme',
  async (theme) => {
    await desk.setAppearance({ language: 'en', theme })
    await expect.poll(() => desk.at('simulator-connection').innerText()).toContain('Connect again')
    await waitForTransitions(desk.page)
    expect(await axeViolations(desk.page)).toEqual([])
  },
)
