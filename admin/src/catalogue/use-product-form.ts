import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { draftPath } from '../drafts/waiting-draft.ts';
import type { Product } from '../parts/product.ts';
import { RequestError, request } from '../request.ts';
import { qualityPath } from './quality-panel.tsx';
import { useDraft } from './use-draft.ts';

/** A product with the mark of the version that was read. */
export type ReadProduct = { product: Product; mark: string };

/** What is typed over a product, and saving it. */
export function useProductForm({ product, mark }: ReadProduct, readAgain: () => Promise<void>) {
  const queries = useQueryClient();
  const { draft, isDirty, since, set, forget } = useDraft<Product>(`draft:products:${product.id}`, mark);
  const [failure, setFailure] = useState<RequestError | null>(null);
  const [saved, setSaved] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isDraftFailed, setDraftFailed] = useState(false);
  const path = `/api/admin/products/${product.id}`;

  /** `put` hands over what is typed; `isDraft`: to wait, so that after a clash it is handed over in the same way. */
  async function hand(put: () => Promise<unknown>, isDraft: boolean): Promise<void> {
    setBusy(true);
    setFailure(null);
    setDraftFailed(isDraft);
    try {
      await put();
      await readAgain();
      forget();
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      setFailure(error);
    } finally {
      setBusy(false);
    }
  }

  /** `version`: the one that the person saw when there were two; else the one over which they began to type. */
  const save = (fields: Partial<Product>, version = since) =>
    hand(async () => {
      await request(path, { method: 'PATCH', body: fields, headers: { 'If-Match': version } });
      void queries.invalidateQueries({ queryKey: ['got', qualityPath(product.id)] });
      setSaved(new Date().toLocaleTimeString('ru-RU', { hour: '2-digit', minute: '2-digit' }));
    }, false);

  /** `over`: the version of the draft that waits already; null: none does. */
  const saveAsDraft = (fields: Partial<Product>, over: number | null, version = since) =>
    hand(async () => {
      try {
        await request(draftPath(path), { method: 'PUT', body: { fields, version: over, etag: version } });
      } finally {
        void queries.invalidateQueries({ queryKey: ['got', draftPath(path)] });
      }
    }, true);

  return {
    draft,
    isDirty,
    set,
    save,
    saveAsDraft,
    isDraftFailed,
    failure,
    saved,
    isBusy,
    /** The product with what is typed. */
    shown: { ...product, ...draft },
    problems: failure?.fields ?? {},
    submit: () => {
      if (isDirty) void save(draft);
    },
    undo: () => forget(),
    /** Forgets what is typed for what another person saved. */
    takeTheirs: async () => {
      forget();
      setFailure(null);
      await readAgain();
    },
  };
}
