/** A way to a server that can be cut as a network is: what is sent then arrives when it is mended, if anybody still waits for it. */
export interface Gate {
  readonly port: number;
  cut(): void | Promise<void>;
  mend(): void | Promise<void>;
  close(): Promise<void>;
}

/** `target` is asked for the port with each connection. */
export type OpenGate = (target: () => number | Promise<number>) => Promise<Gate>;

export const openGate: OpenGate;
