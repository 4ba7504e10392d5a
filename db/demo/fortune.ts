import { createCampaign, publishCampaign } from '#modules/fortune/change-campaign.ts';
import { campaignZone } from '#modules/fortune/periods.ts';
import type { CampaignInput } from '#modules/fortune/schema.ts';
import type { Db } from '#platform/database.ts';
import type { SecretKeys } from '#platform/secret-keys.ts';
import { formatPrice } from '#shared/money.ts';
import { zonedDayWords } from '#shared/until-words.ts';
import { addDays, localTime, momentOf } from '#shared/zoned-time.ts';
import { demoSettings } from './settings.ts';

const { company } = demoSettings;

/** Sector by sector; the weights make a thousand. */
const prizes: (CampaignInput['prizes'][number] & { name: string })[] = [
  prize(500, 150, { min: 2_500 }),
  prize(100, 500, { min: 1_000, is_consolation: true }),
  prize(1_000, 40, { min: 5_000 }),
  prize(300, 300, { min: 1_500 }),
  prize(5_000, 1, { min: 25_000, stock: 5 }),
  prize(2_000, 9, { min: 10_000, stock: 30 }),
];

/** The wheel of the demo shop: it has just begun and runs for six weeks, a spin a month. */
export async function loadFortune(db: Db, keys: SecretKeys, now: Date): Promise<void> {
  const starts_at = mskMidnight(now, -1);
  const ends_at = mskMidnight(now, 43);
  const code = `zima-${now.getUTCFullYear()}`;
  const budget_kopecks = 30_000_000;
  const given: CampaignInput = {
    code,
    title: 'Колесо призов',
    starts_at,
    ends_at,
    period: 'month',
    budget_kopecks,
    prizes,
    organiser: `${company.name}, ИНН ${company.inn}, ОГРН ${company.ogrn}, ${company.email}`,
    rules_html: rulesOf({ starts_at, ends_at, now }, budget_kopecks),
    device_limit: 2,
    address_limit: 20,
  };
  await createCampaign(db, keys, given);
  await publishCampaign(db, code, new Date(starts_at.getTime() - 1));
}

/** Moscow's midnight so many days from now: the wheel turns in whole days. */
function mskMidnight(now: Date, days: number): Date {
  return momentOf(addDays(localTime(now, campaignZone).date, days), 0, campaignZone);
}

function prize(roubles: number, weight: number, more: { min: number; stock?: number; is_consolation?: boolean }) {
  const { min, stock = null, is_consolation = false } = more;
  const sum_kopecks = roubles * 100;
  return {
    name: formatPrice(sum_kopecks),
    weight,
    sum_kopecks,
    min_sum_kopecks: min * 100,
    stock,
    is_consolation,
    coupon_days: roubles >= 1_000 ? 60 : 30,
  };
}

function rulesOf({ starts_at, ends_at, now }: Record<'starts_at' | 'ends_at' | 'now', Date>, budget_kopecks: number) {
  return `<h3>Кто проводит и когда</h3>
<p>Розыгрыш проводит ${company.name}. Он идёт с ${zonedDayWords(starts_at, campaignZone, now)} по ${zonedDayWords(new Date(ends_at.getTime() - 1), campaignZone, now)} включительно, по московскому времени, во всех городах магазина. Участие бесплатное, покупать ничего не нужно.</p>
<h3>Кто участвует</h3>
<p>Любой человек с кабинетом на сайте и подтверждённой почтой. Одно вращение на человека в календарный месяц. С одного устройства — не больше двух вращений в месяц, из одной сети — не больше двадцати. Адреса временной почты не участвуют. Разные написания одного адреса считаем одним адресом.</p>
<h3>Как определяется приз</h3>
<p>Приз определяет сервер в момент нажатия, до того как колесо повернулось; колесо только показывает результат. Шансы каждого приза указаны в таблице и не меняются до конца розыгрыша. Повторное нажатие показывает тот же приз. Способ розыгрыша и проверка описаны на этой странице.</p>
<h3>Призы и фонд</h3>
<p>Призовой фонд — ${formatPrice(budget_kopecks)}: столько составляет сумма номиналов всех купонов, которые можно выдать. Если выпавший приз закончился или на него не хватает остатка фонда, вместо него выдаётся утешительный приз — купон на 100&nbsp;₽. Когда остатка не хватает и на него, розыгрыш останавливается; вращение при этом не тратится.</p>
<h3>Как использовать купон</h3>
<p>Купон личный: он действует только в кабинете, в котором получен, один раз, при покупке от указанной суммы и до указанной даты. Один заказ — один купон. На цены для бизнеса купон не действует, деньгами не выдаётся и другому человеку не передаётся. Если заказ отменён, купон снова можно использовать до конца его срока.</p>
<h3>Какие данные мы храним</h3>
<p>Что выпало, кому и когда. Устройство и сеть зашифрованы так, что узнать их нельзя, и стираются через 30 дней после конца розыгрыша.</p>`;
}
