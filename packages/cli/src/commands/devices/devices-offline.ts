import { withDatabase } from '../../access/database.js';
import type { Context } from '../../context/context.js';
import { usageError } from '../../terminal/exit.js';
import { folded } from '../../terminal/nearest.js';
import type { Outcome } from '../../terminal/output.js';

interface Asked {
  readonly text?: string | undefined;
  readonly room?: string | undefined;
  readonly central?: string | undefined;
}

/** The devices as the CCUs described them last; names and rooms are not kept. @throws CliError */
export async function devicesInDatabase(context: Context, { room, central, text }: Asked): Promise<Outcome> {
  if (room !== undefined) throw usageError('rooms are known to a running gateway only', 'name it with --url');
  const devices = await withDatabase(context, async ({ file }) => {
    const descriptions = file?.descriptions;
    // Accounts of a shared database can be read without a gateway here. The descriptions are only on machines connected with the
    // CCUs.
    if (descriptions === undefined) return [];
    const scopes = await descriptions.scopes();
    const wanted = scopes.filter((scope) => central === undefined || scope.central === central);
    const found = await Promise.all(
      wanted.map(async (scope) =>
        ((await descriptions.loadDevices(scope)) ?? [])
          .filter(({ parent }) => parent === undefined || parent === '')
          .map(({ address, type, firmware }) => ({
            address,
            model: type,
            interface: scope.interfaceName,
            central: scope.central,
            firmware: firmware ?? null,
          })),
      ),
    );
    return found.flat();
  });
  const wanted = text === undefined ? [] : folded(text).split(/\s+/);
  const found = devices.filter(({ address, model }) =>
    wanted.every((word) => folded(`${address}\n${model}`).includes(word)),
  );
  context.output.note('as the CCUs described them last; names, rooms and values are known to a running gateway');
  return {
    data: found,
    table: {
      header: ['ADDRESS', 'MODEL', 'INTERFACE', 'CENTRAL', 'FIRMWARE'],
      rows: found.map((each) => Object.values(each).map((value) => String(value ?? '-'))),
    },
  };
}
