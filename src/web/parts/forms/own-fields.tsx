import { useEffect, useRef } from 'react';
import { ownFields } from '#modules/forms/schema.ts';
import type { FormView } from './form-view.ts';

type OwnFieldsProps = { form: FormView; formKey: string; page?: string | undefined };

/** The engine's own fields as the page came with them. */
export function OwnFields({ form, formKey, page }: OwnFieldsProps) {
  return (
    <>
      <input type="hidden" name={ownFields.stamp} value={form.stamp} />
      <input type="hidden" name={ownFields.key} value={formKey} />
      {form.about ? <input type="hidden" name={ownFields.about} value={form.about.about} /> : null}
      {page ? <input type="hidden" name={ownFields.page} value={page} /> : null}
      <Trap />
    </>
  );
}

/** People neither see nor reach it; programs fill it in. */
export function Trap() {
  return (
    <div className="trap" aria-hidden="true">
      <label>
        Не заполняйте это поле
        <input type="text" name={ownFields.trap} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}

/** The same in the browser: the stamp, a key for each filling, and how long the form has stood here. */
export function useOwnFields({ stamp, least_ms }: FormView, formKey: string) {
  const shown = useRef(0);
  const current = useRef({ stamp, key: formKey });
  useEffect(() => {
    shown.current = performance.now();
  }, []);
  return {
    fields: () => {
      current.current.key ||= crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
      return { [ownFields.stamp]: current.current.stamp, [ownFields.key]: current.current.key };
    },
    /**
     * Whoever's browser fills everything in at once is not taken for a program: the rest of the least time is waited
     * out here.
     */
    pause: () => new Promise((go) => setTimeout(go, Math.max(0, least_ms - (performance.now() - shown.current)))),
    renew: (stamp: string) => {
      current.current.stamp = stamp;
      shown.current = performance.now();
    },
    next: () => {
      current.current.key = '';
    },
  };
}
