/**
 * What is mutated, and by which tests it must be noticed. A group is small because every mutant is run against all of
 * the group's tests that reach it.
 */
export const groups = {
  journal: {
    mutate: ['append-file', 'book', 'file-chain', 'linked-writer', 'read-journal', 'record', 'verify'].map(
      (name) => `src-main/journal/${name}.ts`,
    ),
    tests: ['test/journal/*.test.ts'],
  },
  classifier: {
    mutate: ['src-main/platform/envelope.ts', 'src-main/desk/send-rows.ts'],
    tests: ['test/platform/envelope.test.ts', 'test/desk/send-rows.test.ts'],
  },
  reconciler: {
    mutate: ['src-main/desk/settle.ts', 'src-main/desk/take-up.ts'],
    tests: ['test/desk/{faults,settle,take-up,unsettled}.test.ts', 'test/model/*.test.ts'],
  },
}

/** @param {string | undefined} name */
export const groupOf = (name = 'journal') => {
  const group = Object.entries(groups).find(([each]) => each === name)?.[1]
  if (group === undefined) throw new Error(`no group ${name}; there are ${Object.keys(groups).join(', ')}`)
  return group
}
