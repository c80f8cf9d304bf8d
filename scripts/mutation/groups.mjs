/**
 * What is mutated, and by which tests it must be noticed. A group is small because every mutant is run against all of
 * the group's tests that reach it.
 */
export const groups = {
  format: {
    mutate: ['is-record', 'read-journal', 'record', 'verify'].map((name) => `src-main/journal/${name}.ts`),
    tests: ['test/journal/*.test.ts'],
  },
  writing: {
    mutate: ['append-file', 'file-chain', 'linked-writer'].map((name) => `src-main/journal/${name}.ts`),
    tests: ['test/journal/*.test.ts'],
  },
  book: {
    mutate: ['src-main/journal/book.ts'],
    tests: ['test/journal/book.test.ts'],
  },
  classifier: {
    mutate: ['src-main/platform/envelope.ts', 'src-main/desk/send-rows.ts'],
    tests: ['test/platform/envelope.test.ts', 'test/desk/send-rows.test.ts'],
  },
  reconciler: {
    mutate: ['settle', 'settle-clock', 'take-up'].map((name) => `src-main/desk/${name}.ts`),
    tests: ['test/desk/{settle,settle-clock,take-up}.test.ts'],
  },
}

/** @param {string | undefined} name */
export const groupOf = (name = 'format') => {
  const group = Object.entries(groups).find(([each]) => each === name)?.[1]
  if (group === undefined) throw new Error(`no group ${name}; there are ${Object.keys(groups).join(', ')}`)
  return group
}
