import { Component, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { PageFrame } from './page-frame.tsx';

/** A page that breaks leaves the menu and the bar in place; a part of the application that did not load is asked for
 * again by a reload. */
export class PageFailureBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    if (this.state.error === null) return this.props.children;
    return (
      <PageFrame title="Страница не открылась">
        <div className="state" role="alert">
          <p className="state-title">Не удалось показать эту страницу</p>
          <p>Возможно, вышло обновление или пропала связь.</p>
          <Button kind="primary" onClick={() => window.location.reload()}>
            Загрузить заново
          </Button>
        </div>
      </PageFrame>
    );
  }
}
