import type { z } from 'zod';
import type { alarmMessage, serviceMessage } from '../schemas/messages.js';
import type { DeepReadonly } from './deep-readonly.js';

/** An alarm of a CCU that was not acknowledged. */
export interface AlarmMessage extends DeepReadonly<z.output<typeof alarmMessage>> {}

/** Something a CCU wants to have seen to, such as an empty battery. */
export interface ServiceMessage extends DeepReadonly<z.output<typeof serviceMessage>> {}
