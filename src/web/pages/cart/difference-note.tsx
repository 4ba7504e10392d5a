import { useEffect, useRef } from 'react';
import { formatPrice } from '#shared/money.ts';
import { shownAmount, shownPrice } from '#shared/unit-words.ts';
import { Icon } from '#web/ui/icon.tsx';
import type { CartAnswer } from './cart-answer.ts';

/**
 * S7-32: what changed while the order was being placed. «Согласен» sends the same form with these counts and this sum.
 */
export function DifferenceNote({ difference }: { difference: NonNullable<CartAnswer['difference']> }) {
  const box = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new difference takes the focus
  useEffect(() => box.current?.focus(), [difference]);
  const { lines, was_total, now_total } = difference;
  return (
    <section className="panel diff" ref={box} tabIndex={-1} role="alert" aria-labelledby="diff-title">
      <h2 className="diff__title" id="diff-title">
        <Icon name="clock" />
        Пока вы оформляли, кое-что изменилось
      </h2>
      <ul>
        {lines.map((line) => (
          <li key={line.id}>
            <span>{line.name}</span>
            <span className="num">
              {line.now !== line.was ? (
                <>
                  {shownAmount(line.was, line.shown_unit)} →{' '}
                  <b className="b">{line.now > 0 ? shownAmount(line.now, line.shown_unit) : 'нет'}</b>
                </>
              ) : null}
              {line.now > 0 && line.now_price !== line.was_price ? (
                <>
                  {line.now !== line.was ? ', ' : ''}
                  {formatPrice(shownPrice(line.was_price, line.shown_unit))} →{' '}
                  <b className="b">{formatPrice(shownPrice(line.now_price, line.shown_unit))}</b>
                </>
              ) : null}
            </span>
          </li>
        ))}
      </ul>
      {now_total === null ? (
        <p>Ничего из выбранного сейчас нельзя заказать.</p>
      ) : (
        <>
          <p className="num">
            Итого было {formatPrice(was_total)}, теперь <b className="b">{formatPrice(now_total)}</b>. Всё, что вы
            ввели, на месте.
            {lines.some(({ was, now }) => now < was) ? ' Чего не хватает, останется в корзине.' : ''}
          </p>
          {difference.agreed.map(({ id, count }) => (
            <input key={id} type="hidden" name={`agreed_count_${id}`} value={count} />
          ))}
          <input type="hidden" name="agreed_total" value={now_total} />
          <button type="submit" className="btn btn--primary num" name="intent" value="agree">
            Согласен, оформить на {formatPrice(now_total)}
          </button>
        </>
      )}
    </section>
  );
}
