import { formatPrice } from '#shared/money.ts';
import type { RefundPlan } from './order-types.ts';

/** Money before it moves: how much, to where, by which receipt. */
export function PlanOfRefund({ plan }: { plan: RefundPlan }) {
  return (
    <section className="plan" aria-label="Возврат">
      <p>
        <b className="num plan-sum">{formatPrice(plan.amount)}</b> {plan.destination}
      </p>
      {plan.items.length > 0 ? (
        <>
          <p className="soft small">Чек возврата</p>
          <ul className="plan-items">
            {plan.items.map(({ name, count, price, vat_rate }) => (
              <li key={`${name} ${price} ${count}`}>
                <span>{name}</span>
                <span className="num">
                  {count} × {formatPrice(price)}
                  {vat_rate === null ? '' : vat_rate === 0 ? ', без НДС' : `, НДС ${vat_rate} %`}
                </span>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p className="soft small">Чека нет: деньги пришли переводом на счёт</p>
      )}
    </section>
  );
}
