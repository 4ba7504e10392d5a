import { type ComponentType, useContext, useEffect, useRef, useState } from 'react';
import { Form, useLocation, useNavigate } from 'react-router';
import { catalogUrl } from '#shared/urls.ts';
import { useShellIfAny } from '#web/parts/request/use-shell.ts';
import { Icon } from '#web/ui/icon.tsx';
import { rememberQuery } from './recent-queries.ts';
import { StaticPartsContext } from './static-html.tsx';
import type { SuggestionsProps } from './suggestions.tsx';

/**
 * S2-28: a real form that opens /catalog/?q=. `withSuggestions`: the field is a combobox; its list and the keys that
 * rule it are loaded when the field is first entered and then keep `aria-expanded` and the rest of the field's state
 * themselves.
 */
export function SearchBox({ id, withSuggestions = false }: { id: string; withSuggestions?: boolean }) {
  const { pathname, search, key } = useLocation();
  const asked = pathname.startsWith(catalogUrl()) ? (new URLSearchParams(search).get('q') ?? '') : '';
  const [text, setText] = useState(asked);
  const [Suggestions, setSuggestions] = useState<ComponentType<SuggestionsProps> | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const isMobile = useShellIfAny()?.device === 'mobile';
  // A document without the shop's menus and footer (a QR page) cannot become one with them.
  const isBare = useContext(StaticPartsContext)?.footer === '';

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page shows its own query
  useEffect(() => setText(asked), [key, asked]);

  const load = async () => {
    if (!withSuggestions || Suggestions) return;
    const loaded = await import('./suggestions.tsx').catch(() => null); // without the list the form still works
    if (loaded) setSuggestions(() => loaded.Suggestions);
  };
  const submit = (event: React.FormEvent) => {
    if (text.trim()) return rememberQuery(text);
    event.preventDefault();
    navigate(catalogUrl());
  };
  return (
    <div className="searchbox">
      <Form
        className="search"
        role="search"
        aria-label={withSuggestions ? undefined : 'Поиск вместо этой страницы'}
        action={catalogUrl()}
        reloadDocument={isBare}
        onSubmit={submit}
      >
        <input
          id={id}
          ref={input}
          type="search"
          name="q"
          value={text}
          placeholder="Сухие смеси, елочные игрушки"
          aria-label="Поиск товаров"
          autoComplete="off"
          autoCorrect="off"
          enterKeyHint="search"
          maxLength={100}
          {...(withSuggestions && { role: 'combobox', 'aria-expanded': false, 'aria-autocomplete': 'list' as const })}
          onFocus={load}
          onChange={(event) => setText(event.target.value)}
        />
        <button type="submit" aria-label={isMobile ? 'Найти' : undefined}>
          {isMobile ? <Icon name="search" /> : 'Найти'}
        </button>
      </Form>
      {Suggestions && <Suggestions input={input} text={text} onText={setText} />}
    </div>
  );
}
