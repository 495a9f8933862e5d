import type { z } from 'zod';
import type { installModeEntry } from '../install-mode.js';
import type { DeepReadonly } from './deep-readonly.js';

export interface InstallModeInterfaceEntry extends DeepReadonly<z.output<typeof installModeEntry>> {}
