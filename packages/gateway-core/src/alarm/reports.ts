import type { Ccu } from '@ccu-gateway/ccu-client';

/** A value that a CCU has just sent by itself. */
export interface LiveReport {
  readonly central: string;
  readonly channelAddress: string;
  readonly parameter: string;
  /** Milliseconds since the Unix epoch; the model has the value with this time. */
  readonly at: number;
}

/** Reports of all connected CCUs, never values that were read. */
export interface LiveReports {
  /** Follows a CCU, after the model does. Returns the function that ends it. */
  follow(ccu: Pick<Ccu, 'name' | 'on'>): () => void;
  /** Returns the function that ends it. */
  subscribe(listener: (report: LiveReport) => void): () => void;
}

/**
 * Passes the reports of CCUs on, also those of an unchanged value, of which the stream has no event.
 *
 * @example
 * const reports = createLiveReports();
 * const stop = reports.follow(ccu);
 */
export function createLiveReports(): LiveReports {
  const listeners = new Set<(report: LiveReport) => void>();
  return {
    follow: (ccu) =>
      ccu.on((event) => {
        if (event.type !== 'value') return;
        const { channelAddress, parameter, at } = event;
        for (const listener of listeners) listener({ central: ccu.name, channelAddress, parameter, at });
      }),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
