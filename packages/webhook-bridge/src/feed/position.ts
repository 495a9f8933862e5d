/** Number up to which a receiver has taken the events. */
export interface Position {
  readonly epoch: string;
  readonly seq: number;
}

/** Store of positions that outlive the process. */
export interface PositionStore {
  /** Undefined for a webhook that was never open. */
  load(webhook: string): Promise<Position | undefined>;
  save(webhook: string, position: Position): Promise<void>;
}
