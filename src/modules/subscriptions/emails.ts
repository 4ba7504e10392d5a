import {
  branchLines,
  composeEmail,
  type EmailBlock,
  type EmailBranch,
  type EmailMessage,
  shopLines,
} from '#modules/mail/email.ts';
import { branchValues, closingWords, composeWordedEmail, leadWords } from '#modules/mail/worded-email.ts';
import { countOf } from '#shared/plurals.ts';
import { pricePer, type ShownUnit } from '#shared/unit-words.ts';
import { subscriptionTopics } from './schema.ts';

/** A product as an email names it; `url` is whole. */
/** Prices in kopecks per sales unit. */
export type EmailProduct = {
  name: string;
  url: string;
  price: number;
  was: number | null;
  shown_unit: ShownUnit;
  stock: string;
};

/** To an address nobody has proven yet: what was asked for, and a link to agree. */
export function confirmEmail(link: string): EmailMessage {
  const topics = Object.values(subscriptionTopics).map(({ words }) => words.toLowerCase());
  return composeEmail(
    'Подтвердите подписку',
    'Подтвердите подписку',
    [
      {
        kind: 'text',
        text: `На этот адрес попросили присылать письма магазина: ${topics.join(', ')} — что именно, видно по ссылке. Пока вы не подтвердите, ничего присылать не будем.`,
      },
      { kind: 'button', label: 'Посмотреть и подтвердить', url: link },
      { kind: 'text', text: 'Если вы этого не просили, ничего делать не нужно.' },
    ],
    shopLines,
  );
}

/** A branch with its own words. */
type WritingBranch = EmailBranch & { id_1c: string };

/** Everything one person waited for in one branch; `manage` is the signed link of the address. */
export function alertEmail(
  branch: WritingBranch,
  { drops, returned }: { drops: EmailProduct[]; returned: EmailProduct[] },
  manage: string,
): EmailMessage {
  const subject = [
    drops.length > 0 && titleOf(drops, 'Подешевело'),
    returned.length > 0 && titleOf(returned, drops.length > 0 ? 'снова в наличии' : 'Снова в наличии'),
  ]
    .filter(Boolean)
    .join(', ');
  const title = { subject, heading: subject };
  return composeWordedEmail(
    { kind: 'goods_alert', department_id_1c: branch.id_1c, values: branchValues(branch), title },
    [
      leadWords(),
      ...section(drops, 'Цена стала ниже, чем была, когда вы попросили следить за ней:'),
      ...section(returned, 'Эти товары снова есть. О каждом мы сообщаем один раз, потом уведомление отключается само:'),
      closingWords(),
      { kind: 'text', text: 'Цена и наличие — на момент отправки письма, товары не зарезервированы.' },
      { kind: 'link', label: 'Все уведомления на этот адрес, отписаться', url: manage },
    ],
    branchLines(branch),
  );
}

/** Discounts and actions of the branch, for whoever asked for news. */
export function newsEmail(
  branch: WritingBranch & { in_city: string },
  { actions, goods }: { actions: { name: string; until: string; url: string }[]; goods: EmailProduct[] },
  links: { catalogue: string; manage: string },
): EmailMessage {
  const values = { ...branchValues(branch), 'в городе': branch.in_city };
  return composeWordedEmail(
    { kind: 'news', department_id_1c: branch.id_1c, values },
    [
      leadWords(),
      ...(actions.length > 0
        ? [
            { kind: 'text' as const, text: 'Акции вашего города:' },
            {
              kind: 'goods' as const,
              rows: actions.map(({ name, until, url }) => ({ name, url, notes: [`до ${until}`] })),
            },
          ]
        : []),
      ...section(goods, 'Подешевело и есть в наличии:'),
      { kind: 'button', label: 'Все скидки', url: links.catalogue },
      closingWords(),
      { kind: 'text', text: 'Цены и наличие — на момент отправки письма.' },
      { kind: 'link', label: 'Реклама. Вы на неё подписались. Отписаться в один клик', url: links.manage },
    ],
    branchLines(branch),
  );
}

function titleOf(goods: EmailProduct[], words: string): string {
  const [only] = goods;
  return goods.length === 1 && only
    ? `${words}: ${only.name}`
    : `${words}: ${countOf(goods.length, 'товар', 'товара', 'товаров')}`;
}

function section(goods: EmailProduct[], words: string): EmailBlock[] {
  if (goods.length === 0) return [];
  const rows = goods.map(({ name, url, price, was, shown_unit, stock }) => ({
    name,
    url,
    notes: [
      was !== null && was > price
        ? `${pricePer(price, shown_unit)} вместо ${pricePer(was, shown_unit)}`
        : pricePer(price, shown_unit),
      stock,
    ],
  }));
  return [
    { kind: 'text', text: words },
    { kind: 'goods', rows },
  ];
}
