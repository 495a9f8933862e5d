/** Version of the contract, apart from the version of the daemon: grows when the published files change. */
export const API_VERSION = '3.1.0';

/** Capabilities of every build. */
export const BASE_CAPABILITIES = ['rest.v1', 'ws.broadcasts.v1', 'errors.problem_details.v1'] as const;
