import { shortMoment } from '../parts/moments.ts';

type Row = { state: string; due_at: string | null; is_late: boolean };

/** Until when what waits was promised. `words`: what is to be done, «ответить». */
export function Due({ row: { state, due_at: due, is_late: isLate }, words }: { row: Row; words: string }) {
  if (state !== 'new' || due === null) return null;
  return (
    <span className={isLate ? 'block bad small' : 'block soft small'}>
      {isLate ? 'просрочено, ' : ''}
      {words} до {shortMoment(due)}
    </span>
  );
}
