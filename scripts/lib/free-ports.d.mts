export function freePorts(count: number): Promise<readonly number[]>;
export function freePort(): Promise<number>;
