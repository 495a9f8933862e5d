/** The one copy of zod in a gateway, without the languages of its messages: the build of `contract` has it inside. */
export { z } from 'zod';
export { lazily } from './lazily.js';
