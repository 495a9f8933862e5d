import { askEarly } from './early-answer.js';
import { houseAddress } from './house-address.js';

/**
 * The snapshot, requested by the first script of the page. The gateway needs time for a large one, while the browser
 * loads and runs the app.
 */
export const house = askEarly(
  houseAddress({ baseUri: document.baseURI, storage: localStorage, wanted: navigator.languages }),
  (...request) => fetch(...request),
);
