import type { ChangeEvent, KeyboardEvent } from 'react';
import { countOf } from '#shared/plurals.ts';

type FindLinesProps = {
  /** Called with what was typed, as it is typed. */
  onFind: (words: string) => void;
  /** How many lines have it; null: nothing is looked for. */
  found: number | null;
};

/** Narrows what is shown of a long cart. The rest is still in the form and in the order, so the field says so. */
export function FindLines({ onFind, found }: FindLinesProps) {
  return (
    <div className="cart__find js">
      <input
        type="search"
        className="input"
        placeholder="Найти в корзине"
        aria-label="Найти в корзине"
        autoComplete="off"
        {...apart(onFind)}
      />
      <p className="small soft" role="status">
        {found === null ? null : foundWords(found)}
      </p>
    </div>
  );
}

function foundWords(found: number): string {
  if (found === 0) return 'Такого в корзине нет';
  return `Нашлось: ${countOf(found, 'товар', 'товара', 'товаров')}. Остальные тоже в корзине`;
}

/** The field belongs to no order: the cart's form neither counts again nor is sent because of it. */
function apart(onFind: (words: string) => void) {
  return {
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      event.stopPropagation();
      onFind(event.currentTarget.value);
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Enter') event.preventDefault();
    },
  };
}
