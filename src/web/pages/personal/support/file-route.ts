import { getFileForOwner } from '#modules/support/queries.ts';
import { ticketFilesArea } from '#modules/support/schema.ts';
import { readPrivateFile } from '#platform/private-files.ts';
import { shop } from '#web/parts/request/context.ts';
import { requireAccount } from '#web/parts/request/require-account.ts';
import { privateFileResponse } from '#web/parts/request/sent-files.ts';
import type { Route } from './+types/file-route.ts';

/**
 * A file of one's own ticket, always to be saved, never shown: what a stranger wrote does not run in the shop's name.
 */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { db, requestContext, config } = context.get(shop);
  const { user_id } = requireAccount(requestContext, request);
  const file = await getFileForOwner(db, params.id, params.file, user_id);
  const bytes = file && (await readPrivateFile(config.DATA_DIR, ticketFilesArea, file.id));
  if (!bytes) return new Response('Файл не найден', { status: 404 });
  return privateFileResponse(file.name, bytes);
}
