import type { CcuEvent, ConnectionState, InterfaceName, InterfaceStatus } from '../model/model.js';
import type { Now } from '../model/ports.js';

type Measured = Pick<
  InterfaceStatus,
  'lastEventAt' | 'pingMs' | 'callbackUrl' | 'registrations' | 'dutyCycle' | 'carrierSense'
>;

/** Holds the status of one interface and says every change of it. */
export interface StatusBoard {
  current(): InterfaceStatus;
  set(state: ConnectionState, note?: string, cause?: string): void;
  /** Silent, but for a change of duty cycle or carrier sense. */
  measured(values: Measured): void;
}

export function createStatusBoard(deps: {
  readonly central: string;
  readonly interfaceName: InterfaceName;
  readonly now: Now;
  readonly emit: (event: CcuEvent) => void;
}): StatusBoard {
  const { central, interfaceName, now, emit } = deps;
  let status: InterfaceStatus = { central, interfaceName, state: 'disconnected', connected: false };

  function publish(previous: ConnectionState): void {
    emit({ type: 'link_state', central, interfaceName, at: now(), status, previous });
  }

  return {
    current: () => status,
    set(state, note, cause) {
      const previous = status;
      if (previous.state === state && previous.note === note) return;
      const { note: _note, cause: _cause, ...rest } = previous;
      status = {
        ...rest,
        state,
        connected: state === 'connected',
        ...(note === undefined ? {} : { note }),
        ...(cause === undefined ? {} : { cause }),
      };
      publish(previous.state);
    },
    measured(values) {
      const previous = status;
      status = { ...previous, ...values };
      if (status.dutyCycle !== previous.dutyCycle || status.carrierSense !== previous.carrierSense) {
        publish(previous.state);
      }
    },
  };
}
