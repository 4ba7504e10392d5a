import { type Act, listActs } from '#modules/handover/acts.ts';
import type { OrderView } from '#modules/orders/queries.ts';
import type { Db } from '#platform/database.ts';
import { isActive } from '#shared/order-states.ts';
import { momentWords } from '#shared/until-words.ts';

const proofWords = { pass: 'по пропуску', delegated: 'по переданному пропуску', code: 'по коду' } as const;
const problemWords = { shortage: 'не хватило', defect: 'брак' } as const;

export type ActShown = Omit<Act, 'at' | 'proof' | 'lines' | 'is_last'> & {
  time: string;
  proof: string;
  lines: (Omit<Act['lines'][number], 'problem'> & { problem: string | null })[];
  /** What becomes of the rest; null: a later act tells it. */
  rest_words: string | null;
};

/** The order's acts in the words both sides read. */
export async function readActs(db: Db, order: Pick<OrderView, 'id' | 'state' | 'branch'>): Promise<ActShown[]> {
  const acts = await listActs(db, order.id);
  return acts.map(({ at, proof, lines, is_last, ...act }, index) => ({
    ...act,
    time: momentWords(at, order.branch.time_zone),
    proof: proofWords[proof],
    lines: lines.map((line) => ({ ...line, problem: line.problem && problemWords[line.problem] })),
    rest_words: index < acts.length - 1 ? null : restWords(is_last, order),
  }));
}

function restWords(is_last: boolean, { state }: Pick<OrderView, 'state'>): string {
  if (is_last) return 'Заказ выдан полностью.';
  return isActive(state) ? 'Остальное ждёт решения: с вами свяжется филиал.' : 'Заказ закрыт, остальное не выдано.';
}
