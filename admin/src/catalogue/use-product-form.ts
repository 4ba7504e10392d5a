import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { RequestError, request } from '../request.ts';
import type { Product } from './product.ts';
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

  /** `version`: the one that the person saw when there were two; else the one over which they began to type. */
  async function save(fields: Partial<Product>, version = since) {
    setBusy(true);
    setFailure(null);
    try {
      await request(`/api/admin/products/${product.id}`, {
        method: 'PATCH',
        body: fields,
        headers: { 'If-Match': version },
      });
      await readAgain();
      void queries.invalidateQueries({ queryKey: ['got', qualityPath(product.id)] });
      forget();
      setSaved(new Date().toLocaleTimeString('ru-RU', { hour: '2-digit', minute: '2-digit' }));
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      setFailure(error);
    } finally {
      setBusy(false);
    }
  }

  return {
    draft,
    isDirty,
    set,
    save,
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
