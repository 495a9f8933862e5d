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
