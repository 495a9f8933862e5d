/** Fault codes of the interface processes. */
export const FAULT_CODE = {
  general: -1,
  unknownDevice: -2,
  unknownParamset: -3,
  deviceExpected: -4,
  unknownParameter: -5,
  unsupported: -6,
  notEnoughDutyCycle: -8,
  outOfRange: -9,
  pending: -10,
} as const;

/** Thrown by a method, to be answered as a fault. */
export class RpcFault extends Error {
  override readonly name = 'RpcFault';

  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

export const unknownDevice = () => new RpcFault(FAULT_CODE.unknownDevice, 'Unknown instance');
export const unknownParamset = () => new RpcFault(FAULT_CODE.unknownParamset, 'Unknown paramset');
export const unknownParameter = () => new RpcFault(FAULT_CODE.unknownParameter, 'Unknown parameter');
export const typeError = () => new RpcFault(FAULT_CODE.general, 'type error');
export const failure = (text: string) => new RpcFault(FAULT_CODE.general, text);
