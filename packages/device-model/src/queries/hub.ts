import { applyHub, applyWaiting, noteExecution } from '../hub/apply.js';
import { locateInHub, planSysvar } from '../hub/sysvar.js';
import {
  describeAlarms,
  describeHub,
  describeInbox,
  describeInstallModes,
  describeMetrics,
  describePrograms,
  describeServiceMessages,
  describeSysvars,
  describeUpdate,
} from '../hub/view.js';
import type { HouseModel } from '../model/house-model.js';
import type { HouseRecords } from '../model/state.js';
import { findProblems } from '../problems/problems.js';
import { notFound, ok } from '../requests/result.js';
import { askedOf } from './scope.js';

/** Programs, system variables, messages and the like. */
export function hubQueries(
  house: HouseRecords,
): Pick<
  HouseModel,
  | 'applyHub'
  | 'programExecuted'
  | 'programs'
  | 'program'
  | 'sysvars'
  | 'sysvar'
  | 'validateSysvar'
  | 'inbox'
  | 'setWaiting'
  | 'alarmMessages'
  | 'serviceMessages'
  | 'problems'
  | 'hubDataPoints'
  | 'hubMetrics'
  | 'systemUpdates'
  | 'installModes'
> {
  const { localeOf, perCentral } = askedOf(house);
  return {
    applyHub(name, facts) {
      const central = house.centrals.get(name);
      return central === undefined ? [] : applyHub(central, facts);
    },
    programExecuted(name, id, run) {
      const central = house.centrals.get(name);
      return central === undefined ? [] : noteExecution(central, id, run);
    },
    programs: (scope) =>
      perCentral(scope, (central) => {
        const internal = scope?.includeInternal ?? central.behaviour.listsInternalPrograms;
        return describePrograms(central).filter((program) => internal || program.is_internal !== true);
      }),
    program: (id, scope = {}) => {
      const found = locateInHub(house, scope, notFound('program', `no program ${id}`), (central) =>
        describePrograms(central).find((program) => program.id === id),
      );
      return found.ok ? ok(found.value.item) : found;
    },
    sysvars: (scope) => perCentral(scope, (central) => describeSysvars(central, localeOf(scope))),
    sysvar: (name, scope = {}) => {
      const found = locateInHub(house, scope, notFound('sysvar', `no system variable ${name}`), (central) =>
        describeSysvars(central, localeOf(scope)).find((sysvar) => sysvar.name === name),
      );
      return found.ok ? ok(found.value.item) : found;
    },
    validateSysvar: (name, value, scope = {}) => planSysvar(house, name, value, scope),
    inbox: (scope) => perCentral(scope, describeInbox),
    setWaiting(name, waiting) {
      const central = house.centrals.get(name);
      return central === undefined ? [] : applyWaiting(central, waiting);
    },
    alarmMessages: (scope) => perCentral(scope, (central) => describeAlarms(central, localeOf(scope))),
    serviceMessages: (scope) => perCentral(scope, (central) => describeServiceMessages(central, localeOf(scope))),
    problems: (scope) => findProblems(house, scope),
    hubDataPoints: (scope) => perCentral(scope, (central) => [describeHub(central, house.now())]),
    hubMetrics: (scope) => perCentral(scope, (central) => [describeMetrics(central, house.now())]),
    systemUpdates: (scope) => perCentral(scope, (central) => [describeUpdate(central)]),
    installModes: (scope) => perCentral(scope, describeInstallModes),
  };
}
