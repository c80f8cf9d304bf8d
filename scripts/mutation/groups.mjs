/**
 * Files to mutate, with the tests that must detect the mutants. Groups are small because every mutant runs all
 * tests of its group that reach it.
 */
export const groups = {
  format: {
    mutate: ['format/is-record', 'read-journal', 'record', 'verify/verify'].map(
      (name) => `src-main/journal/${name}.ts`,
    ),
    tests: ['test/journal/{,format/,verify/}*.test.ts'],
  },
  writing: {
    mutate: ['util/files/append-file', 'journal/file-chain', 'journal/hash-chain-writer'].map(
      (name) => `src-main/${name}.ts`,
    ),
    tests: ['test/journal/{,format/,verify/}*.test.ts', 'test/util/files/append-file*.test.ts'],
  },
  index: {
    mutate: ['src-main/journal/journal-index.ts'],
    tests: ['test/journal/journal-index.test.ts'],
  },
  classifier: {
    mutate: ['src-main/platform/response/envelope.ts', 'src-main/changes/jobs/send-batch.ts'],
    tests: ['test/platform/response/envelope.test.ts', 'test/changes/jobs/*.test.ts'],
  },
  reconciler: {
    mutate: ['reconcile/reconcile', 'reconcile/settle-delay', 'recover-interrupted'].map(
      (name) => `src-main/changes/${name}.ts`,
    ),
    tests: ['test/changes/{reconcile/reconcile,reconcile/settle-delay,recover-interrupted}.test.ts'],
  },
}

/** @param {string | undefined} name */
export const groupOf = (name = 'format') => {
  const group = Object.entries(groups).find(([each]) => each === name)?.[1]
  if (group === undefined)
    throw new Error(`Unknown group "${name}". Use one of: ${Object.keys(groups).join(', ')}`)
  return group
}
