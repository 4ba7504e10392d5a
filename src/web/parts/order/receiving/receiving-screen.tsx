import { type ReactNode, useState } from 'react';
import { useFetcher, useLocation, useSearchParams } from 'react-router';
import { phoneHref } from '#shared/phone.ts';
import { unbroken } from '#shared/unbroken.ts';
import {
  guestPassUrl,
  guestReceivingUrl,
  homeCrumb,
  orderPassUrl,
  orderReceivingUrl,
  orderUrl,
  personalOrderUrl,
} from '#shared/urls.ts';
import { useShell } from '#web/parts/request/use-shell.ts';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { Note } from '#web/ui/note.tsx';
import { RouteAnchor } from '#web/ui/route-anchor.tsx';
import { PointFacts } from '../order-facts.tsx';
import { stateBadges } from '../state-badges.ts';
import { ChangeReceiving } from './change-receiving.tsx';
import { PickupSection, StorageTerm } from './pickup-section.tsx';
import type { ReceivingPage } from './read-receiving-page.ts';
import type { ReceivingAnswer } from './receiving-action.ts';

type ScreenProps = { loaded: ReceivingPage; sent: ReceivingAnswer | null; isPersonal?: boolean };

const doneWords: Record<string, string> = {
  receiving: 'Сохранено. Филиал узнает об этом из письма.',
  arrive: 'Пункт знает, что вы подъехали. Назовите код сотруднику.',
  prolong: 'Срок хранения продлён.',
};

/** S2-19: how, when and by whom the order is received. */
export function ReceivingScreen({ loaded, sent, isPersonal = false }: ScreenProps) {
  const looking = useFetcher<ReceivingAnswer>();
  const [lookedAt, setLookedAt] = useState<{ sent: ReceivingAnswer | null; changes: number } | null>(null);
  const [params] = useSearchParams();
  const { search } = useLocation();
  const { device } = useShell();
  // Whichever is newer: what a look at other days brought, or what the last press did.
  const isLook = lookedAt !== null && lookedAt.sent === sent && lookedAt.changes === loaded.changes;
  const answer = isLook ? (looking.data ?? sent) : sent;
  const page = answer?.page ?? loaded;
  const url = isPersonal ? orderReceivingUrl(page.id) : guestReceivingUrl(page.id);
  const back = isPersonal ? personalOrderUrl(page.id) : orderUrl(page.id) + tokenOf(search);
  const passUrl = isPersonal ? orderPassUrl(page.id) : guestPassUrl(page.id) + tokenOf(search);
  const done = sent ? null : doneWords[params.get('done') ?? ''];
  const facts = <Facts page={page} answer={answer} />;
  const isPhone = device === 'mobile';
  // Whoever takes a ready order out of a pocket is on the way: where and with what comes before what can be changed.
  const isComing = isPhone && (page.state === 'ready' || page.has_pass);
  const here = (
    <>
      {isPhone ? facts : null}
      <PickupSection page={page} answer={answer} />
    </>
  );
  return (
    <>
      {isPersonal ? null : (
        <Breadcrumbs
          crumbs={[homeCrumb, { name: `Заказ ${page.number}`, url: back }]}
          here="Получение"
          device={device}
        />
      )}
      <div className="sheets receiving">
        <div>
          <section className="sheet">
            <h1>Получение заказа</h1>
            <div className="row order__ways">
              <Link className="link num" to={back}>
                Заказ {page.number}
              </Link>
              <span className={`badge badge--${page.is_waiting ? 'warn' : stateBadges[page.state]} order__badge`}>
                {page.state_words}
              </span>
            </div>
            <p className="soft num order__sum">
              {unbroken(page.kept_day ? `${page.goods_words}, храним до ${page.kept_day}` : page.goods_words)}
            </p>
            {page.has_pass ? (
              <p className="row order__ways">
                <Link className="btn btn--primary" to={passUrl}>
                  <Icon name="qr-code" size="s" />
                  {page.is_pickup ? 'Показать пропуск' : 'Код для водителя'}
                </Link>
              </p>
            ) : null}
            {done ? (
              <Note kind="ok" role="status" className="order__note">
                {done}
              </Note>
            ) : null}
            {page.rights.why_not && !isAskedAtPoint(page) ? (
              <Note kind="info" className="order__note">
                {withWholePhone(page.rights.why_not)}
              </Note>
            ) : null}
          </section>
          {isComing ? here : null}
          {page.rights.people ? (
            <ChangeReceiving
              key={loaded.changes}
              page={page}
              answer={answer}
              fileUrl={`${url}power-of-attorney/${tokenOf(search)}`}
              look={(form) => {
                setLookedAt({ sent, changes: loaded.changes });
                looking.submit(form, { method: 'post' });
              }}
              isLooking={looking.state !== 'idle'}
            />
          ) : null}
          {isComing ? null : here}
        </div>
        {isPhone ? null : <div>{facts}</div>}
      </div>
    </>
  );
}

/** A ready order is brought to no other point: whoever needs one rings this one up. */
function isAskedAtPoint({ state, rights, place: { point } }: ReceivingPage): boolean {
  return state === 'ready' && rights.time && Boolean(point?.phone);
}

type FactsProps = { page: ReceivingPage; answer: ReceivingAnswer | null };

/** All that is needed to come: where, until when, what with. */
function Facts({ page, answer }: FactsProps) {
  const { point, address, phone } = page.place;
  return (
    <section className="sheet order__facts">
      <div>
        <h2>{point ? 'Пункт выдачи' : 'Адрес доставки'}</h2>
        {point ? <PointFacts point={point} isNow /> : <p>{address}</p>}
        {point || !phone || !page.is_active ? null : (
          <p>
            Филиал:{' '}
            <a className="link b num nowrap" href={phoneHref(phone)}>
              {phone}
            </a>
          </p>
        )}
        <p className="row order__ways">
          <RouteAnchor href={point?.route_link ?? null} className="btn btn--quiet btn--sm" size="s" />
        </p>
        {isAskedAtPoint(page) ? <p className="small soft order__ways">Если нужен другой пункт, позвоните.</p> : null}
      </div>
      {page.kept_text ? (
        <div className="receiving__now">
          <StorageTerm page={page} answer={answer} />
        </div>
      ) : null}
      {page.is_active ? (
        <div>
          <Bring page={page} />
        </div>
      ) : null}
    </section>
  );
}

/** What is needed for the goods to be handed over. */
function Bring({ page }: { page: ReceivingPage }) {
  return (
    <>
      <h2>{page.is_pickup ? 'Что взять с собой' : 'Что приготовить'}</h2>
      <ul className="receiving__bring">
        {page.bring.map((words) => (
          <li key={words}>
            <Icon name="check" size="s" />
            {unbroken(words)}
          </li>
        ))}
      </ul>
    </>
  );
}

function tokenOf(search: string): string {
  const token = new URLSearchParams(search).get('token');
  return token ? `?token=${encodeURIComponent(token)}` : '';
}

/** A phone to be rung up from here; a line may end at its hyphens, and should not. */
function withWholePhone(words: string): ReactNode {
  return words.split(/(\+7[\d-]+\d)/).map((part) =>
    part.startsWith('+7') ? (
      <a className="nowrap link" href={phoneHref(part)} key={part}>
        {part}
      </a>
    ) : (
      unbroken(part)
    ),
  );
}
