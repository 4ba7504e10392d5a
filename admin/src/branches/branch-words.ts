import type { FieldWords } from '../record/values.ts';

/** Fields of a branch, as the form and the journal call them. */
export const branchWords: FieldWords = {};
