import type { ReactNode } from 'react';
import { formUrl } from '#shared/urls.ts';

type FormLinkProps = {
  code: string;
  /** `kind:id` of what the form is about. */
  about?: string;
  /** How much of it is wanted, as typed in its shown unit. */
  count?: string;
  className?: string;
  children: ReactNode;
};

/**
 * A link to a form's page; where a script runs, `FormHost` opens the same form in a dialog instead. A plain link with a
 * mark, so that it works in static parts of the shell and costs a page nothing.
 */
export function FormLink({ code, about, count, className, children }: FormLinkProps) {
  return (
    <a href={formUrl(code, about, count)} data-form={code} className={className} rel="nofollow">
      {children}
    </a>
  );
}
