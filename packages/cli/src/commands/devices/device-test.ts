import { command } from '../../context/context.js';
import { deviceNamed } from '../../gateway/device-named.js';
import { centralArg } from '../../terminal/address.js';
import { EXIT } from '../../terminal/exit.js';
import { printable, value as show } from '../../terminal/text.js';

export const testDevice = command({
  name: 'ccu-gateway devices test',
  description: 'Test whether a device answers by radio; a battery device answers when it wakes.',
  args: { device: { type: 'positional', required: true, description: 'DEVICE, by address or name' }, ...centralArg },
  run: async (context, { device, central }) => {
    const rest = await context.rest({ token: 'required', seconds: 60 });
    const place = await deviceNamed(rest, device, central);
    const query = { central: place.central ?? central };
    const { progress } = context.output;
    const tested = await progress.during('waiting for the answer', () =>
      rest.call('testDevice', { path: { addr: place.device }, query }),
    );
    const { passed, duration_ms: ms, received } = tested;
    return {
      exit: passed ? EXIT.ok : EXIT.problems,
      data: tested,
      lines: [
        passed
          ? `${printable(place.device)} answered after ${(ms / 1000).toFixed(1)} s`
          : `${printable(place.device)} did not answer within ${Math.round(ms / 1000)} s`,
        ...received.map((each) => `  ${each.channel} ${each.parameter} ${show(each.value)}`),
      ],
    };
  },
});
