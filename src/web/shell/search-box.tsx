import { Form, useLocation } from 'react-router';
import { catalogUrl } from '#shared/urls.ts';
import { Icon } from '#web/ui/icon.tsx';
import { useShellIfAny } from './use-shell.ts';

/** S2-28: a real form that opens /catalog/?q=. */
export function SearchBox({ id }: { id: string }) {
  const { pathname, search } = useLocation();
  const asked = pathname.startsWith('/catalog') ? (new URLSearchParams(search).get('q') ?? '') : '';
  const isMobile = useShellIfAny()?.device === 'mobile';
  return (
    <Form className="search" role="search" action={catalogUrl()}>
      <input
        key={asked}
        id={id}
        type="search"
        name="q"
        defaultValue={asked}
        placeholder="Сухие смеси, елочные игрушки"
        aria-label="Поиск товаров"
        autoComplete="off"
        enterKeyHint="search"
        maxLength={100}
      />
      <button type="submit" aria-label={isMobile ? 'Найти' : undefined}>
        {isMobile ? <Icon name="search" /> : 'Найти'}
      </button>
    </Form>
  );
}
