import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import type { paths } from '../api-types.ts';
import { request, send } from '../request.ts';
import { Tag } from './tag.tsx';

const everyMs = 15_000;

/** Of this tab, as long as it lives. */
const tab = crypto.randomUUID();

type Presence = paths['/api/admin/presence']['post']['responses'][200]['content']['application/json'];

/** Others are told at once; whose browser does not say so is taken off the page a little later. */
async function leavePage(path: string): Promise<void> {
  const body = JSON.stringify({ tab, path, leaves: true });
  const headers = { 'Content-Type': 'application/json' };
  await send('/api/admin/presence', { method: 'POST', body, headers, keepalive: true }).catch(() => {});
}

type Props = {
  /** Of the record, when the page's own path does not name it. One record is open in a tab at a time. */
  path?: string;
  /** Words of an answer are typed here and not sent yet. */
  isWriting?: boolean;
};

/** Who else has the record open, or is answering it: they may be changing it. Nothing is locked. */
export function OthersHere({ path: own, isWriting = false }: Props) {
  const { pathname } = useLocation();
  const path = own ?? pathname;
  useEffect(() => {
    const leave = () => void leavePage(path);
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [path]);
  const { data: here } = useQuery({
    queryKey: ['presence', path, isWriting],
    queryFn: async () => {
      const body = { tab, path, is_writing: isWriting };
      return (await request<Presence>('/api/admin/presence', { method: 'POST', body })).body;
    },
    // Of the same record: the last answer stands until that to «I am writing» comes.
    placeholderData: (before, query) => (query?.queryKey[1] === path ? before : undefined),
    refetchInterval: everyMs,
    staleTime: 0,
    retry: false,
  });
  if (!here || here.others.length === 0) return null;
  const { others, writing } = here;
  return (
    <Tag tone={writing.length > 0 ? 'warn' : 'info'} icon={<Users size={12} aria-hidden="true" />}>
      {writing.length > 0
        ? `${writing.length > 1 ? 'Отвечают' : 'Отвечает'} ${writing.join(', ')}`
        : `Сейчас здесь: ${others.join(', ')}`}
    </Tag>
  );
}
