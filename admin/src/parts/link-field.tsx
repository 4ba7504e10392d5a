import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Field } from './field.tsx';

const pauseMs = 700;

type Props = {
  label: string;
  value: unknown;
  onChange: (link: string) => void;
  error?: string | undefined;
  /** Other sites are refused. */
  isOwnOnly?: boolean;
};

/** Where something leads: a path of the shop, which is opened to see whether it is there, or another site by https. */
export function LinkField({ label, value, onChange, error, isOwnOnly = false }: Props) {
  const link = String(value ?? '');
  const [paused, setPaused] = useState(link);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(link), pauseMs);
    return () => clearTimeout(timer);
  }, [link]);
  const isOwn = /^\/(?![/\\])\S*$/.test(paused);
  const { data: status } = useQuery({
    queryKey: ['link', paused],
    queryFn: async ({ signal }) => (await fetch(paused, { signal, headers: { Accept: 'text/html' } })).status,
    enabled: isOwn && paused === link,
    staleTime: 60_000,
    retry: false,
  });
  const isMissing = isOwn && paused === link && status !== undefined && status >= 400;
  const missing = `Такой страницы в магазине нет (${status})`;
  return (
    <Field
      label={label}
      error={error ?? (isMissing ? missing : undefined)}
      hint={hintOf(link, isOwn ? status : 0, isOwnOnly)}
    >
      {(given) => (
        <input
          {...given}
          autoComplete="off"
          maxLength={500}
          value={link}
          onChange={({ target }) => onChange(target.value.trim())}
        />
      )}
    </Field>
  );
}

function hintOf(link: string, status: number | undefined, isOwnOnly: boolean): string {
  if (isOwnOnly) return status === 200 ? 'Страница открывается' : 'Страница этого магазина, начиная с /';
  if (link.startsWith('https://')) return 'Другой сайт: проверьте, что он открывается';
  return status === 200 ? 'Страница открывается' : 'Путь магазина, начиная с /, или адрес с https://';
}
