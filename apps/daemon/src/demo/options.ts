import { parseArgs } from 'node:util';

export interface DemoOptions {
  readonly json: boolean;
  readonly listen: string;
  /** Absent: a temporary directory that is removed at the end. */
  readonly dataDir?: string;
  /** Directory with device and paramset descriptions; simulates those devices instead of the invented ones. */
  readonly house?: string;
  /** How the command line is started where this demo was. */
  readonly cli: string;
}

/** @throws Error naming the flag that is wrong */
export function parseDemoOptions(argv: readonly string[]): DemoOptions {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      json: { type: 'boolean', default: false },
      listen: { type: 'string', default: ':8119' },
      'data-dir': { type: 'string' },
      house: { type: 'string' },
      cli: { type: 'string', default: 'npx @ccu-gateway/cli' },
    },
  });
  return {
    json: values.json,
    listen: values.listen,
    cli: values.cli,
    ...(values['data-dir'] === undefined ? {} : { dataDir: values['data-dir'] }),
    ...(values.house === undefined ? {} : { house: values.house }),
  };
}
