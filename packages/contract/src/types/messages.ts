import type { z } from 'zod';
import type { alarmMessage, serviceMessage } from '../messages.js';
import type { DeepReadonly } from './deep-readonly.js';

export interface AlarmMessage extends DeepReadonly<z.output<typeof alarmMessage>> {}

export interface ServiceMessage extends DeepReadonly<z.output<typeof serviceMessage>> {}
