import { refusedCallers } from '../health/callers.js';
import { type DoctorRule, warning } from './finding.js';

const area = 'callback' as const;
const setting = 'callback.restrict_source_ips';

/** Checks the callers of the callback listener: refused ones, and the check of their addresses. */
export const callersRule: DoctorRule = ({ callers, now }) => {
  if (callers === undefined) return [];
  const refused = refusedCallers(callers, now).map(({ address, why, times }) => {
    const facts = { address, times };
    if (why === 'path') {
      return warning({
        id: 'callback.unknown_path',
        area,
        what: `${address} calls a path that no CCU was given`,
        why: 'Events of a CCU that calls another path are lost.',
        fix: { text: 'If it is a CCU, reconnect it; else end the registration of that program.' },
        facts,
      });
    }
    return warning({
      id: 'callback.caller_refused',
      area,
      what: `calls of ${address} are refused, because it is no address of a CCU`,
      why: 'If it is a CCU, its events are lost.',
      fix: { text: 'Set the host of the CCU to this address, or switch the check of addresses off.', setting },
      facts,
    });
  });
  const elsewhere = callers.elsewhere.map(({ central, interfaceName, address }) =>
    warning({
      id: 'callback.elsewhere',
      area,
      central,
      interface: interfaceName,
      what: `${interfaceName} calls from ${address}, which is not its own address`,
      why: 'Addresses are not checked for it; its path is.',
      fix: { text: 'Let the network pass the address of the CCU on, for example with the network of the host.' },
      facts: { address },
    }),
  );
  return [...(callers.restricted === false ? [openToAll()] : []), ...refused, ...elsewhere];
};

function openToAll() {
  return warning({
    id: 'callback.open_to_all',
    area,
    what: 'every address may send events',
    why: 'A program in the network can invent events of interfaces that speak BIN-RPC.',
    fix: { text: 'Leave the setting out.', setting },
  });
}
