import type { z } from 'zod';
import type { installModeEntry } from '../schemas/install-mode.js';
import type { DeepReadonly } from './deep-readonly.js';

/** The install mode of an interface. */
export interface InstallModeInterfaceEntry extends DeepReadonly<z.output<typeof installModeEntry>> {}
