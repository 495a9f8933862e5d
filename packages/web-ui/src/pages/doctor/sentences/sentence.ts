/** English sentence of the gateway with its German translation. `{name}` is a fact of the finding. */
export type Sentence = readonly [english: string, german: string];

/** Sentences of findings by id: finding, consequence and remedy, in every variant. */
export type Sentences = Readonly<Record<string, readonly Sentence[]>>;
