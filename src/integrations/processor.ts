/** What a partner learns of a person, in the words of the policy: its name, what it gets and what for. */
export type Processor = { name: string; gets: string; purpose: string };
