import type { ReactNode } from 'react';
import { useFetcher } from 'react-router';
import { cartUrl } from '#shared/urls.ts';
import { Link } from '#web/ui/link.tsx';

type AddAllProps = {
  /** Of this button among those of all pages. */
  id: string;
  /** The goods as the cart's form takes them. */
  lines: string;
  isWide?: boolean;
  /** Counts that can be changed before the press, `count_{product}` as a stepper sends them; `lines` follow them. */
  counts?: ReactNode;
  children: string;
};

/** Several goods with one press: a real form of the cart. A line that has fewer is raised to the count. */
export function AddAll({ id, lines, isWide = false, counts, children }: AddAllProps) {
  const fetcher = useFetcher<{ error: { message: string } | null }>({ key: `add-all ${id}` });
  const isSent = fetcher.state !== 'idle';
  const error = fetcher.data?.error?.message ?? null;
  return (
    <fetcher.Form
      method="post"
      action={cartUrl()}
      onSubmit={(event) => {
        event.preventDefault();
        fetcher.submit({ intent: 'add-all', goods: lines }, { method: 'post', action: cartUrl() });
      }}
    >
      <input type="hidden" name="intent" value="add-all" />
      <input type="hidden" name="goods" value={lines} />
      {counts}
      <button
        className={`btn btn--primary${isWide ? ' btn--wide' : ''}`}
        type="submit"
        disabled={lines === ''}
        aria-busy={isSent}
      >
        {isSent ? <span className="spin" aria-hidden="true" /> : null}
        {children}
      </button>
      <div role="status" className="small">
        {error ? <p className="field__err">{error}</p> : null}
        {fetcher.data !== undefined && !error && !isSent ? (
          <p>
            Товары в корзине.{' '}
            <Link className="link" to={cartUrl()}>
              Перейти в корзину
            </Link>
          </p>
        ) : null}
      </div>
    </fetcher.Form>
  );
}
