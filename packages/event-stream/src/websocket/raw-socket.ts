/** The output side of an upgraded socket: whole frames in, nothing queued by us. */
export interface RawSocket {
  /** False: the bytes are taken, but no more before `onDrain`'s callback. */
  write(bytes: Uint8Array): boolean;
  onDrain(callback: () => void): void;
  onClose(callback: () => void): void;
  destroy(): void;
}
