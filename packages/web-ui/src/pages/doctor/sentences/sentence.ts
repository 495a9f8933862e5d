/** What the gateway says in English, and the same in German. `{name}` stands for a fact of the finding. */
export type Sentence = readonly [english: string, german: string];

/** The sentences of findings, by id: what was found, why it matters and what helps, in every variant. */
export type Sentences = Readonly<Record<string, readonly Sentence[]>>;
