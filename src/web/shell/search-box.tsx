import { type ComponentType, type KeyboardEvent, useContext, useEffect, useId, useRef, useState } from 'react';
import { Form, useLocation, useNavigate } from 'react-router';
import { catalogUrl, searchUrl } from '#shared/urls.ts';
import { Icon } from '#web/ui/icon.tsx';
import { rememberQuery } from './recent-queries.ts';
import { StaticPartsContext } from './static-html.tsx';
import type { SuggestionsProps } from './suggestions.tsx';
import { useShellIfAny } from './use-shell.ts';

/**
 * S2-28: a real form that opens /catalog/?q=; with JavaScript a combobox whose list (loaded on first use) follows the typing
 * from the second character: arrows choose, Enter opens, Escape closes, the up-left arrow copies a row's words.
 */
export function SearchBox({ id, withSuggestions = false }: { id: string; withSuggestions?: boolean }) {
  const { pathname, search, key } = useLocation();
  const asked = pathname.startsWith('/catalog') ? (new URLSearchParams(search).get('q') ?? '') : '';
  const [text, setText] = useState(asked);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const [hasList, setHasList] = useState(false);
  const [Suggestions, setSuggestions] = useState<ComponentType<SuggestionsProps> | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const listId = useId();
  const navigate = useNavigate();
  const isMobile = useShellIfAny()?.device === 'mobile';
  // A document without the shop's menus and footer (a QR page) cannot become one with them.
  const isBare = useContext(StaticPartsContext)?.footer === '';

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page shows its own query and no list
  useEffect(() => {
    setText(asked);
    setOpen(false);
  }, [key, asked]);
  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = (event: Event) => {
      const target = event.target as Node;
      if (!list.current?.contains(target) && !input.current?.form?.contains(target)) setOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
    };
  }, [isOpen]);

  const load = async () => {
    if (!withSuggestions || Suggestions) return;
    const loaded = await import('./suggestions.tsx').catch(() => null); // without the list the form still works
    if (loaded) setSuggestions(() => loaded.Suggestions);
  };
  const options = () => [...(list.current?.querySelectorAll<HTMLAnchorElement>('[role="option"]') ?? [])];
  const choose = (index: number) => {
    setActive(index);
    for (const [at, option] of options().entries()) {
      option.classList.toggle('is-hover', at === index);
      option.setAttribute('aria-selected', String(at === index));
      if (at === index) option.scrollIntoView({ block: 'nearest' });
    }
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      setOpen(false);
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const count = options().length;
    if (count === 0) return;
    event.preventDefault();
    setOpen(true);
    // One place more than there are rows: the field itself, with nothing chosen.
    const step = event.key === 'ArrowDown' ? 1 : -1;
    choose(((active + 1 + step + count + 1) % (count + 1)) - 1);
  };
  const submit = (event: React.FormEvent) => {
    const option = isOpen ? options()[active] : undefined;
    setOpen(false);
    if (option) {
      event.preventDefault();
      const { pathname, search } = new URL(option.href);
      navigate(pathname + search);
    } else if (text.trim()) {
      rememberQuery(text);
    } else {
      event.preventDefault();
      navigate(catalogUrl());
    }
  };
  const isShown = isOpen && hasList;
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
          {...(withSuggestions && {
            role: 'combobox',
            'aria-expanded': isShown,
            'aria-controls': isShown ? listId : undefined,
            'aria-autocomplete': 'list' as const,
            'aria-activedescendant': isShown && active >= 0 ? `${listId}-${active}` : undefined,
          })}
          onFocus={() => {
            void load();
            setOpen(true);
          }}
          onChange={(event) => {
            setText(event.target.value);
            choose(-1);
            setOpen(true);
          }}
          onKeyDown={press}
        />
        <button type="submit" aria-label={isMobile ? 'Найти' : undefined}>
          {isMobile ? <Icon name="search" /> : 'Найти'}
        </button>
      </Form>
      {withSuggestions && (
        <div ref={list} className="searchbox__list" hidden={!isOpen}>
          {Suggestions && (
            <Suggestions
              id={listId}
              text={text}
              isOpen={isOpen}
              onCopy={(words) => {
                setText(words);
                input.current?.focus();
              }}
              onFollow={(words) => {
                rememberQuery(words);
                setOpen(false);
                navigate(searchUrl(words));
              }}
              onClose={() => setOpen(false)}
              onShow={setHasList}
            />
          )}
        </div>
      )}
    </div>
  );
}
