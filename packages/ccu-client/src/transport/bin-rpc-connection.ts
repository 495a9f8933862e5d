import type { Socket } from 'node:net';
import { CcuError } from '../model/errors.js';
import type { WireValue } from '../model/model.js';
import { createBinRpcSplitter, decodeBinRpc } from '../wire/codecs/index.js';
import { mapFault, mapTransportError } from './errors.js';

/** Caller that waits for the answer to a call. */
export interface Waiting {
  readonly resolve: (value: WireValue) => void;
  readonly reject: (error: CcuError) => void;
}

/** An open connection to a BIN-RPC server. It carries one call at a time. */
export class BinRpcConnection {
  readonly #socket: Socket;
  #waiting: Waiting | undefined;
  #isOpen = true;
  #hasCarriedCall = false;
  #saidSomething = false;

  /** `onHangUp`: the server closed it while no call was under way. */
  constructor(socket: Socket, onHangUp: () => void) {
    this.#socket = socket;
    const splitter = createBinRpcSplitter();
    socket.on('data', (chunk: Buffer) => {
      this.#saidSomething = true;
      try {
        for (const message of splitter.push(chunk)) this.#settle(message);
      } catch (error) {
        this.drop(mapTransportError(error));
      }
    });
    socket.on('error', (error) => this.drop(mapTransportError(error)));
    socket.on('end', () => socket.destroy());
    socket.on('close', () => {
      const isIdle = this.#isOpen && this.#waiting === undefined;
      this.drop(new CcuError('unreachable', 'the CCU closed the connection'));
      if (isIdle) onHangUp();
    });
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** It has carried a call to its end. */
  get hasCarriedCall(): boolean {
    return this.#hasCarriedCall;
  }

  /** Nothing came since the last call was sent. */
  get isSilent(): boolean {
    return !this.#saidSomething;
  }

  send(bytes: Buffer, waiting: Waiting): void {
    this.#waiting = waiting;
    this.#saidSomething = false;
    this.#socket.write(bytes);
  }

  /** Gives up a call; with it goes the connection, lest the late answer be taken for that of the next call. */
  giveUp(call: Waiting, error: CcuError): void {
    if (this.#waiting === call) this.drop(error);
  }

  drop(error: CcuError): void {
    this.#socket.destroy();
    this.#isOpen = false;
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.reject(error);
  }

  #settle(message: Buffer): void {
    const answer = decodeBinRpc(message);
    const waiting = this.#waiting;
    this.#waiting = undefined;
    this.#hasCarriedCall = true;
    if (waiting === undefined || answer.kind === 'call') return;
    if (answer.kind === 'fault') waiting.reject(mapFault(answer.code, answer.message));
    else waiting.resolve(answer.value);
  }
}
