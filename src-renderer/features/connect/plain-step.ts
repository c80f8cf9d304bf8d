import type { TestStep } from '#shared/model/app/saved-platform'

/** The step passed, but without encryption: a warning, not a success. */
export const isPlainStep = ({ state, facts }: TestStep): boolean =>
  state === 'passed' && facts.some(({ kind }) => kind === 'plain-http')
