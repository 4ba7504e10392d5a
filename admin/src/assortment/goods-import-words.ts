import type { Got } from '../parts/got.ts';
import type { Tone } from '../parts/tag.tsx';

export type GoodsImport = Got<'/api/admin/goods-imports'>['items'][number];

export const goodsStates: Record<GoodsImport['state'], { words: string; tone: Tone }> = {
  reading: { words: 'читается', tone: 'info' },
  failed: { words: 'не прочитана', tone: 'bad' },
  rehearsed: { words: 'проверена', tone: 'plain' },
  running: { words: 'записывается', tone: 'info' },
  done: { words: 'принята', tone: 'good' },
  stopped: { words: 'остановлена', tone: 'warn' },
  undoing: { words: 'возвращается', tone: 'info' },
  undone: { words: 'возвращена', tone: 'plain' },
};

/** While the worker is at it. */
export function isAtWork({ state }: Pick<GoodsImport, 'state'>): boolean {
  return ['reading', 'running', 'undoing'].includes(state);
}
