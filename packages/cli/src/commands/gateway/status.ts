import { command } from '../../context/context.js';
import type { Rest } from '../../gateway/rest.js';
import { CliError, EXIT } from '../../terminal/exit.js';
import { printable } from '../../terminal/text.js';

export const statusCommand = command({
  name: 'ccu-gateway status',
  description: 'Say on one screen how the gateway and its CCUs are (exit 7 where something is not well).',
  run: async (context) => {
    if (context.namesDatabase()) return (await import('./status-offline.js')).statusOfDatabase(context);
    const rest = await context.rest({ token: 'required' });
    const [info, health, interfaces] = await Promise.all([
      rest.call('getInfo'),
      healthOf(rest),
      rest.call('listInterfaces'),
    ]);
    const ailing = health.components.filter(({ status }) => status !== 'healthy');
    const silent = interfaces.filter(({ connected }) => !connected);
    const isWell = health.status === 'healthy' && silent.length === 0;
    return {
      data: { url: rest.url, version: info.version, uptime: info.uptime, health, interfaces },
      lines: [
        `gateway     ${printable(info.version)} at ${rest.url}, for ${printable(info.uptime)}`,
        `health      ${printable(health.status)}`,
        ...ailing.map(
          ({ name, status, note = '' }) => `  ${printable(name)}: ${printable(status)}. ${printable(note)}`,
        ),
        `interfaces  ${interfaces.length - silent.length} of ${interfaces.length} connected`,
        ...silent.map(({ id, note = '' }) => `  ${printable(id)}: not connected. ${printable(note)}`),
        ...(isWell ? [] : ['', 'what helps: ccu-gateway doctor']),
      ],
      exit: isWell ? EXIT.ok : EXIT.problems,
    };
  },
});

/** A gateway of which a part is unhealthy answers 503, and that is an answer here. */
async function healthOf(rest: Rest) {
  try {
    return await rest.call('getHealth');
  } catch (error) {
    if (!(error instanceof CliError) || error.exit !== EXIT.tryLater) throw error;
    return { status: 'unhealthy', components: [] };
  }
}
