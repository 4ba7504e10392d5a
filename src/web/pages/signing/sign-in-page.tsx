import { useNavigation } from 'react-router';
import { unbroken } from '#shared/unbroken.ts';
import { AuthSheet } from '#web/parts/signing/auth-sheet.tsx';
import type { SignInState } from '#web/parts/signing/sign-in-state.ts';
import { SignInStep } from '#web/parts/signing/steps.tsx';
import { Link } from '#web/ui/link.tsx';
import { Note } from '#web/ui/note.tsx';

type SignInPageProps = {
  title: string;
  /** Above the first step. */
  lead?: string;
  state: SignInState;
  action: string;
  back: string;
  hasYandex: boolean;
  note?: string | null;
  /** Under the first step: who is better served elsewhere. */
  foot?: { words: string; link: string; url: string };
};

/** A page that shows the steps of signing in; `action` is its own address. */
export function SignInPage({ title, lead, state, action, back, hasYandex, note, foot }: SignInPageProps) {
  const { state: going, formAction } = useNavigation();
  return (
    <AuthSheet title={title}>
      {note ? (
        <Note kind="ok" role="status" className="signin__note">
          {note}
        </Note>
      ) : null}
      {lead && state.step === 'email' ? <p className="soft signin__lead">{unbroken(lead)}</p> : null}
      <SignInStep
        key={state.step}
        state={state}
        action={action}
        back={back}
        isBusy={going !== 'idle' && formAction !== undefined}
        hasYandex={hasYandex}
        isOnly={foot !== undefined}
      />
      {foot && state.step === 'email' ? (
        <p className="small soft signin__foot">
          {foot.words}{' '}
          <Link className="link" to={foot.url}>
            {foot.link}
          </Link>
        </p>
      ) : null}
    </AuthSheet>
  );
}
