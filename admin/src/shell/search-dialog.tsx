import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  Building2,
  ClipboardList,
  FileText,
  type LucideIcon,
  MessageCircle,
  Monitor,
  Package,
  Plus,
  Search,
  Users,
} from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { Dialog } from '../parts/dialog.tsx';
import { useAddress } from '../parts/page-link.tsx';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { usePaused } from '../parts/use-paused.ts';
import { request } from '../request.ts';
import { useSession } from '../session/session.ts';
import { commands } from './commands.ts';
import { useSections } from './use-sections.ts';

type Kind = 'order' | 'customer' | 'company' | 'product' | 'ticket' | 'page';
type Found = { kind: Kind; id: string; title: string; note: string; to: string };
type Choice = { key: string; icon: LucideIcon; title: string; note: string; to: string };

const icons: Record<Kind, LucideIcon> = {
  order: ClipboardList,
  customer: Users,
  company: Building2,
  product: Package,
  ticket: MessageCircle,
  page: FileText,
};
const pauseMs = 200;
const leastLetters = 2;

/** Ctrl K: what the server finds by these words; sections, screens and actions by their names; arrows and Enter. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const id = useId();
  const navigate = useNavigate();
  const address = useAddress();
  const [typed, setTyped] = useState('');
  const words = usePaused(typed.trim(), pauseMs);
  const [at, setAt] = useState(0);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['search', words],
    queryFn: async ({ signal }) =>
      (await request<{ items: Found[] }>(`/api/admin/search?q=${encodeURIComponent(words)}`, { signal })).body.items,
    enabled: words.length >= leastLetters,
    placeholderData: keepPreviousData,
  });
  const found = words.length >= leastLetters ? (data ?? []) : [];
  const sections = useSectionChoices(typed.trim());
  const choices = [...sections, ...useCommandChoices(typed.trim()), ...found.map(choiceOf)];
  const chosen = Math.min(at, choices.length - 1);

  function go(choice: Choice | undefined) {
    if (!choice) return;
    onClose();
    void navigate(address(choice.to));
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') go(choices[chosen]);
    else if (event.key === 'ArrowDown') setAt((chosen + 1) % Math.max(1, choices.length));
    else if (event.key === 'ArrowUp') setAt((chosen - 1 + choices.length) % Math.max(1, choices.length));
    else return;
    event.preventDefault();
  }

  return (
    <Dialog title="Поиск" isTitleShown={false} onClose={onClose} className="search-dialog">
      <div className="search-field">
        <Search size={18} aria-hidden="true" />
        <input
          type="search"
          role="combobox"
          aria-label="Заказ, покупатель, телефон, ИНН, товар, артикул, экран, действие"
          aria-expanded={choices.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={choices[chosen] ? `${id}-${chosen}` : undefined}
          aria-autocomplete="list"
          placeholder="Заказ, покупатель, телефон, ИНН, товар, экран, «новый купон»…"
          autoFocus
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div id={`${id}-list`} role="listbox" aria-label="Найдено" className="search-list" aria-busy={isFetching}>
        {choices.map(({ key, icon: Icon, title, note, to }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the field, as a combobox has it
          <div
            key={key}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            onClick={() => go({ key, icon: Icon, title, note, to })}
          >
            <Icon size={16} aria-hidden="true" />
            <span>{title}</span>
            <span className="soft">{note}</span>
          </div>
        ))}
      </div>
      {error ? <LoadFailure error={error} retry={() => void refetch()} /> : null}
      {isFetching && choices.length === 0 ? <Skeleton rows={3} /> : null}
      {!isFetching && !error && words.length >= leastLetters && choices.length === 0 ? (
        <p className="search-nothing" role="status">
          По запросу «{words}» ничего не нашлось
        </p>
      ) : null}
    </Dialog>
  );
}

function useSectionChoices(words: string): Choice[] {
  const sections = useSections();
  return sections
    .filter(({ label }) => label.toLowerCase().includes(words.toLowerCase()))
    .map(({ key, icon, label, path }) => ({ key: `section-${key}`, icon, title: label, note: 'раздел', to: path }));
}

/** Every word of the typed stands in the name: «купон нов» finds «Новый купон». */
function useCommandChoices(typed: string): Choice[] {
  const { permissions } = useSession().me;
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (typed.length < leastLetters) return [];
  return commands
    .filter(({ label, permission }) => {
      const name = label.toLowerCase();
      return permissions.includes(permission) && words.every((word) => name.includes(word));
    })
    .map(({ label, to, kind }) => ({
      key: `command-${label}`,
      icon: kind === 'action' ? Plus : Monitor,
      title: label,
      note: kind === 'action' ? 'действие' : 'экран',
      to,
    }));
}

function choiceOf({ kind, id, title, note, to }: Found): Choice {
  return { key: `${kind}-${id}`, icon: icons[kind] ?? FileText, title, note, to };
}
