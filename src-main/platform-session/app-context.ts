import type { AppServices } from '../app/app-services'
import type { PlatformSwitch, SwitchedSession } from './platform-switch'

/** What lives as long as the app, whichever platform is open. Sessions and handlers take what they need of it. */
export interface AppContext extends AppServices {
  /** Switches to another platform. */
  readonly sessions: Pick<PlatformSwitch<SwitchedSession>, 'to'>
}
