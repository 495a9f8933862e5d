export { type AddressParts, deviceOf, isAddress, readAddress } from '../model/address.js';
export {
  factsOf,
  hasUsualPort,
  INTERFACE_NAMES,
  INTERFACE_PROFILES,
  type InterfaceFacts,
  type InterfaceProfile,
  interfacesWhere,
  isKnownInterface,
  type KnownInterfaceName,
  placeOf,
  profileOf,
  type RadioFrames,
  SERVER_NAMES,
} from '../model/interfaces.js';
export {
  type RadioCost,
  type RadioMessage,
  type Reception,
  type ReceptionModes,
  radioCost,
  receptionModes,
  receptionOf,
  SENDING_MS_AN_HOUR,
} from '../radio/airtime.js';
