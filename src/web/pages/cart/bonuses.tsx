import type { KeyboardEvent } from 'react';
import { formatPrice } from '#shared/money.ts';
import { countOf, formatCount } from '#shared/plurals.ts';
import { Icon } from '#web/ui/icon.tsx';
import type { CartBonuses } from './spend-bonuses.ts';

/**
 * How many bonuses of the buyer's card pay for this order, and how many it brings; `error`: what was wrong with the
 * number typed last.
 */
export function Bonuses({ bonuses, error }: { bonuses: CartBonuses; error: string | null }) {
  const { balance, most, used, bonus_kopecks, why_none, earned, leaves_out } = bonuses;
  return (
    <div className="coupon">
      {used > 0 ? <input type="hidden" name="used_bonuses" value={used} /> : null}
      {most > 0 && used === 0 ? (
        <label htmlFor="bonuses" className="small b coupon__label">
          Сколько бонусов списать
        </label>
      ) : null}
      {most > 0 ? (
        <div className="coupon__row">
          {used > 0 ? (
            <>
              <span className="input input--coupon">
                <Icon name="wallet" />
                <span className="b num">{countOf(used, 'бонус', 'бонуса', 'бонусов')}</span>
              </span>
              <button
                type="submit"
                className="btn btn--line"
                name="intent"
                value="bonuses-delete"
                aria-label="Убрать бонусы"
              >
                Убрать
              </button>
            </>
          ) : (
            <>
              <span className="input input--coupon">
                <Icon name="wallet" />
                <input
                  key={most}
                  id="bonuses"
                  name="bonuses"
                  className="num"
                  inputMode="numeric"
                  autoComplete="off"
                  maxLength={7}
                  defaultValue={most}
                  aria-invalid={error ? true : undefined}
                  aria-describedby={error ? 'bonuses-error bonuses-terms' : 'bonuses-terms'}
                  onKeyDown={pressOnEnter}
                />
              </span>
              <input type="hidden" name="proposed_bonuses" value={most} />
              <button type="submit" className="btn btn--line" name="intent" value="bonuses">
                Списать
              </button>
            </>
          )}
        </div>
      ) : null}
      {error ? (
        <p className="field__err" id="bonuses-error" role="alert">
          <Icon name="circle-alert" size="s" />
          {error}
        </p>
      ) : null}
      {balance > 0 ? (
        <p className="small soft coupon__ok num" id="bonuses-terms">
          На карте {countOf(balance, 'бонус', 'бонуса', 'бонусов')}
          {used > 0 ? '.' : why_none ? `. ${why_none}.` : `, на этот заказ можно списать ${mostWords(bonuses)}.`}
          {why_none ? '' : ` 1 бонус = ${formatPrice(bonus_kopecks)}`}
        </p>
      ) : null}
      {earned > 0 ? (
        <p className="small soft coupon__ok num">
          <b className="b">+{countOf(earned, 'бонус', 'бонуса', 'бонусов')}</b> на карту, когда получите заказ
          {leaves_out ? ': без товаров со\u00a0сниженной ценой' : ''}
        </p>
      ) : null}
    </div>
  );
}

function mostWords({ balance, most }: CartBonuses): string {
  return most === balance && most > 1 ? 'все' : `до\u00a0${formatCount(most)}`;
}

/** Enter presses the button beside the field, not the first one of the form. */
function pressOnEnter(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  event.currentTarget.form?.querySelector<HTMLButtonElement>('[name="intent"][value="bonuses"]')?.click();
}
