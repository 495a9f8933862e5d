import type { Faults } from '@ccu-gateway/ccu-simulator';

type Fault = Exclude<keyof Faults, 'clear'>;

/**
 * What shows the doctor each fault that the simulated CCU has: a look from outside, as before the first start; a connection
 * that is there; or what the running gateway remembers of its own work.
 */
export const SEEN = {
  restart: 'outside',
  boot: 'outside',
  dropCallbacks: 'outside',
  dropCalls: 'outside',
  loseDeliveries: 'outside',
  delayCallbacks: 'outside',
  losePongs: 'outside',
  duplicateEvents: 'outside',
  slow: 'outside',
  halfOpen: 'outside',
  garbage: 'outside',
  exhaustSessions: 'outside',
  expireSessions: 'outside',
  foreignScriptPort: 'outside',
  clockJump: 'outside',
  burst: 'outside',
  dutyCycle: 'outside',
  countAirtime: 'outside',
  carrierSense: 'outside',
  radioModuleGone: 'outside',
  refuseCalls: 'outside',
  deadBackend: 'outside',
  mutilateScripts: 'outside',
  logicLayerAway: 'outside',
  freezeLogicLayer: 'outside',
  refuseScripts: 'outside',
  unreachable: 'outside',
  // A registration is forgotten where there was one.
  cuxdForget: 'connection',
  forgetClients: 'connection',
  // The doctor asks for no description, begins no backup and writes nothing: it tells what came of it when it was done.
  refuseDescriptions: 'running',
  jobs: 'running',
  withholdFiles: 'running',
  pageBehindBackup: 'running',
  // Which devices there should be is known to who has asked the interfaces.
  unknownDevice: 'running',
  asleep: 'running',
  refuseWrites: 'running',
  swallowWrites: 'running',
  bareReplacements: 'running',
} as const satisfies Readonly<Record<Fault, 'outside' | 'connection' | 'running'>>;

/** The faults that are seen so; a table over it lacks none. */
export type SeenBy<How extends (typeof SEEN)[Fault]> = {
  [F in Fault]: (typeof SEEN)[F] extends How ? F : never;
}[Fault];
