import { findProgramme, type Programme } from '#modules/loyalty/programmes.ts';
import { formatPrice } from '#shared/money.ts';
import { unbroken } from '#shared/unbroken.ts';
import { contactsUrl, iddCardUrl, personalCardsUrl } from '#shared/urls.ts';
import { examplePurchaseWords, ladderOf, percentSpan, spendWords, termWords } from '#web/parts/loyalty/card-words.ts';
import { NextLevel } from '#web/parts/loyalty/next-level.tsx';
import { shop } from '#web/parts/request/context.ts';
import { metaOf } from '#web/parts/seo/meta.ts';
import { readWritten } from '#web/parts/written/read-written.server.ts';
import { CardFace, RulesTable, WrittenPage } from '#web/parts/written/written-page.tsx';
import { Link } from '#web/ui/link.tsx';
import type { Route } from './+types/bonus-card-route.ts';
import { CardCheck } from './card-check.tsx';
import { checkCard } from './check-card.server.ts';
import { NoCard, OwnCard } from './own-card.tsx';
import { readOwnCard } from './read-own-card.server.ts';

/**
 * S2-16: what the bonus card gives, read from the rows it is counted by; the visitor's own balance; any card's by
 * number and code.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const found = context.get(shop);
  const { db, requestContext } = found;
  const [page, programme, own] = await Promise.all([
    readWritten(found, { slug: 'bonus-card', name: 'Бонусная карта' }),
    findProgramme(db, 'bonus'),
    readOwnCard(found, 'bonus'),
  ]);
  return {
    page,
    lead: programme ? leadOf(programme) : null,
    ladder: programme ? ladderOf(programme) : [],
    counting_words: programme?.counting_days === 365 ? 'последний год' : 'период',
    rules: programme ? rulesOf(programme) : [],
    is_signed: requestContext.account !== null,
    own,
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  return checkCard(context.get(shop), request);
}

export const meta: Route.MetaFunction = ({ loaderData }) => metaOf(loaderData?.page.seo);

export default function BonusCard({ loaderData, actionData }: Route.ComponentProps) {
  const { page, lead, ladder, counting_words, rules, own, is_signed } = loaderData;
  const balance = ladder.length > 0 ? <Balance own={own} isSigned={is_signed} /> : null;
  const isMobile = page.device === 'mobile';
  const onPhone = isMobile && balance ? <div className="club__side">{balance}</div> : null;
  return (
    <WrittenPage
      page={page}
      // A phone shows a card one has at once; who has none reads first what it gives.
      first={
        <>
          {own ? onPhone : null}
          {lead ? <p className="club__lead num">{lead}</p> : null}
        </>
      }
      aside={
        <>
          {isMobile ? null : balance}
          {ladder.length > 0 ? <CardCheck answer={actionData ?? null} /> : null}
        </>
      }
    >
      {own ? null : onPhone}
      {ladder.length > 0 ? (
        <>
          <RulesTable
            caption="Сколько начисляется"
            isShort
            head={['Ступень', unbroken(`Покупки за ${counting_words}`), unbroken(`С ${examplePurchaseWords} вернётся`)]}
            rows={ladder}
          />
          <section className="prose">
            <h2>Правила</h2>
            <Rules rules={rules.slice(0, shownRules)} />
            {rules.length > shownRules ? (
              <details>
                <summary className="link">Все правила</summary>
                <Rules rules={rules.slice(shownRules)} />
              </details>
            ) : null}
            <h2>Потеряли карту</h2>
            <p>
              Если карта привязана к кабинету, перевыпустите её сами в разделе{' '}
              <Link to={personalCardsUrl()}>«Карты»</Link>: номер и код сразу сменятся, бонусы и история останутся. Если
              не привязана, позвоните в <Link to={contactsUrl()}>филиал</Link>.
            </p>
            <p>
              Есть ещё <Link to={iddCardUrl()}>карта ИДД</Link> — скидка на кассе вместо бонусов.
            </p>
          </section>
        </>
      ) : null}
    </WrittenPage>
  );
}

const shownRules = 4;

function Rules({ rules }: { rules: string[] }) {
  return (
    <ul>
      {rules.map((rule) => (
        <li key={rule}>{unbroken(rule)}</li>
      ))}
    </ul>
  );
}

type Own = Route.ComponentProps['loaderData']['own'];

function Balance({ own, isSigned }: { own: Own; isSigned: boolean }) {
  if (!own)
    return (
      <NoCard
        face={<CardFace kind="bonus" title="Бонусная карта" />}
        title={isSigned ? 'У вас ещё нет карты' : 'Получить карту'}
        words={
          isSigned
            ? 'Получите карту за минуту или привяжите по номеру и коду ту, что выдали на кассе.'
            : 'Войдите и получите карту за минуту. Если её уже выдали на кассе, привяжите её по номеру и коду.'
        }
        isSigned={isSigned}
        button={isSigned ? 'Получить или привязать карту' : 'Войти и получить карту'}
      />
    );
  return (
    <OwnCard kind="bonus" title="Бонусная карта" number={own.number}>
      <p className="club__sum num">{own.balance_words}</p>
      {own.held_words ? <p className="small num">{own.held_words}</p> : null}
      {own.expiring_words ? <p className="small">{own.expiring_words}</p> : null}
      {own.level_words ? <p className="small soft">Ступень {own.level_words}</p> : null}
      {own.next_words ? <p className="small soft">{own.next_words}</p> : null}
      <NextLevel progress={own.progress} />
    </OwnCard>
  );
}

/** «Возвращаем 2–5 % от покупки бонусами. 1 бонус = 1 ₽.» */
function leadOf(programme: Programme): string {
  return unbroken(
    `Возвращаем ${percentSpan(programme)} от покупки бонусами. 1\u00a0бонус\u00a0=\u00a0${formatPrice(programme.bonus_kopecks)}.`,
  );
}

function rulesOf(programme: Programme): string[] {
  const { expiry_days, counting_days } = programme;
  return [
    `1 бонус — это скидка в ${formatPrice(programme.bonus_kopecks)} на сайте и на кассе филиала.`,
    ...(expiry_days
      ? [`Бонусы живут ${termWords(expiry_days)} со дня начисления; первыми тратятся те, что сгорят раньше.`]
      : []),
    'Не начисляются: за товары со сниженной ценой, за доставку, за покупки от имени организации и за ту часть цены, которая оплачена бонусами.',
    ...spendingRules(programme),
    'За заказ с сайта бонусы приходят, когда он получен: карта должна быть привязана к кабинету, в котором оформлен заказ.',
    'Сумма округляется вниз до целого бонуса.',
    `Ступень считается по покупкам за последний ${counting_days === 365 ? 'год' : `период: ${termWords(counting_days)}`}.`,
    'При возврате товара снимаются бонусы, которые за него начислены, и возвращаются те, которыми он оплачен.',
  ];
}

/** How bonuses pay in an order, as the cart counts them. */
function spendingRules(programme: Programme): string[] {
  const { least_paid_kopecks, spends_with_coupon, grace_days } = programme;
  const share = spendWords(programme);
  if (share === null) return [];
  return [
    `Бонусами можно оплатить ${share}. Доставку ими не оплатить; деньгами нужно заплатить не меньше ${formatPrice(least_paid_kopecks)}.`,
    spends_with_coupon
      ? 'Купон и бонусы действуют вместе: сначала вычитается купон, потом считается доля бонусов.'
      : 'С купоном бонусы не списываются.',
    'В заказе на сайте бонусы откладываются сразу, а списываются, когда заказ получен. За отменённый заказ и возвращённый товар они возвращаются на карту.',
    `Пока бонусы отложены, они не сгорают; вернувшиеся после срока действуют ещё ${termWords(grace_days)}.`,
  ];
}
