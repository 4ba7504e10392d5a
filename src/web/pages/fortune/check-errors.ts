import { readClientSeed } from '#shared/fair-draw.ts';
import type { CheckErrors, CheckFields } from './fortune-view.ts';

/** What hinders repeating a draw from these fields; null: nothing. The same in the browser and on the server. */
export function checkErrors({ server_seed, commit, ticket, client_seed }: CheckFields): CheckErrors | null {
  const errors: CheckErrors = {};
  if (!/^[0-9a-f]{64}$/.test(server_seed)) errors.server_seed = 'Нужны 64 знака: цифры и буквы от a до f';
  if (!/^([0-9a-f]{64})?$/.test(commit)) errors.commit = 'Нужны 64 знака: цифры и буквы от a до f; или оставьте пустым';
  if (!/^[0-9a-f]{16}$/.test(ticket)) errors.ticket = 'Нужны 16 знаков: цифры и буквы от a до f';
  if (readClientSeed(client_seed) === null) errors.client_seed = 'Впишите слово, с которым вращали колесо';
  return Object.keys(errors).length > 0 ? errors : null;
}
