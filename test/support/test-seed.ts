/** The seed of all random input, so that each run is the same. LOCK_DESK_TEST_SEED draws other input. */
export const testSeed = Number(process.env['LOCK_DESK_TEST_SEED'] ?? 20_261_126)
