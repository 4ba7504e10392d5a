import { shortMoment } from '../parts/moments.ts';

type Row = { due_at: string | null; is_late: boolean };

/** Until when what waits was promised; nothing of what is done. `words`: what is to be done, «ответить». */
export function Due({ row, waits, words }: { row: Row; waits: boolean; words: string }) {
  const { due_at: due, is_late: isLate } = row;
  if (!waits || due === null) return null;
  return (
    <span className={isLate ? 'block bad small' : 'block soft small'}>
      {isLate ? 'просрочено, ' : ''}
      {words} до {shortMoment(due)}
    </span>
  );
}
