import { readFileSync } from 'node:fs';
import { GatewayError } from '@ccu-gateway/gateway-core';
import { replaceFile } from '../config/file/replace-file.js';
import { editYaml } from '../config/file/yaml-edit.js';
import { type CentralConfig, ConfigError, formatIssue } from '../config/index.js';
import type { CentralDocument } from './central-settings.js';

interface KeptRow {
  readonly name: string;
  readonly enabled: boolean;
  readonly config: CentralDocument;
}

/** The CCUs of the configuration file, as `POST /centrals/file/take` reads and `POST /centrals/file/write` writes them. */
export function centralsFile(path: string, readCentrals: (path: string) => readonly CentralConfig[]) {
  return {
    path,
    /** As the file is now. @throws GatewayError `conflict` naming the line that cannot be used */
    read(): readonly CentralConfig[] {
      try {
        return readCentrals(path);
      } catch (error) {
        if (!(error instanceof ConfigError)) throw error;
        const why = error.issues.map(formatIssue).join('; ');
        throw new GatewayError('conflict', `Nothing was changed: ${why}`, { reason: 'file_not_read' });
      }
    },
    /** @throws GatewayError `conflict`; the file is as it was then */
    write(rows: readonly KeptRow[]): void {
      const variable = rows.find(({ config }) => config.password_env !== undefined);
      if (variable !== undefined) {
        throw conflict(
          `the password of ${variable.name} is in a variable of the environment, which the file cannot name`,
        );
      }
      const text = readText(path);
      const after = editYaml(text, ['centrals'], rows.map(blockOf));
      if (after === undefined) throw conflict('it is written in a way that leaves its CCUs to an editor');
      const failed = replaceFile(path, after, 'kept');
      if (failed !== undefined) throw conflict(`it cannot be replaced (${failed})`);
    },
  };
}

/**
 * The stored row is the block of the file: its password is sealed for the same path. The serial number is not a setting
 * there.
 */
function blockOf({ name, enabled, config: { serial: _serial, ...config } }: KeptRow) {
  return { name, enabled, ...config };
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw conflict(`it cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`);
  }
}

const conflict = (why: string) =>
  new GatewayError('conflict', `The configuration file was not changed: ${why}`, { reason: 'file_not_written' });
