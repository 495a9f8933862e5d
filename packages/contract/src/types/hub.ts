import type { z } from 'zod';
import type { systemCcuEntry } from '../schemas/hub/ccus.js';
import type { centralRow } from '../schemas/hub/centrals.js';
import type { hubDataPoints, hubMetricsEntry, systemUpdateEntry } from '../schemas/hub/hub.js';
import type { alarmMessage, serviceMessage } from '../schemas/hub/messages.js';
import type { programSummary } from '../schemas/hub/programs.js';
import type { interfaceState } from '../schemas/hub/system.js';
import type { sysvarSummary } from '../schemas/hub/sysvars.js';
import type { DeepReadonly } from './deep-readonly.js';

/** A CCU with the known facts about its system. */
export interface SystemCCUEntry extends DeepReadonly<z.output<typeof systemCcuEntry>> {}

/** Load progress of a CCU. */
export type Readiness = SystemCCUEntry['readiness'];
/** The step that loading a CCU has come to. */
export type ReadinessPhase = Readiness['phase'];

/** A CCU as it is configured. */
export interface CentralRow extends DeepReadonly<z.output<typeof centralRow>> {}

/** An interface of a CCU and whether it is connected. */
export interface InterfaceState extends DeepReadonly<z.output<typeof interfaceState>> {}

/** The counters and states of a CCU itself. */
export interface HubDataPoints extends DeepReadonly<z.output<typeof hubDataPoints>> {}

/** Measured figures of a CCU. */
export interface HubMetricsEntry extends DeepReadonly<z.output<typeof hubMetricsEntry>> {}

/** The firmware of a CCU. */
export interface SystemUpdateEntry extends DeepReadonly<z.output<typeof systemUpdateEntry>> {}

/** A program of a CCU. */
export interface ProgramSummary extends DeepReadonly<z.output<typeof programSummary>> {}

/** A system variable with its value. */
export interface SysvarSummary extends DeepReadonly<z.output<typeof sysvarSummary>> {}

/** The types that a system variable can have. */
export type SysvarValueType = SysvarSummary['value_type'];

/** An alarm of a CCU that was not acknowledged. */
export interface AlarmMessage extends DeepReadonly<z.output<typeof alarmMessage>> {}

/** Something a CCU wants to have seen to, such as an empty battery. */
export interface ServiceMessage extends DeepReadonly<z.output<typeof serviceMessage>> {}
