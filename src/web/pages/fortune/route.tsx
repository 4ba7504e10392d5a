import { type ReactNode, useEffect, useState } from 'react';
import { data, Form, redirect, useNavigation } from 'react-router';
import { isYandexOn } from '#integrations/identity/yandex-sign-in.ts';
import { refuseWhileActing } from '#modules/accounts/refuse-while-acting.ts';
import { seoTexts } from '#modules/content/seo-texts.ts';
import { isDisposableMail } from '#modules/fortune/disposable-mail.ts';
import { spinWheel } from '#modules/fortune/spin-wheel.ts';
import { shownAt } from '#modules/visitors/request-context.ts';
import type { DeviceType } from '#platform/device.ts';
import { Refusal } from '#platform/refusal.ts';
import { clientSeedLimit } from '#shared/fair-draw.ts';
import { textsOf } from '#shared/form-rules.ts';
import { formatPrice } from '#shared/money.ts';
import { countOf } from '#shared/plurals.ts';
import { refusals } from '#shared/refusals.ts';
import { spinForm } from '#shared/spin-form.ts';
import { unbroken } from '#shared/unbroken.ts';
import { cartUrl, catalogUrl, fortuneUrl, homeCrumb, loginUrl } from '#shared/urls.ts';
import { reachGoal } from '#web/parts/analytics/reach-goal.ts';
import { answerOf, type FormAnswer } from '#web/parts/forms/form-answer.ts';
import { FormError } from '#web/parts/forms/form-error.tsx';
import { useFormCheck } from '#web/parts/forms/use-form-check.ts';
import { type Shop, shop } from '#web/parts/request/context.ts';
import { notFound } from '#web/parts/request/page-failure.ts';
import { refusedInit } from '#web/parts/request/refused-init.ts';
import { breadcrumbList } from '#web/parts/seo/json-ld.ts';
import { metaOf, seoOf } from '#web/parts/seo/meta.ts';
import { runSignIn } from '#web/parts/signing/run-sign-in.server.ts';
import { notAnswered, type SignInState } from '#web/parts/signing/sign-in-state.ts';
import { SignInStep } from '#web/parts/signing/steps.tsx';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { Field } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { Note } from '#web/ui/note.tsx';
import { useOnceTrue } from '#web/ui/once-true.ts';
import type { Route } from './+types/route.ts';
import { Checker } from './checker.tsx';
import './fortune.css';
import type { FortuneView, MySpin, Stand } from './fortune-view.ts';
import { commonPrize, prizeWords } from './prize-words.ts';
import { readFortune } from './read-fortune.server.ts';
import { useTurning, useWheelGoal, Wheel } from './wheel.tsx';

/** S2-02: the wheel. A page of one visitor: what was won belongs to who is signed in. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const site = context.get(shop);
  const { db, requestContext, config, keys } = site;
  const view = await readFortune(site, keys, new URL(request.url).searchParams, shownAt(site.requestContext));
  if (!view) throw notFound();
  const crumbs = [homeCrumb];
  const text = await seoTexts(db, requestContext.department, 'landing', 'fortune', {
    host: requestContext.host,
    name: view.title,
  });
  return {
    device: requestContext.device,
    crumbs,
    view,
    heading: text.unique_title || view.title,
    has_yandex: isYandexOn(config),
    seo: seoOf(requestContext, {
      title: text.title || `${view.title} — ИДД, ${requestContext.department.city}`,
      description: text.description || `${view.title}: правила, призы и вероятности. Организатор: ${view.organiser}.`,
      keywords: text.keywords,
      path: fortuneUrl(),
      isIndexable: view.state !== 'over' && new URL(request.url).search === '',
      jsonLd: [breadcrumbList(requestContext.origin, crumbs, view.title)],
    }),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const site = context.get(shop);
  const form = await request.formData();
  if (form.get('intent') === 'spin') return runSpin(site, form);
  const email = String(form.get('email') ?? '')
    .trim()
    .toLowerCase();
  if (form.get('intent') === 'request-code' && isDisposableMail(email)) {
    const errors = { email: refusals.fortune_disposable.message };
    return data({ step: 'email', answer: { values: textsOf(form), errors } } satisfies SignInState, { status: 422 });
  }
  return runSignIn(site, form, fortuneUrl());
}

async function runSpin({ db, requestContext, keys }: Shop, form: FormData) {
  const { account } = requestContext;
  if (!account) return redirect(loginUrl(fortuneUrl()), 303);
  try {
    refuseWhileActing(account);
    const { id_1c, name_for_site, city, address, phones, email } = requestContext.department;
    const spinner = {
      user_id: account.user_id,
      address: requestContext.address,
      browser: requestContext.cookies.browser ?? `session ${account.session_id}`,
      origin: requestContext.origin,
      branch: { id_1c, name_for_site, city, address, phones, email },
    };
    await db.transaction().execute((db) => spinWheel(db, keys, spinner, form));
    return redirect(fortuneUrl(), 303);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return data(answerOf(error, form), refusedInit(error));
  }
}

export const meta: Route.MetaFunction = ({ loaderData }) => metaOf(loaderData?.seo);

export default function Fortune({ loaderData, actionData }: Route.ComponentProps) {
  const { view, heading, crumbs, device, has_yandex } = loaderData;
  const { stand, prizes } = view;
  const spin = stand.kind === 'spun' ? stand.spin : null;
  const [isTurning, stop] = useTurning(spin !== null);
  useWheelGoal(spin, isTurning);
  const signIn = actionData && 'step' in actionData ? actionData : null;
  const refused = actionData && !('step' in actionData) ? actionData : null;
  return (
    <>
      <Breadcrumbs crumbs={crumbs} here={view.title} device={device} />
      <section className="fortune">
        <div className="fortune__head">
          <h1>{unbroken(heading)}</h1>
          <p className="soft">{unbroken(leadOf(view, device))}</p>
        </div>
        <div className="fortune__wheel">
          <Wheel
            names={prizes.map((prize) => prize.name)}
            index={spin ? spin.index : null}
            isTurning={isTurning}
            onStop={stop}
          />
          {stand.kind === 'guest' && view.state === 'running' ? (
            <a className="fortune__hub" href="#signin">
              Крутить
            </a>
          ) : null}
        </div>
        <div className="fortune__side">
          <div aria-live="polite" className="fortune__stand">
            {isTurning ? (
              <p className="fortune__turning">Приз уже определён, колесо останавливается…</p>
            ) : (
              <StandOf stand={stand} view={view} refused={refused} />
            )}
          </div>
          {stand.kind === 'guest' && view.state === 'running' ? (
            <div className="panel fortune__signin" id="signin">
              <h2 className="h3">{unbroken('Войдите по почте, чтобы крутить')}</h2>
              <p className="small soft fortune__letters">Сначала пришлём код, потом — письмо с призом.</p>
              <SignInStepHere state={signIn} hasYandex={has_yandex} />
            </div>
          ) : null}
        </div>
      </section>
      <Odds view={view} />
      <Fold title="Правила" className="block">
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by cleanHtml when the campaign was made */}
        <div className="prose fortune__rules" dangerouslySetInnerHTML={{ __html: view.rules_html }} />
        <p className="small soft fortune__organiser">Организатор: {view.organiser}</p>
      </Fold>
      <Fairness view={view} />
    </>
  );
}

type FoldProps = { title: string; id?: string; isOpen?: boolean; className?: string; children: ReactNode };

/** What few read stands folded, on every device. */
function Fold({ title, id, isOpen = false, className = '', children }: FoldProps) {
  return (
    <details className={`fold fortune__fold ${className}`} id={id} open={isOpen || undefined}>
      <summary>
        <h2 className="fold__h">{title}</h2>
        <Icon name="chevron-down" />
      </summary>
      <div>{children}</div>
    </details>
  );
}

const periodWords = { campaign: 'за всё время розыгрыша', month: 'в месяц', week: 'в неделю', day: 'в день' } as const;

function leadOf({ state, starts, until, ended, period, prizes }: FortuneView, device: DeviceType): string {
  if (state === 'coming') return `Розыгрыш начнётся ${starts}.`;
  if (state === 'over') return `Розыгрыш закончился ${ended}.`;
  const isNarrow = device === 'mobile' && state === 'running';
  return `${isNarrow ? commonPrize(prizes) : prizeWords(prizes)} Крутить можно один раз ${periodWords[period]}, ${until}.`;
}

function SignInStepHere({ state, hasYandex }: { state: SignInState | null; hasYandex: boolean }) {
  const { state: going } = useNavigation();
  const shown = state ?? ({ step: 'email', answer: notAnswered } as const);
  return (
    <SignInStep
      key={shown.step}
      state={shown}
      action={fortuneUrl()}
      back={fortuneUrl()}
      isBusy={going !== 'idle'}
      hasYandex={hasYandex}
      isBeside
    />
  );
}

type StandProps = { stand: Stand; view: FortuneView; refused: FormAnswer | null };

function StandOf({ stand, view, refused }: StandProps) {
  if (stand.kind === 'spun') return <Won spin={stand.spin} />;
  if (view.state === 'exhausted')
    return (
      <Note kind="warn">
        Призовой фонд разыгран полностью, поэтому колесо остановлено раньше срока. Выданные купоны действуют до своих
        дат.{' '}
        <Link className="link" to={catalogUrl()}>
          В каталог
        </Link>
      </Note>
    );
  if (view.state !== 'running') return null;
  if (stand.kind === 'blocked')
    return (
      <Note kind="warn" role="status">
        {stand.words}
      </Note>
    );
  return stand.kind === 'ready' ? <SpinForm stand={stand} refused={refused} /> : null;
}

function SpinForm({ stand, refused }: { stand: Extract<Stand, { kind: 'ready' }>; refused: FormAnswer | null }) {
  const { state, formData } = useNavigation();
  const isBusy = state !== 'idle' && formData?.get('intent') === 'spin';
  const check = useFormCheck(spinForm, refused);
  const { defaultValue: typed, ...field } = check.field('client_seed');
  const isOpen = useOnceTrue(Boolean(field.error));
  const [seed, setSeed] = useState(typed || stand.suggested);
  // The browser's own choice instead of the server's, so that nobody has to take our word for it.
  useEffect(() => {
    if (typed) return;
    setSeed(
      Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join(''),
    );
  }, [typed]);
  return (
    <Form {...check.form} method="post" action={fortuneUrl()} className="panel fortune__form" preventScrollReset>
      <input type="hidden" name="intent" value="spin" />
      <input type="hidden" name="commit" value={stand.commit} />
      <FormError words={refused?.error} />
      <button type="submit" className="btn btn--primary btn--lg btn--wide" aria-busy={isBusy} disabled={isBusy}>
        {isBusy ? 'Определяем приз…' : 'Крутить колесо'}
      </button>
      <p className="small soft">Письмо с призом придёт на {stand.email}</p>
      <details className="fortune__seed" open={isOpen || undefined}>
        <summary className="link">Как проверить, что всё честно</summary>
        <p className="small">
          Приз зависит от числа, которое мы выбрали заранее и уже не можем заменить: вот его контрольная сумма. После
          вращения число откроется, и вы сможете пересчитать приз.
        </p>
        <Code name="Контрольная сумма" value={stand.commit} />
        <Code name="Ваш билет" value={stand.ticket} />
        <Field {...field} value={seed} onChange={(event) => setSeed(event.target.value)} maxLength={clientSeedLimit} />
      </details>
    </Form>
  );
}

function Won({ spin }: { spin: MySpin }) {
  return (
    <div className="panel fortune__won">
      <p className="small soft">Ваш приз, {spin.at}</p>
      <p className="fortune__prize">{spin.given}</p>
      {spin.is_replaced ? (
        <p className="small">
          Выпал приз «{spin.drawn}», но он уже закончился. По правилам вместо него — утешительный приз.
        </p>
      ) : null}
      <p>
        Личный купон на {formatPrice(spin.sum_kopecks)} при покупке от {formatPrice(spin.min_sum_kopecks)}, один раз, до{' '}
        {spin.until}. Мы отправили его и на почту.
      </p>
      <Code name="Купон" value={spin.coupon} isLarge />
      {spin.coupon_is_used ? (
        <Note kind="ok">Купон уже использован</Note>
      ) : (
        <form method="post" action={cartUrl()} onSubmit={() => reachGoal('wheel_used')}>
          <input type="hidden" name="intent" value="coupon" />
          <input type="hidden" name="coupon" value={spin.coupon} />
          <button type="submit" className="btn btn--primary">
            Применить в корзине
          </button>
        </form>
      )}
      <p className="small">
        <Link className="link" to={`${fortuneUrl()}?spin=${spin.number}#check`}>
          Проверить розыгрыш
        </Link>
      </p>
    </div>
  );
}

function Code({ name, value, isLarge = false }: { name: string; value: string; isLarge?: boolean }) {
  return (
    <p className="fortune__code">
      <span className="small soft">{name}</span>
      <code className={isLarge ? 'is-large' : undefined}>{value}</code>
    </p>
  );
}

function fundWords(budget: number, left: number): string {
  if (left === budget) return `Призовой фонд ${formatPrice(budget)} ещё не тронут.`;
  return `Призовой фонд ${formatPrice(budget)}, осталось ${formatPrice(left)}.`;
}

function Odds({ view }: { view: FortuneView }) {
  const { prizes, total, budget_kopecks, left_kopecks } = view;
  return (
    <section className="block">
      <h2 id="odds">Призы и шансы</h2>
      <p className="soft num fortune__fund">
        {fundWords(budget_kopecks, left_kopecks)} Секторы нарисованы одинаковыми, настоящие шансы — в&nbsp;таблице.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled box is reached by keyboard */}
      <section className="fortune__table" aria-label="Таблица шансов" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Приз</th>
              <th scope="col">Шанс</th>
              <th scope="col">Покупка от</th>
              <th scope="col">Действует</th>
              <th scope="col">Остаток</th>
            </tr>
          </thead>
          <tbody className="num">
            {prizes
              .toSorted((a, b) => b.weight - a.weight)
              .map((prize) => (
                <tr key={prize.id}>
                  <th scope="row">
                    {prize.name}
                    {prize.is_consolation ? <span className="small soft"> (утешительный)</span> : null}
                  </th>
                  <td data-name="Шанс">
                    {prize.weight} из {total} ({prize.percent} %)
                  </td>
                  <td data-name="Покупка от">{formatPrice(prize.min_sum_kopecks)}</td>
                  <td data-name="Действует">{countOf(prize.coupon_days, 'день', 'дня', 'дней')}</td>
                  <td data-name="Остаток" className={prize.left === null ? 'is-fund' : undefined}>
                    {prize.left === null ? 'в пределах фонда' : `${prize.left}\u00a0шт.`}
                  </td>
                </tr>
              ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}

function Fairness({ view }: { view: FortuneView }) {
  const { seed_commit, revealed_seed, spins, code, prizes, check } = view;
  const isAsked = check.answer !== null;
  return (
    <Fold title="Проверка честности" id="check" isOpen={isAsked}>
      <div className="fortune__columns">
        <div className="prose">
          <ol>
            <li>
              До начала розыгрыша мы выбрали случайное число и опубликовали его контрольную сумму. Заменить число после
              этого нельзя: сумма не сойдётся.
            </li>
            <li>У каждого участника есть билет со своим числом. Контрольную сумму билета вы видите до вращения.</li>
            <li>Приз считается по числу билета и слову, которое вписываете вы. Подобрать его заранее мы не можем.</li>
            <li>Сразу после вращения число билета открывается, а после конца розыгрыша — и число розыгрыша.</li>
          </ol>
          <details>
            <summary className="link">Как проверить</summary>
            <p className="small">
              Контрольные суммы — SHA-256. Число билета: HMAC-SHA256(число розыгрыша, «{code}:билет»). Бросок:
              HMAC-SHA256(число билета, «{code}:билет:ваше слово:0»), из него берётся первое 32-битное число, которое
              делится между весами без остатка: меньше ⌊2³²&nbsp;÷&nbsp;{view.total}⌋&nbsp;·&nbsp;{view.total}. Остаток
              от деления на {view.total}&nbsp;и есть бросок, он указывает приз по таблице сверху вниз.
            </p>
            <Code name="Контрольная сумма розыгрыша" value={seed_commit} />
            {revealed_seed ? <Code name="Число розыгрыша" value={revealed_seed} /> : null}
          </details>
        </div>
        <details className="panel" open={isAsked || undefined}>
          <summary>
            <h3>Проверить вращение</h3>
          </summary>
          <Checker key={JSON.stringify(check)} code={code} prizes={prizes} check={check} />
        </details>
      </div>
      {spins.length > 0 ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled box is reached by keyboard
        <section className="fortune__table fortune__last" aria-label="Последние вращения" tabIndex={0}>
          <table>
            <caption className="h3">Последние вращения</caption>
            <thead>
              <tr>
                <th scope="col">№</th>
                <th scope="col">Время</th>
                <th scope="col">Приз</th>
                <th scope="col">Проверка</th>
              </tr>
            </thead>
            <tbody className="num">
              {spins.map((spin) => (
                <tr key={spin.number}>
                  <th scope="row">№ {spin.number}</th>
                  <td data-name="Время">{spin.at}</td>
                  <td data-name="Приз">
                    {spin.prize}
                    {spin.is_replaced ? <span className="small soft"> вместо закончившегося</span> : null}
                  </td>
                  <td data-name="Проверка">
                    <Link className="link" to={`${fortuneUrl()}?spin=${spin.number}#check`} rel="nofollow">
                      <Icon name="check" size="s" />
                      Пересчитать<span className="sr"> вращение {spin.number}</span>
                    </Link>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ) : null}
    </Fold>
  );
}
