import { type DemandCause, demandCauseWords } from '#shared/demand-causes.ts';
import { PageLink } from '../parts/page-link.tsx';
import { useSession } from '../session/session.ts';

export type Lost = { cause: DemandCause; product_id: number | null; name: string | null };
type Way = { words: string; to: string; permission: string };

/** Where that is mended, the first way first, and who may. */
function waysOf({ cause, product_id, name }: Lost): Way[] {
  const q = encodeURIComponent(name ?? '');
  const words = demandCauseWords[cause].action;
  const purchase = { words: 'В закупку', to: `/losses/purchase?q=${q}`, permission: 'reports.money' };
  const ways: Record<DemandCause, Way[]> = {
    out_of_stock: [{ words, to: `/catalogue/${product_id}?tab=links`, permission: 'catalogue.write' }, purchase],
    asked_more: [{ words, to: '/orders?view=list&flag=is_short', permission: 'orders.read' }, purchase],
    left_cart: [{ words, to: `/prices?q=${q}`, permission: 'prices.read' }],
    waiting: [{ ...purchase, words }],
    not_found: name === null ? [] : [{ words, to: `/search?q=${q}`, permission: 'search.write' }],
  };
  return ways[cause];
}

/** What to do about a loss, as links to the screens of it; `most` of them that this person may open. */
export function LossWay({ loss, most }: { loss: Lost; most: number }) {
  const { me } = useSession();
  const ways = waysOf(loss).filter(({ permission }) => me.permissions.includes(permission));
  const links = ways.slice(0, most).map(({ words, to }) => (
    <PageLink key={to} to={to}>
      {words}
    </PageLink>
  ));
  return links.length > 1 ? <span className="row-buttons">{links}</span> : links;
}

/** The product, or the query in quotation marks. */
export function lossName({ cause, name }: Lost): string {
  if (name === null) return 'Запросы старше 90 дней';
  return cause === 'not_found' ? `«${name}»` : name;
}
