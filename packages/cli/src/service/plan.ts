/** Parts of a service on this machine. */
export interface ServiceSpec {
  /** Absolute paths: of Node, and of the daemon's program. */
  readonly node: string;
  readonly daemon: string;
  /** For the calling user, or for the whole machine. */
  readonly scope: 'system' | 'user';
  /** The account it runs as; unused for one person. */
  readonly account: string;
  readonly dataDir: string;
  /** With `config.yaml` and the file of variables. */
  readonly configDir: string;
  readonly memoryMax: string;
  /** True when the program for the notify protocol is installed. */
  readonly hasNotify: boolean;
}

/** Files to write and commands to run. */
export interface ServicePlan {
  /** Creates the account, before everything else and only where it is missing; absent where the plan creates none. */
  readonly account?: readonly [string, ...string[]];
  readonly files: readonly PlannedFile[];
  readonly directories: readonly { readonly path: string; readonly mode: number }[];
  /** After the files are written. */
  readonly commands: readonly (readonly [string, ...string[]])[];
}

/** A file of the plan. */
export interface PlannedFile {
  readonly path: string;
  readonly mode: number;
  readonly text: string;
  /** Is never overwritten: people write into it. */
  readonly kept?: boolean;
}

/** Tag of files that this program has written. */
export const MARK = 'Written by: ccu-gateway service install';

export const NAME = 'ccu-gateway';

/**
 * Initial configuration of the gateway. It has the data directory, so that commands of the CLI find the directory of
 * the service.
 */
export const configText = (dataDir: string): string =>
  `# Configuration of ccu-gateway; config.example.yaml has every key. Changes count after the next start.\ndata_dir: ${JSON.stringify(dataDir)}\n`;

/** Variables of the gateway, which may be secrets. */
export const ENV_TEXT = `# Variables of ccu-gateway, one NAME=value per line; read at the start. Only its owner may read this file.
# SERVICE_LOG_LEVEL=info
# SERVICE_SECRET_KEY=
`;
