import { RequestError, send } from '../request.ts';

/** A picture as the shop stores it: its path under `/files/`, its size in pixels. */
export type SentPicture = { file: string; width: number | null; height: number | null };

/** Sends a picture; `problem`: why the shop refused it, in its words. */
export async function sendPicture(file: File): Promise<SentPicture | { problem: string }> {
  const form = new FormData();
  form.set('file', file);
  try {
    const answer = await send('/api/admin/files', { method: 'POST', body: form });
    const sent = (await answer.json()) as SentPicture & { kind: 'picture' | 'pdf' };
    return sent.kind === 'picture' ? sent : { problem: 'Подходят JPG, PNG и WebP' };
  } catch (failure) {
    if (!(failure instanceof RequestError)) throw failure;
    return { problem: failure.fields.file ?? failure.message };
  }
}
