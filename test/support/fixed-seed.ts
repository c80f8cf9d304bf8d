import fc from 'fast-check'
import { testSeed } from './test-seed'

// fast-check names its seed where a property fails.
fc.configureGlobal({ seed: testSeed })
