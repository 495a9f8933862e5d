// Rules of the form "when this value, then that one". Each event counts once, also over a restart of the bot.
import { pathToFileURL } from 'node:url';
import { createClient, ProblemError } from '@ccu-gateway/client';
import { fileCursor } from '@ccu-gateway/event-stream/client/file';

/** True where the event is the value that the rule waits for. */
export function isMeant({ device, channel, parameter, value }, { type, payload }) {
  return (
    type === 'datapoint.value_changed' &&
    payload.device_address === device &&
    payload.channel === channel &&
    payload.parameter === parameter &&
    payload.value === value
  );
}

/** Applies the rules to each event until `signal` aborts. `report` gets one line for each write. */
export async function runBot({ gateway, rules, cursor, signal, report }) {
  const onLost = ({ reason }) => report(`events are missing: ${reason}`);
  for await (const event of gateway.events({ topics: ['devices/#'], cursor, signal, onLost })) {
    for (const { when, write } of rules.filter((rule) => isMeant(rule.when, event))) {
      const path = { addr: write.device, no: write.channel, param: write.parameter };
      try {
        await gateway.call('setDataPointValue', { path, body: { value: write.value } });
        report(`${when.device} ${when.parameter}: set ${write.device} ${write.parameter} to ${write.value}`);
      } catch (error) {
        // A refused write must not end the bot; without an answer it is not repeated, because it may have arrived.
        if (!(error instanceof ProblemError)) throw error;
        report(`${write.device} ${write.parameter} was refused: ${error.message}`);
      }
    }
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { CCU_GATEWAY_URL = 'http://127.0.0.1:8119', CCU_GATEWAY_TOKEN } = process.env;
  const { rules } = await import('./rules.js');
  const ending = new AbortController();
  process.once('SIGINT', () => ending.abort());
  const gateway = createClient({ url: CCU_GATEWAY_URL, token: CCU_GATEWAY_TOKEN });
  await runBot({ gateway, rules, cursor: fileCursor('./bot.json'), signal: ending.signal, report: console.log });
}
