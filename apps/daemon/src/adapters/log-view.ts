import type { LogLevelControl, LogView } from '@ccu-gateway/gateway-core/use-cases';
import { isAtLeast, type LogLevels } from '../log/levels.js';
import type { LogRecords } from '../log/records.js';

export function createLogView(records: LogRecords): LogView {
  return {
    get lastSeq() {
      return records.lastSeq;
    },
    lines: ({ limit, minLevel, since }) =>
      records.list({
        limit,
        atLeast: (level) => isAtLeast(level, minLevel),
        ...(since === undefined ? {} : { since }),
      }),
    subscribe: (listener) => records.subscribe(listener),
  };
}

export function createLogLevelControl(levels: LogLevels): LogLevelControl {
  return {
    defaultLevel: () => levels.default,
    setDefaultLevel: (level) => levels.setDefault(level),
    overrides: () => levels.overrides(),
    override: (path, level, expiresAt) => levels.override(path, level, expiresAt),
    resetOverride: (path) => void levels.reset(path),
  };
}
