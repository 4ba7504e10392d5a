import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { request, send } from '../request.ts';
import { Tag } from './tag.tsx';

const everyMs = 15_000;

/** Of this tab, as long as it lives. */
const tab = crypto.randomUUID();

/** Others are told at once; whose browser does not say so is taken off the page a little later. */
async function leavePage(path: string): Promise<void> {
  const body = JSON.stringify({ tab, path, leaves: true });
  const headers = { 'Content-Type': 'application/json' };
  await send('/api/admin/presence', { method: 'POST', body, headers, keepalive: true }).catch(() => {});
}

/** Who else has the record of this page open: they may be changing it. Nothing is locked. */
export function OthersHere() {
  const { pathname: path } = useLocation();
  useEffect(() => {
    const leave = () => void leavePage(path);
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [path]);
  const { data: others = [] } = useQuery({
    queryKey: ['presence', path],
    queryFn: async () =>
      (await request<{ others: string[] }>('/api/admin/presence', { method: 'POST', body: { tab, path } })).body.others,
    refetchInterval: everyMs,
    staleTime: 0,
    retry: false,
  });
  if (others.length === 0) return null;
  return (
    <Tag tone="info" icon={<Users size={12} aria-hidden="true" />}>
      Сейчас здесь: {others.join(', ')}
    </Tag>
  );
}
