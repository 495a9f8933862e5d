import type { z } from 'zod';
import type * as alarm from '../schemas/gateway/alarm.js';
import type { DeepReadonly } from './deep-readonly.js';

/** One zone of the alarm system. */
export interface AlarmZone extends DeepReadonly<z.output<typeof alarm.alarmZone>> {}

/** A data point that a zone watches. */
export interface AlarmSensor extends DeepReadonly<z.output<typeof alarm.alarmSensor>> {}

/** A device that a zone switches. */
export interface AlarmOutput extends DeepReadonly<z.output<typeof alarm.alarmOutput>> {}

/** Arms a zone. */
export interface AlarmArmRequest extends DeepReadonly<z.output<typeof alarm.alarmArmRequest>> {}

/** An arming that was accepted. */
export interface AlarmArmAccepted extends DeepReadonly<z.output<typeof alarm.alarmArmAccepted>> {}

/** Readiness of a zone for a mode. */
export interface AlarmModeReadiness extends DeepReadonly<z.output<typeof alarm.alarmModeReadiness>> {}

/** State of a zone. */
export interface AlarmZoneStatus extends DeepReadonly<z.output<typeof alarm.alarmZoneStatus>> {}

/** A zone as a control panel of other systems. */
export interface AlarmPanel extends DeepReadonly<z.output<typeof alarm.alarmPanel>> {}

/** One entry of the journal of the alarm system. */
export interface AlarmJournalEntry extends DeepReadonly<z.output<typeof alarm.alarmJournalEntry>> {}

/** Selection of entries of the journal. */
export interface AlarmJournalQuery extends DeepReadonly<z.output<typeof alarm.alarmJournalQuery>> {}

/** Result of the check of the journal. */
export interface AlarmJournalProof extends DeepReadonly<z.output<typeof alarm.alarmJournalProof>> {}

/** Walk test of a zone. */
export interface AlarmWalkTest extends DeepReadonly<z.output<typeof alarm.alarmWalkTest>> {}

/** A code without PIN and hash. */
export interface AlarmCode extends DeepReadonly<z.output<typeof alarm.alarmCode>> {}

/** A new code, or a changed one. */
export interface AlarmCodeRequest extends DeepReadonly<z.output<typeof alarm.alarmCodeRequest>> {}

/** A data point that a zone can watch. */
export interface AlarmSensorCandidate extends DeepReadonly<z.output<typeof alarm.alarmSensorCandidate>> {}

/** A channel that an alarm can switch. */
export interface AlarmOutputCandidate extends DeepReadonly<z.output<typeof alarm.alarmOutputCandidate>> {}

/** A key that a code can be bound to. */
export interface AlarmRemoteKeyCandidate extends DeepReadonly<z.output<typeof alarm.alarmRemoteKeyCandidate>> {}

/** One alarm of a zone. */
export interface AlarmIncident extends DeepReadonly<z.output<typeof alarm.alarmIncident>> {}

/** One alarm with its entries of the journal. */
export interface AlarmIncidentReport extends DeepReadonly<z.output<typeof alarm.alarmIncidentReport>> {}

/** A motion sensor of a zone that reports a motion now. */
export interface AlarmTriggeredMotion extends DeepReadonly<z.output<typeof alarm.alarmTriggeredMotion>> {}

/** Outcome of a reset of motion sensors. */
export interface AlarmMotionReset extends DeepReadonly<z.output<typeof alarm.alarmMotionReset>> {}
