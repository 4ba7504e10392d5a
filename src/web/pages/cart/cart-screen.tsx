import { useLayoutEffect, useState } from 'react';
import { formatPrice } from '#shared/money.ts';
import { shownPrice } from '#shared/unit-words.ts';
import { cartUrl, homeUrl } from '#shared/urls.ts';
import { useShell } from '#web/parts/request/use-shell.ts';
import { deferred } from '#web/ui/deferred.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { Note } from '#web/ui/note.tsx';
import { createStore } from '#web/ui/store.ts';
import type { CartAnswer } from './cart-answer.ts';
import { isPlacing } from './cart-form.ts';
import { CartLines } from './cart-lines.tsx';
import { Empty } from './empty.tsx';
import { MergedNote } from './merged-note.tsx';
import type { CartPage } from './read-cart-page.ts';
import { chosenWords, nothingToOrder, Summary } from './summary.tsx';
import { type CartFormState, useCartForm } from './use-cart-form.ts';

/** The longest part of the page, and the last one that is come to. */
const Checkout = deferred(() => import('./checkout/checkout.tsx').then((loaded) => loaded.Checkout));
const Rail = deferred(() => import('#web/parts/goods/rail.tsx').then((loaded) => loaded.Rail));
const DifferenceNote = deferred(() => import('./difference-note.tsx').then((loaded) => loaded.DifferenceNote));
const SharedLink = deferred(() => import('#web/parts/lists/shared-link.tsx').then((loaded) => loaded.SharedLink));
const WholeFit = deferred(() => import('./whole-fit.tsx').then((loaded) => loaded.WholeFit));
const Offer = deferred(() => import('./offer-links.tsx').then((loaded) => loaded.Offer));
const BranchNotice = deferred(() => import('./branch-notice.tsx').then((loaded) => loaded.BranchNotice));

/** S2-05: the cart and the checkout, one form. */
export function CartScreen({ loaded, sent }: { loaded: CartPage; sent: CartAnswer | null }) {
  const { device } = useShell();
  const state = useCartForm(loaded, sent);
  const { page, values } = state;
  const shared = useShared(state);
  const isMobile = device === 'mobile';
  const isDelivery = values.receiving === 'delivery';
  const whole = isDelivery ? undefined : wholeFit(page);
  return (
    <>
      {isMobile ? null : (
        <nav className="crumbs" aria-label="Путь">
          <Link to={homeUrl()}>Главная</Link>
          <Icon name="chevron-right" />
          <span aria-current="page">Корзина</span>
        </nav>
      )}
      <h1 className="cart-title">
        Корзина {page.lines.length > 0 ? <span className="soft num">{page.lines.length}</span> : null}
      </h1>
      <form
        {...state.check.form}
        method="post"
        action={cartUrl()}
        onSubmit={state.onSubmit}
        onChange={state.onFormChange}
      >
        <input type="hidden" name="form" value="cart" />
        <input type="hidden" name="key" value={page.key} />
        <input type="hidden" name="accepted_total" value={page.total} />
        {/* Enter in a field presses the first button of a form: it recalculates, it never removes or orders. */}
        <button type="submit" className="sr" name="intent" value="update" tabIndex={-1} aria-hidden="true">
          Пересчитать
        </button>
        {page.lines.length === 0 ? (
          <Empty state={state} />
        ) : (
          <div className="cart">
            <div>
              <Toolbar state={state} isMobile={isMobile} />
              <Notices state={state} />
              <CartLines state={state} isDelivery={isDelivery} />
              <noscript>
                <button type="submit" className="btn btn--quiet cart__recount" name="intent" value="update">
                  Пересчитать
                </button>
              </noscript>
              {isMobile ? (
                <>
                  <Summary state={state} isDelivery={isDelivery} isMobile />
                  {whole ? <WholeFit point={whole} /> : null}
                </>
              ) : null}
              {state.answer?.difference ? <DifferenceNote difference={state.answer.difference} /> : null}
              <Checkout shared={shared} />
            </div>
            {isMobile ? null : (
              <div className="cart__side">
                <Summary state={state} isDelivery={isDelivery} isMobile={false} />
                {whole ? <WholeFit point={whole} /> : null}
              </div>
            )}
          </div>
        )}
      </form>
      {/* Its cards are forms of their own. */}
      {page.lines.length === 0 ? page.offered.map((row) => <Rail key={row.title} {...row} device={device} />) : null}
      {isMobile && page.lines.length > 0 ? (
        <div className="buybar" aria-busy={state.isPending}>
          <span>
            <span className="tiny soft num buybar__what">{chosenWords(page)}</span>
            <b className="num buybar__sum">{formatPrice(page.total)}</b>
          </span>
          {nothingToOrder(page) ? (
            <button type="button" className="btn btn--primary" disabled>
              Оформить
            </button>
          ) : (
            // biome-ignore lint/a11y/useValidAnchor: a real link to the checkout; a script only leads one step further
            <a
              className="btn btn--primary"
              href="#checkout"
              onClick={(event) => {
                const top = document.getElementById('checkout')?.getBoundingClientRect().top ?? 0;
                if (top > window.innerHeight / 2) return;
                event.preventDefault();
                state.goToOpenStep();
              }}
            >
              Оформить
            </a>
          )}
        </div>
      ) : null}
    </>
  );
}

function Toolbar({ state, isMobile }: { state: CartFormState; isMobile: boolean }) {
  const { page } = state;
  const orderable = page.lines.filter((line) => line.is_orderable).length;
  const chosen = page.lines.filter((line) => line.is_chosen).length;
  const tools = (
    <>
      {nothingToOrder(page) ? null : <Offer page={page} />}
      <button type="submit" className="row small cart__tool" name="intent" value="clear">
        <Icon name="trash-2" size="s" />
        Очистить
      </button>
    </>
  );
  return (
    <div className="row between cart__tools">
      <span className="row small">
        <span className="num">
          Выбрано {chosen} из {page.lines.length}
        </span>
        {chosen < orderable ? (
          <button type="submit" className="cart__tool" name="intent" value="all">
            Выбрать все
          </button>
        ) : null}
      </span>
      {isMobile ? (
        <details className="cart__more">
          <summary className="row small cart__tool">
            Ещё
            <Icon name="chevron-down" size="s" />
          </summary>
          {tools}
        </details>
      ) : (
        tools
      )}
    </div>
  );
}

/** The state for a part that must keep its props: what changes reaches it through the store. */
function useShared(state: CartFormState) {
  const [shared] = useState(() => ({ first: state, store: createStore(state) }));
  useLayoutEffect(() => shared.store.set(state));
  return shared;
}

export type SharedCartForm = ReturnType<typeof useShared>;

/** What changed while the visitor was away, each in its own words; nothing is applied silently. */
function Notices({ state }: { state: CartFormState }) {
  const { page, answer } = state;
  const { branch_change } = page;
  return (
    <div className="cart__notes" role="status">
      {answer?.error && !isPlacing(answer.verb) ? <Note kind="err">{answer.error.message}</Note> : null}
      {answer?.shared ? <SharedLink shared={answer.shared} of="корзины" /> : null}
      {page.merged ? <MergedNote merged={page.merged} /> : null}
      {branch_change ? <BranchNotice change={branch_change} /> : null}
      {page.price_changes.map(({ id, name, shown_unit, was, now }) =>
        now < was ? (
          <Note key={id} kind="ok" icon="tag">
            «{name}»: дешевле на {formatPrice(shownPrice(was - now, shown_unit))} с прошлого визита.
          </Note>
        ) : (
          <Note key={id} kind="warn" icon="tag">
            «{name}»: дороже на {formatPrice(shownPrice(now - was, shown_unit))} с прошлого визита.
          </Note>
        ),
      )}
    </div>
  );
}

/** The point that has everything today, when the chosen one has not. */
function wholeFit({ points, point }: CartPage) {
  const chosen = points.find(({ id_1c }) => id_1c === point);
  return chosen && !chosen.is_whole_today ? points.find(({ is_whole_today }) => is_whole_today) : undefined;
}
