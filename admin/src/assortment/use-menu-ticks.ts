import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { countOf } from '#shared/plurals.ts';
import { RequestError, request } from '../request.ts';
import type { Category } from './assortment-types.ts';
import { withBelow } from './category-tree.ts';

type Branch = { id_1c: string; name: string };
type Wish = { branch: Branch; ids: number[]; isShown: boolean };
type Done = { wish: Wish; words: string };

const keyOf = (branch: string, id: number) => `${branch} ${id}`;

/**
 * Ticks of categories in the menus of branches: each is saved at once, one call after another, and shown as it was set
 * until the tree is read again. The last one can be taken back.
 */
export function useMenuTicks(all: readonly Category[]) {
  const queries = useQueryClient();
  const [waiting, setWaiting] = useState<ReadonlyMap<string, boolean>>(() => new Map());
  const [done, setDone] = useState<Done | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isWithBelow, setWithBelow] = useState(false);
  const line = useRef<Promise<void>>(Promise.resolve());
  const left = useRef(0);

  async function send({ branch, ids, isShown }: Wish): Promise<number[]> {
    const body = { department_id_1c: branch.id_1c, category_ids: ids, is_shown: isShown };
    const answer = await request<{ changed: number[] }>('/api/admin/category-menus', { method: 'POST', body });
    return answer.body.changed;
  }

  function put(wish: Wish, isUndo = false) {
    const keys = wish.ids.map((id) => keyOf(wish.branch.id_1c, id));
    setProblem(null);
    setDone(null);
    setWaiting((before) => new Map([...before, ...keys.map((key) => [key, wish.isShown] as const)]));
    left.current++;
    line.current = line.current.then(async () => {
      try {
        const ids = await send(wish);
        if (!isUndo && ids.length > 0) setDone({ wish: { ...wish, ids }, words: wordsOf(wish, ids, all) });
      } catch (error) {
        setProblem(error instanceof RequestError ? error.message : 'Не получилось. Повторите');
      }
      left.current--;
      if (left.current > 0) return;
      await queries.invalidateQueries();
      // What was ticked while the tree was read is still on its way.
      if (left.current === 0) setWaiting(new Map());
    });
  }

  return {
    isWithBelow,
    setWithBelow,
    done,
    problem,
    forget: () => setDone(null),
    isShown: ({ id, menus }: Category, { id_1c }: Branch) => waiting.get(keyOf(id_1c, id)) ?? menus.includes(id_1c),
    set: ({ id }: Category, branch: Branch, isShown: boolean) =>
      put({ branch, ids: isWithBelow ? [...withBelow(all, id)] : [id], isShown }),
    undo: () => {
      if (done) put({ ...done.wish, isShown: !done.wish.isShown }, true);
    },
  };
}

export type MenuTicks = ReturnType<typeof useMenuTicks>;

function wordsOf({ branch, isShown }: Wish, ids: number[], all: readonly Category[]): string {
  const [only] = ids;
  const name = ids.length === 1 ? all.find(({ id }) => id === only)?.name : undefined;
  const what = name === undefined ? countOf(ids.length, 'раздел', 'раздела', 'разделов') : `«${name}»`;
  return `${what}: ${isShown ? 'в меню' : 'вне меню'} филиала «${branch.name}».`;
}
