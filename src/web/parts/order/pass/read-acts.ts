import { type Act, listActs } from '#modules/handover/acts.ts';
import type { Db } from '#platform/database.ts';
import { momentWords } from '#shared/until-words.ts';

const proofWords = { pass: 'по пропуску', delegated: 'по переданному пропуску', code: 'по коду' } as const;
const problemWords = { shortage: 'не хватило', defect: 'брак' } as const;

export type ActShown = Omit<Act, 'at' | 'proof' | 'lines'> & {
  time: string;
  proof: string;
  lines: (Omit<Act['lines'][number], 'problem'> & { problem: string | null })[];
};

/** The order's acts in the words both sides read; `zone` is the branch's clock. */
export async function readActs(db: Db, order_id: string, zone: string): Promise<ActShown[]> {
  return (await listActs(db, order_id)).map(({ at, proof, lines, ...act }) => ({
    ...act,
    time: momentWords(at, zone),
    proof: proofWords[proof],
    lines: lines.map((line) => ({ ...line, problem: line.problem && problemWords[line.problem] })),
  }));
}
