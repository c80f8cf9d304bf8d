import Conf from 'conf'
import type { OpenStore } from '../../src-main/settings/settings-store'

/** The parts of electron-store for tests without Electron. It finds `name` in `configName`. */
export const openTestStore: OpenStore = ({ name, ...options }) =>
  Promise.resolve(new Conf({ ...options, configName: name }))
