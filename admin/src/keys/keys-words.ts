import { scopeWords, webhookEventWords } from '#shared/exchange-words.ts';
import type { FieldWords } from '../record/values.ts';

const listOf = (words: Record<string, string>) => (value: unknown) =>
  Array.isArray(value) ? value.map((code) => words[String(code)] ?? String(code)).join(', ') : '—';

/** How the journal calls the fields of keys and addresses. */
export function keyWords(branchNames: Record<string, string>): FieldWords {
  return {
    name: 'Чей ключ',
    scopes: { label: 'Права', show: listOf(scopeWords) },
    departments: {
      label: 'Филиалы',
      show: (value) => (Array.isArray(value) && value.length > 0 ? listOf(branchNames)(value) : 'все'),
    },
    url: 'Адрес',
    events: { label: 'События', show: listOf(webhookEventWords) },
  };
}
