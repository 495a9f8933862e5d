import type { Logger as GatewayLogger } from '@ccu-gateway/gateway-core';
import { LogDestination, LogFormat, Logger, LogLevel } from '@matter/main';

/** The codes to add the bridge with, wherever the library writes them. */
const CODES = /\bMT:[0-9A-Z.-]{10,}|\b(passcode|pairing code|pin)\S*(?:\s*[:=])?\s*\S+/gi;

/**
 * Writes the log of the library to the log of the gateway at lower levels, because its notices are for its developers.
 */
export function logTo(log: GatewayLogger): void {
  Logger.destinations.default = LogDestination({
    name: 'default',
    level: LogLevel.INFO,
    // The log of the gateway adds the time, the level and the logger itself.
    format: ({ values }) => LogFormat.formats.plain?.(values) ?? '',
    write(line, { level, facility }) {
      const text = line.trim().replace(CODES, '***').slice(0, 500);
      if (level >= LogLevel.ERROR) log.warn('matter library', { facility, text });
      else log.debug('matter library', { facility, text });
    },
  });
}
