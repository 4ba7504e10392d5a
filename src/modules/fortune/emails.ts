import type { EmailMessage } from '#modules/mail/email.ts';
import { branchValues, closingWords, composeWordedEmail, leadWords } from '#modules/mail/worded-email.ts';
import { formatDateTime } from '#shared/dates.ts';
import { formatPrice } from '#shared/money.ts';
import { phoneList } from '#shared/phone.ts';
import { cartUrl, fortuneUrl } from '#shared/urls.ts';
import { commitOf } from './draw.ts';
import { campaignZone } from './periods.ts';
import type { Campaign, Prize, Spin } from './queries.ts';
import type { Spinner } from './spin-wheel.ts';

/** What came of the spin: the coupon with its terms, and what checks the draw. */
export function prizeEmail(
  campaign: Pick<Campaign, 'title' | 'code'>,
  { spin, prize, drawn }: { spin: Spin; prize: Prize; drawn: Prize },
  origin: string,
  branch: Spinner['branch'],
): EmailMessage {
  const [phone] = phoneList(branch.phones);
  return composeWordedEmail(
    { kind: 'prize', department_id_1c: branch.id_1c, values: { ...branchValues(branch), приз: prize.name } },
    [
      leadWords(),
      ...(prize.id === drawn.id
        ? []
        : [
            {
              kind: 'text',
              text: `Выпал приз «${drawn.name}», но он уже закончился. По правилам вместо него — утешительный приз.`,
            } as const,
          ]),
      { kind: 'code', label: 'Купон', code: spin.coupon },
      {
        kind: 'facts',
        rows: [
          { name: 'Скидка', value: formatPrice(prize.sum_kopecks) },
          { name: 'При покупке', value: `от ${formatPrice(prize.min_sum_kopecks)}` },
          { name: 'Действует до', value: formatDateTime(spin.coupon_ends_at, campaignZone) },
        ],
      },
      {
        kind: 'text',
        text: 'Купон личный: сработает один раз, когда вы вошли в кабинет с этой почтой. На цены для бизнеса и вместе с другим купоном не действует.',
      },
      { kind: 'button', label: 'В корзину', url: origin + cartUrl() },
      closingWords(),
      { kind: 'text', text: 'Проверить, что розыгрыш честный, можно на странице колеса. Данные вашего вращения:' },
      {
        kind: 'facts',
        rows: [
          { name: 'Вращение', value: `${campaign.code} № ${spin.number}` },
          { name: 'Билет', value: spin.ticket },
          { name: 'Контрольная сумма', value: commitOf(spin.server_seed) },
          { name: 'Число билета', value: spin.server_seed },
          { name: 'Ваше слово', value: spin.client_seed },
          { name: 'Бросок', value: String(spin.roll) },
        ],
      },
      { kind: 'button', label: 'Страница колеса', url: origin + fortuneUrl() },
    ],
    (seller) => [
      `${seller.name}, ${branch.name_for_site}`,
      `${branch.city}, ${branch.address}${phone ? `, ${phone}` : ''}`,
      `Розыгрыш «${campaign.title}»`,
    ],
  );
}
