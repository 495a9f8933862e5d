/** A message of a flow. */
export type Message = Readonly<Record<string, unknown>>;

/** A text below a node in the editor. */
export interface NodeStatus {
  readonly fill?: 'red' | 'green' | 'yellow' | 'blue' | 'grey';
  readonly shape?: 'ring' | 'dot';
  readonly text?: string;
}

/** Sends one message to the first output, or one to each output. */
export type Send = (message: Message | readonly (Message | null)[]) => void;

/** A node of a flow, as far as the nodes here use it. */
export interface RedNode {
  readonly id: string;
  readonly credentials?: Readonly<Record<string, string | undefined>>;
  on(event: 'input', listener: (message: Message, send: Send, done: (error?: Error) => void) => void): void;
  /** `removed`: the node is no longer in the flow, and does not come back. */
  on(event: 'close', listener: (removed: boolean, done: () => void) => void): void;
  send: Send;
  status(status: NodeStatus): void;
  warn(text: string): void;
}

/** The settings of a node as the flow has them: texts and switches of its form. */
export type NodeConfig = Readonly<Record<string, unknown>>;

/** A request of the editor. */
export interface AdminRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
}

/** The answer to a request of the editor. */
export interface AdminResponse {
  status(code: number): AdminResponse;
  json(body: unknown): unknown;
}

export type AdminHandler = (request: AdminRequest, response: AdminResponse, next: () => void) => unknown;

/** The part of the runtime of Node-RED that the nodes use. */
export interface Red {
  readonly nodes: {
    createNode(node: RedNode, config: NodeConfig): void;
    registerType(
      type: string,
      start: (this: RedNode, config: NodeConfig) => void,
      options?: { readonly credentials: Readonly<Record<string, { readonly type: 'text' | 'password' }>> },
    ): void;
    getNode(id: string): RedNode | null | undefined;
  };
  readonly events: {
    on(event: string, listener: () => void): unknown;
    removeListener(event: string, listener: () => void): unknown;
  };
  readonly httpAdmin: { get(path: string, ...handlers: readonly AdminHandler[]): unknown };
  readonly auth: { needsPermission(permission: string): AdminHandler };
  readonly settings: { readonly userDir?: string };
  /** Translates a text of the catalogue into the language of the runtime. */
  _(key: string, values?: Readonly<Record<string, unknown>>): string;
}
