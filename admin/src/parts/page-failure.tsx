import { Component, type ReactNode, useState } from 'react';
import { isNoConnection } from '../request.ts';
import { readMe } from '../session/me.ts';
import { Button } from './button.tsx';
import { PageFrame } from './page-frame.tsx';

type Props = {
  /** Where the page is: another one is tried again by itself. */
  at: string;
  children: ReactNode;
};

/** A page that breaks leaves the menu and the bar in place, and the other pages too. */
export class PageFailureBoundary extends Component<Props, { error: unknown }> {
  override state = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidUpdate({ at }: Props) {
    if (this.state.error !== null && at !== this.props.at) this.setState({ error: null });
  }

  override render() {
    if (this.state.error === null) return this.props.children;
    return <Failure />;
  }
}

/**
 * A part of the application that did not load comes with the whole document. That is read again once the shop answers:
 * without a network the browser would show a page of its own in the place of everything.
 */
function Failure() {
  const [state, setState] = useState<'failed' | 'asking' | 'offline'>('failed');

  async function retry() {
    setState('asking');
    const failure = await readMe().then(
      () => null,
      (error: unknown) => error,
    );
    if (isNoConnection(failure)) setState('offline');
    else window.location.reload();
  }

  return (
    <PageFrame title="Страница не открылась">
      <div className="state" role="alert">
        <p className="state-title">{state === 'offline' ? 'Нет связи' : 'Не удалось показать эту страницу'}</p>
        <p>
          {state === 'offline'
            ? 'Магазин не отвечает. Проверьте интернет и повторите'
            : 'Возможно, вышло обновление или пропала связь.'}
        </p>
        <Button kind="primary" isBusy={state === 'asking'} onClick={() => void retry()}>
          Повторить
        </Button>
      </div>
    </PageFrame>
  );
}
