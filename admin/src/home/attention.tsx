import { formatCount } from '#shared/plurals.ts';
import { PageLink } from '../parts/page-link.tsx';
import { shortPrice } from '../parts/short-price.ts';
import type { Dashboard } from './home.tsx';
import { waitingWords } from './waiting-words.ts';

type Queue = { to: string; label: string; note: string; count: number; tone: 'bad' | 'warn' | 'plain' };
type Props = Pick<Dashboard, 'orders' | 'goods' | 'texts' | 'waiting'>;

/** What waits for this person, by what it waits for; each leads to its list. */
export function Attention({ orders, goods, texts, waiting }: Props) {
  const queues: Queue[] = [...(orders ? ordersQueues(orders) : []), ...waiting.map(queueOf)];
  if (goods)
    queues.push({
      to: '/catalogue?state=low&state=on&sort=quality',
      label: 'Качество ниже 70',
      note: 'чего не хватает товарам на сайте',
      count: goods.low_quality,
      tone: 'plain',
    });
  if (texts && texts.found > 0)
    queues.push({
      to: '/seo/problems',
      label: 'Замечания к текстам',
      note: 'нашла ночная проверка',
      count: texts.found,
      tone: 'plain',
    });
  return (
    <section aria-label="Требует внимания">
      <ul className="attention">
        {queues.map(({ to, label, note, count, tone }) => (
          <li key={label}>
            <PageLink to={to}>
              <b className={`num ${count === 0 ? 'none' : tone}`}>{formatCount(count)}</b>
              <span>
                {label}
                <small>{note}</small>
              </span>
            </PageLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Late work is said so, and stands in the colour of it. */
function queueOf({ queue, count, late }: Dashboard['waiting'][number]): Queue {
  const { to, label, note, ifLate } = waitingWords[queue];
  if (late === 0) return { to, label, note, count, tone: 'plain' };
  return { to, label, note: ifLate ?? `просрочено ${formatCount(late)}`, count, tone: 'bad' };
}

function ordersQueues(orders: NonNullable<Dashboard['orders']>): Queue[] {
  return [
    {
      to: '/orders?chip=overdue',
      label: 'Просрочены',
      note: 'обещанный день прошёл',
      count: orders.overdue,
      tone: 'bad',
    },
    {
      to: '/orders?chip=short',
      label: 'Не хватает товара',
      note: 'предложите замену',
      count: orders.short,
      tone: 'bad',
    },
    {
      to: '/orders?view=list&state=new',
      label: 'Новые',
      note: 'никто не начал собирать',
      count: orders.fresh,
      tone: 'warn',
    },
    {
      to: '/orders?chip=unpaid',
      label: 'Ждут оплаты',
      note: orders.unpaid > 0 ? `на ${shortPrice(orders.unpaid_sum)}` : 'онлайн, по счёту, в кредит',
      count: orders.unpaid,
      tone: 'plain',
    },
    {
      to: '/orders?chip=consent',
      label: 'Ждут согласия',
      note: 'покупатель выбирает замену',
      count: orders.consent,
      tone: 'plain',
    },
  ];
}
