import type { FormEvent, ReactNode } from 'react';
import { Form } from 'react-router';
import { loginUrl } from '#shared/urls.ts';

/** «Выйти»: a form; with JavaScript the other tabs are notified and the shop begins again at `/` (S7-05). */
export function SignOutForm({ children }: { children: ReactNode }) {
  const leave = async (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    event.preventDefault();
    try {
      const { auth } = await import('#web/parts/visitor/auth.ts');
      await auth.signOut();
    } catch {
      form.submit();
    }
  };
  return (
    <Form method="post" action={loginUrl()} reloadDocument onSubmit={leave}>
      <input type="hidden" name="intent" value="sign-out" />
      <button type="submit">{children}</button>
    </Form>
  );
}
