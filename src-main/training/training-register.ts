import enterprises from '../../resources/training/register.json'
import type { KnownEnterprise } from '../register/register'

/** The made-up enterprises of the training data; its seed reads the same file. */
export const trainingRegister: readonly KnownEnterprise[] = enterprises
