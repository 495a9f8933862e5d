import type { z } from 'zod';
import type { incidentCode, logLevel } from '../schemas/records/diagnostics.js';
import type { diagram, diagramWrite } from '../schemas/records/diagrams.js';
import type { doctorReport } from '../schemas/records/doctor.js';
import type { energyTariffs, energyTariffsWrite } from '../schemas/records/energy-tariffs.js';
import type { events } from '../schemas/records/events.js';
import type { installationProblem, problemPeriod } from '../schemas/records/installation-problems.js';
import type { DeepReadonly } from './deep-readonly.js';

/** Severity of a log line, from the least to the most. */
export type LogLevel = z.output<typeof logLevel>;
/** Stable word for the subject of an incident. */
export type IncidentCode = z.output<typeof incidentCode>;

/** A diagram that a user has saved. */
export interface DiagramConfig extends DeepReadonly<z.output<typeof diagram>> {}
/** A diagram to save, with all its members. */
export interface DiagramWriteRequest extends DeepReadonly<z.output<typeof diagramWrite>> {}

/** Tariffs of energy and the roles of meters. Money is in thousandths of a hundredth of the currency. */
export interface EnergyTariffs extends DeepReadonly<z.output<typeof energyTariffs>> {}
/** Tariffs to store, with all their members. */
export interface EnergyTariffsWriteRequest extends DeepReadonly<z.output<typeof energyTariffsWrite>> {}
/** Price and base fee of one kind from a day on. */
export type EnergyTariff = EnergyTariffs['tariffs'][number];

/** Report about everything between the configuration and a live event. */
export interface DoctorReport extends DeepReadonly<z.output<typeof doctorReport>> {}
/** One result of the doctor: the facts, their effect and the remedy. */
export type DoctorFinding = DoctorReport['findings'][number];

/** Payloads of the events by type. Others may come: a client ignores unknown ones. */
export type EventCatalogue = {
  readonly [Type in keyof typeof events]: DeepReadonly<z.output<(typeof events)[Type]['payload']>>;
};

/** Name of an event, the `type` of its frames. */
export type EventType = keyof EventCatalogue;

/** Type and payload of an event that belong together. */
export type EventBody = {
  readonly [Type in EventType]: { readonly type: Type; readonly payload: EventCatalogue[Type] };
}[EventType];

/** A problem of the installation by its cause, with its consequences. */
export interface InstallationProblem extends DeepReadonly<z.output<typeof installationProblem>> {}
/** A problem with its beginning and its end. */
export interface ProblemPeriod extends DeepReadonly<z.output<typeof problemPeriod>> {}
