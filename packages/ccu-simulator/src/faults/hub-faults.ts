import { thawLogicLayer } from '../environment/switches.js';
import type { FaultsContext } from './context.js';
import type { Faults } from './types.js';

type Names =
  | 'exhaustSessions'
  | 'expireSessions'
  | 'foreignScriptPort'
  | 'clockJump'
  | 'mutilateScripts'
  | 'logicLayerAway'
  | 'freezeLogicLayer'
  | 'refuseScripts'
  | 'jobs'
  | 'withholdFiles'
  | 'pageBehindBackup';

/** Faults of the logic layer (ReGaHss), of its sessions and scripts, and of the system under it. */
export function hubFaults({ switches, endSessions }: FaultsContext): Pick<Faults, Names> {
  return {
    exhaustSessions(on) {
      switches.sessionsExhausted = on;
      if (on) endSessions();
    },
    expireSessions() {
      for (const id of endSessions()) switches.expiredSessions.add(id);
    },
    foreignScriptPort(serial) {
      switches.foreignSerial = serial;
    },
    clockJump(ms) {
      switches.clockOffsetMs += ms;
    },
    mutilateScripts(on) {
      switches.mutilateScripts = on;
    },
    logicLayerAway(on) {
      switches.logicLayerAway = on;
      // Sessions are kept there.
      if (on) endSessions();
    },
    freezeLogicLayer(on, answersAfterMs = Number.POSITIVE_INFINITY) {
      if (on) switches.logicLayerFrozenMs = answersAfterMs;
      else thawLogicLayer(switches);
    },
    refuseScripts(on) {
      switches.refuseScripts = on;
    },
    jobs(job, outcome) {
      if (outcome === 'work') switches.jobs.delete(job);
      else switches.jobs.set(job, outcome);
    },
    withholdFiles(on) {
      switches.withholdFiles = on;
    },
    pageBehindBackup(on) {
      switches.pageBehindBackup = on;
    },
  };
}
