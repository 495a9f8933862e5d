import type { MatterWindow } from '@ccu-gateway/contract/types';
import { GatewayError } from '@ccu-gateway/gateway-core';
import type { BridgeNode } from '../node/bridge-node.js';
import type { BridgePorts } from '../ports/ports.js';

/** The time in which controllers can add the bridge with its own codes. */
export interface CommissioningWindow {
  open(seconds: number): Promise<void>;
  close(): Promise<void>;
  /** Also one that a controller opened for another one. */
  isOpen(): boolean;
  /** How long it was opened for. */
  seconds(): number | undefined;
}

type Ports = Pick<BridgePorts, 'clock' | 'publish' | 'record' | 'log'>;

export function createWindow(node: BridgeNode, codes: () => Omit<MatterWindow, 'duration_seconds'>, ports: Ports) {
  let opened: { readonly seconds: number; readonly cancel: () => void } | undefined;
  const { server } = node;

  const ended = () => {
    opened?.cancel();
    opened = undefined;
    progress(ports, 'window_closed');
  };
  server.lifecycle.online.on(() => {
    node.secureChannel().tooManyPaseErrors.on(() => {
      progress(ports, 'too_many_failures', 'The window was closed: the passcode was wrong 20 times.');
      ports.record({ action: 'matter_window_close', note: 'the passcode was wrong 20 times' });
      ports.log.warn('matter window closed', { reason: 'the passcode was wrong 20 times' });
    });
  });
  const isOpen = () => opened !== undefined || server.state.administratorCommissioning.windowStatus !== 0;

  const window: CommissioningWindow = {
    isOpen,
    seconds: () => opened?.seconds,
    async open(seconds) {
      if (isOpen()) {
        throw new GatewayError('conflict', 'The commissioning window is open already', { reason: 'window_open' });
      }
      const close = () =>
        window.close().catch((error: unknown) => ports.log.warn('matter window not closed', { error }));
      opened = { seconds, cancel: ports.clock.after(seconds * 1000, () => void close()) };
      try {
        await node.commissioner().allowBasicCommissioning(ended);
      } catch (error) {
        opened.cancel();
        opened = undefined;
        throw error;
      }
      const { discriminator } = codes();
      ports.publish({
        topic: 'matter.commissioning_window_opened',
        type: 'matter.commissioning_window_opened',
        payload: { discriminator, passcode: 0, duration_seconds: seconds, qr_code: '', manual_code: '' },
      });
    },
    close: () => node.commissioner().endCommissioning(),
  };
  return window;
}

/** Reports the progress of adding the bridge. */
export function progress({ publish }: Pick<BridgePorts, 'publish'>, stage: string, message?: string): void {
  publish({
    topic: 'matter.commissioning_progress',
    type: 'matter.commissioning_progress',
    payload: { stage, ...(message === undefined ? {} : { message }) },
  });
}
