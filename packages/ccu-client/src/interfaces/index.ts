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
  SERVER_NAMES,
} from '../model/interfaces.js';
