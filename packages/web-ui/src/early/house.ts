import { askEarly } from './early-answer.js';
import { houseAddress } from './house-address.js';

/**
 * The house, asked for by the first script of the page: a large one takes the gateway a while, in which the browser reads and
 * runs the app.
 */
export const house = askEarly(
  houseAddress({ baseUri: document.baseURI, storage: localStorage, wanted: navigator.languages }),
  (...request) => fetch(...request),
);
