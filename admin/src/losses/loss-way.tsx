import { type DemandCause, demandCauseWords } from '#shared/demand-causes.ts';
import { PageLink } from '../parts/page-link.tsx';
import { useCan } from '../session/session.ts';

export type Lost = { cause: DemandCause; product_id: number | null; name: string | null };

/** Where that is looked into, and who may. */
function wayOf({ cause, product_id, name }: Lost): { to: string; permission: string } {
  const q = encodeURIComponent(name ?? '');
  const ways: Record<DemandCause, { to: string; permission: string }> = {
    out_of_stock: { to: `/catalogue/${product_id}`, permission: 'catalogue.read' },
    asked_more: { to: '/orders?view=list&flag=is_short', permission: 'orders.read' },
    left_cart: { to: `/prices?q=${q}`, permission: 'prices.read' },
    waiting: { to: `/stock?q=${q}`, permission: 'stock.read' },
    not_found: { to: `/search?q=${q}`, permission: 'search.write' },
  };
  return ways[cause];
}

/** What to do about a loss, as a link to the screen of it; nothing for whoever may not open that. */
export function LossWay({ loss }: { loss: Lost }) {
  const { to, permission } = wayOf(loss);
  const may = useCan(permission);
  if (!may || (loss.cause === 'not_found' && loss.name === null)) return null;
  return <PageLink to={to}>{demandCauseWords[loss.cause].action}</PageLink>;
}

/** The product, or the query in quotation marks. */
export function lossName({ cause, name }: Lost): string {
  if (name === null) return 'Запросы старше 90 дней';
  return cause === 'not_found' ? `«${name}»` : name;
}
