import { type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { countOf } from '#shared/plurals.ts';
import { forgetQuery, recentQueries, rememberQuery } from './recent-queries.ts';
import { FoundRows, foundOptions, type List, type Option, RecentRows, recentOptions } from './suggestion-rows.tsx';
import { useCombobox } from './use-combobox.ts';
import { useSuggestions } from './use-suggestions.ts';

export type SuggestionsProps = {
  /** The combobox: its keys are handled and its `aria-` state is kept here. */
  input: RefObject<HTMLInputElement | null>;
  text: string;
  onText: (text: string) => void;
};

const leastLength = 2;

/**
 * The list under the search field: queries, categories and brands at the left, products with price and stock at the
 * right; for an empty field what was searched for lately, and what others often search for. The pattern is the editable
 * combobox with a listbox: arrows go round through the rows and the field, Home and End to the first and the last row,
 * Enter opens the chosen row, Escape and Tab close, Delete forgets a recent query. What came is announced.
 */
export function Suggestions({ input, text, onText }: SuggestionsProps) {
  const id = useId();
  const { key } = useLocation();
  const navigate = useNavigate();
  const root = useRef<HTMLDivElement>(null);
  // The list belongs to the page it was opened on: another one begins without it. It is loaded by entering the field,
  // so it begins open.
  const [openAt, setOpenAt] = useState<string | null>(key);
  const [recent, setRecent] = useState(recentQueries);
  const words = text.trim();
  const isRecent = words.length < leastLength;
  const isOpen = openAt === key;
  const { found, foundFor, hasFailed } = useSuggestions(words, isOpen && (!isRecent || words === ''));
  const popular = isRecent ? (found?.queries ?? []).filter((query) => !recent.includes(query)) : [];
  // What is shown, as a text: a choice is forgotten when the list under it changes.
  const shown = isRecent ? `recent ${recent.join()} ${popular.join()}` : `found ${foundFor}`;
  const [choice, setChoice] = useState({ shown, at: -1 });

  const options = isRecent ? recentOptions(recent, popular) : found ? foundOptions(found, words) : [];
  const isEmpty = !isRecent && found !== null && options.length === 0;
  const isShown = isOpen && (options.length > 0 || isEmpty);
  const open = () => {
    setOpenAt(key);
    setRecent(recentQueries());
  };
  const close = () => setOpenAt(null);
  const list: List = {
    id,
    options,
    active: choice.shown === shown ? choice.at : -1,
    follow({ to, query }) {
      if (query) rememberQuery(query);
      setRecent(recentQueries());
      close();
      navigate(to);
    },
    fill(query) {
      onText(`${query} `);
      input.current?.focus();
    },
    forget(query) {
      forgetQuery(query);
      setRecent(recentQueries());
    },
  };
  const onPress = (event: KeyboardEvent) =>
    handleKey(event, list, {
      isOpen,
      isShown,
      open: () => setOpenAt(key),
      close,
      choose: (at) => setChoice({ shown, at }),
    });
  useCombobox({ input, root, id, isOpen, isShown, active: list.active, onOpen: open, onClose: close, onPress });

  // On a phone the list is a sheet from under the field down (CSS); how high the field stands depends on the text's
  // size.
  useLayoutEffect(() => {
    const field = isShown && input.current?.form;
    if (field) root.current?.style.setProperty('--search-end', `${field.getBoundingClientRect().bottom + 10}px`);
  }, [isShown, input]);

  return (
    <>
      <span className="sr" role="status">
        {!isOpen || hasFailed ? '' : announcement(isRecent && recent.length > 0, isEmpty, options.length)}
      </span>
      <div ref={root} className="searchbox__list" hidden={!isShown}>
        {isShown && isRecent ? <RecentRows list={list} queries={recent} popular={popular} /> : null}
        {isShown && found && !isRecent ? (
          <FoundRows list={list} found={found} words={words} isBusy={foundFor !== words} />
        ) : null}
      </div>
    </>
  );
}

type ListControls = {
  isOpen: boolean;
  isShown: boolean;
  open: () => void;
  close: () => void;
  choose: (at: number) => void;
};

function handleKey(event: KeyboardEvent, list: List, { isOpen, isShown, open, close, choose }: ListControls): void {
  const last = list.options.length - 1;
  const chosen = list.options[list.active];
  if (event.key === 'Tab') {
    close();
    return;
  }
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    if (isOpen && last < 0) return;
    event.preventDefault();
    open();
    // One place more than there are rows: the field itself, with nothing chosen.
    const step = event.key === 'ArrowDown' ? 1 : -1;
    if (last >= 0) choose(((list.active + 1 + step + last + 2) % (last + 2)) - 1);
    return;
  }
  const answer = isShown ? answerTo(event.key, chosen, list, { close, choose }) : null;
  if (!answer) return;
  event.preventDefault();
  answer();
}

/** What a key does in the open list; null: nothing of its own. */
function answerTo(
  key: string,
  chosen: Option | undefined,
  { options, follow, forget }: List,
  { close, choose }: Pick<ListControls, 'close' | 'choose'>,
): (() => void) | null {
  if (key === 'Escape') return close;
  if (!chosen) return null;
  if (key === 'Home') return () => choose(0);
  if (key === 'End') return () => choose(options.length - 1);
  if (key === 'Enter') return () => follow(chosen);
  const { forget: query } = chosen;
  return key === 'Delete' && query ? () => forget(query) : null;
}

function announcement(isRecent: boolean, isEmpty: boolean, count: number): string {
  if (isEmpty) return 'Подсказок нет';
  if (count === 0) return '';
  const rows = isRecent
    ? countOf(count, 'запрос', 'запроса', 'запросов')
    : countOf(count, 'подсказка', 'подсказки', 'подсказок');
  return `${rows}. Стрелки вниз и вверх — выбор${isRecent ? ', Delete — забыть недавний' : ''}.`;
}
