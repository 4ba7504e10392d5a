import './pass.css';
import { useEffect, useState } from 'react';
import { Form, useNavigation } from 'react-router';
import { delegateForm } from '#modules/handover/schema.ts';
import { phoneHref } from '#shared/phone.ts';
import { unbroken } from '#shared/unbroken.ts';
import type { FormAnswer } from '#web/parts/forms/form-answer.ts';
import { FormError } from '#web/parts/forms/form-error.tsx';
import { FormField } from '#web/parts/forms/form-field.tsx';
import { useFormCheck } from '#web/parts/forms/use-form-check.ts';
import { useShell } from '#web/parts/request/use-shell.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';
import { RouteAnchor } from '#web/ui/route-anchor.tsx';
import { useQuietRefresh } from '#web/ui/use-quiet-refresh.ts';
import { PointFacts } from '../order-facts.tsx';
import { ActList } from './act-list.tsx';
import { keepPassOffline } from './keep-offline.ts';
import type { PassPage } from './read-pass-page.ts';

type PassScreenProps = { pass: PassPage; answer: FormAnswer | null; urls: PassUrls; isPersonal?: boolean };

/** Where the order, its receiving and the photographs of its acts are, for this reader. */
export type PassUrls = {
  order: string;
  receiving: string;
  payment: string;
  photo: (act_id: string, position: number) => string;
};

/** S2-19: the pass as large as the screen allows; passes given to others; what was given out. */
export function PassScreen({ pass, answer, urls, isPersonal = false }: PassScreenProps) {
  const { device } = useShell();
  // Beside the menu of the personal area, and on a phone, there is no other column: the point stands within the pass.
  const isInside = (isPersonal || device === 'mobile') && pass.is_usable && pass.point !== null;
  const place = isInside ? (device === 'mobile' ? 'lines' : 'column') : null;
  useEffect(keepPassOffline, []);
  useQuietRefresh(pass.is_active, followMs);
  return (
    <div className="sheets passsheets">
      <div className="passpage">
        <div className={isPersonal && device !== 'mobile' ? 'sheet passpage__head' : 'passpage__head'}>
          <h1>
            {pass.is_pickup ? 'Пропуск на выдачу' : 'Код получения'}, заказ{' '}
            <span className="num nowrap">{pass.number}</span>
          </h1>
          {isPersonal && device === 'mobile' ? null : (
            <Link className="link row" to={urls.order}>
              <Icon name="arrow-left" size="s" />К заказу
            </Link>
          )}
        </div>
        {pass.is_usable ? (
          <BigPass pass={pass} receivingUrl={urls.receiving} payUrl={urls.payment} place={place} />
        ) : pass.is_active ? (
          <NotYet pass={pass} />
        ) : null}
        {pass.state === 'cancelled' ? <p className="sheet">Заказ отменён, пропуск не нужен.</p> : null}
        <ActList acts={pass.acts} photoUrl={urls.photo} />
        {pass.return_text ? <p className="sheet">{pass.return_text}</p> : null}
        {pass.is_active && pass.may_change ? <Delegating pass={pass} answer={answer} /> : null}
      </div>
      {isInside ? null : (
        <section className="sheet order__facts">
          <div>
            <h2>{pass.point ? 'Пункт выдачи' : 'Филиал'}</h2>
            <PointFacts point={pass.point ?? pass.branch} />
          </div>
        </section>
      )}
    </div>
  );
}

/** Nothing can be handed over yet: a code that the desk would refuse is not shown. */
function NotYet({ pass }: { pass: PassPage }) {
  return (
    <p className="sheet" role="status">
      Код появится здесь, когда {pass.is_pickup ? 'заказ будет готов к выдаче' : 'машина с заказом выедет'}: мы пришлём
      об этом письмо. Сейчас заказ «{pass.state_words}».
      {pass.is_money_awaited ? ' Выдадим его, когда поступит оплата.' : ''}
    </p>
  );
}

type BigPassProps = {
  pass: PassPage;
  receivingUrl: string;
  payUrl: string;
  /** How the point stands within the pass; null: it stands beside it. */
  place: 'lines' | 'column' | null;
};

function BigPass({ pass, receivingUrl, payUrl, place }: BigPassProps) {
  const { point } = pass;
  const route = point?.route_link ?? null;
  return (
    <section
      className={place === 'column' ? 'pass pass--big pass--placed' : 'pass pass--big'}
      data-ground="dark"
      aria-label="Пропуск"
    >
      <div className="pass__qr">
        <QrCode code={pass.qr} label={`QR-код заказа ${pass.number}`} />
      </div>
      <div className="pass__body">
        <p className="soft">{pass.is_pickup ? 'Покажите код на выдаче' : 'Назовите код водителю'}</p>
        <p className="pass__code">{pass.code}</p>
        {pass.kept_text ? <p className="b num">{pass.kept_text}</p> : null}
        {point && place !== 'column' ? <PointLines point={point} hasHours={place === 'lines'} /> : null}
        <p className="num">
          {unbroken(pass.payment_text)}
          {pass.may_pay_online ? (
            <>
              {'. '}
              <Link className="link nowrap" to={payUrl}>
                Оплатить онлайн
              </Link>
            </>
          ) : null}
        </p>
        <p>Получатель: {pass.recipient}</p>
        <p className="soft num">{pass.goods_text}</p>
        {pass.may_arrive || route ? (
          <div className="pass__acts">
            {pass.may_arrive ? (
              <Form method="post" action={receivingUrl}>
                <button type="submit" className="btn btn--main" name="intent" value="arrive">
                  <Icon name="car" />Я подъехал
                </button>
              </Form>
            ) : null}
            <RouteAnchor href={route} className={pass.may_arrive ? 'btn' : 'btn btn--main'} />
          </div>
        ) : null}
        <p className="soft small">Открытый однажды, пропуск работает без&nbsp;интернета.</p>
      </div>
      {point && place === 'column' ? (
        <div className="pass__point">
          <h2>Пункт выдачи</h2>
          <PointFacts point={point} isNow />
        </div>
      ) : null}
    </section>
  );
}

/** Where to come, under the code. */
function PointLines({ point, hasHours }: { point: NonNullable<PassPage['point']>; hasHours: boolean }) {
  return (
    <div className="num pass__where">
      <p>
        {unbroken(point.address)}
        {point.open_words ? `. ${point.open_words}` : ''}
      </p>
      {hasHours ? <p className="soft">{point.hours.join(', ')}</p> : null}
      {hasHours && point.phone ? (
        <a className="link link--line" href={phoneHref(point.phone)}>
          {point.phone}
        </a>
      ) : null}
    </div>
  );
}

function Delegating({ pass, answer }: { pass: PassPage; answer: FormAnswer | null }) {
  const check = useFormCheck(delegateForm, answer);
  const isBusy = useNavigation().state !== 'idle';
  const open = pass.delegated.find(({ is_open }) => is_open);
  const past = pass.delegated.filter(({ is_open }) => !is_open);
  return (
    <section className="sheet">
      <h2>{pass.is_pickup ? 'Заказ заберёт другой человек' : 'Заказ примет другой человек'}</h2>
      <FormError words={answer?.error} />
      {open ? (
        <>
          <p>
            Пропуск передан: <b className="b">{open.name}</b>, <span className="num soft">{open.created_text}</span>. Он
            действует один раз, пока вы его не отозвали.
          </p>
          <p className="passlink">
            <a className="link" href={open.link}>
              Ссылка на пропуск
            </a>
            <ShareLink link={open.link} text={`Пропуск на заказ ${pass.number}`} />
          </p>
          <Form method="post" preventScrollReset>
            <button type="submit" className="btn btn--line" name="intent" value="revoke" disabled={isBusy}>
              Отозвать пропуск
            </button>
          </Form>
        </>
      ) : (
        <Form {...check.form} method="post" className="passform" preventScrollReset>
          <FormField
            of={check}
            name="name"
            label={pass.is_pickup ? 'Кто придёт за заказом' : 'Кто встретит водителя'}
          />
          <button type="submit" className="btn btn--primary" name="intent" value="delegate" disabled={isBusy}>
            Передать пропуск
          </button>
        </Form>
      )}
      {past.length > 0 ? (
        <ul className="passpast soft small">
          {past.map(({ id, name, state_words, created_text }) => (
            <li key={id}>
              {name}, <span className="num">{created_text}</span>: {state_words}
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

/** The phone's own sharing where there is one, else the clipboard; without a script the link itself can be copied. */
function ShareLink({ link, text }: { link: string; text: string }) {
  const [words, setWords] = useState<string | null>(null);
  useEffect(() => setWords('share' in navigator ? 'Отправить' : 'Скопировать ссылку'), []);
  if (!words) return null;
  return (
    <button
      type="button"
      className="btn btn--line"
      onClick={async () => {
        if ('share' in navigator) return navigator.share({ title: text, url: link }).catch(() => {});
        await (navigator as Navigator).clipboard.writeText(link);
        setWords('Скопировано');
      }}
    >
      <Icon name="copy" />
      {words}
    </button>
  );
}

/** While the recipient stands at the desk, the act appears here as soon as it is written there. */
const followMs = () => 10_000;
