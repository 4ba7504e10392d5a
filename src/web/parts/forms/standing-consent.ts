import { useEffect, useState } from 'react';
import { once } from '#shared/per-object.ts';
import { useShellIfAny } from '#web/parts/request/use-shell.ts';
import { isSigned } from '#web/parts/visitor/signed-mark.ts';

/** The consent to processing that needs no tick any more: the day it was given. */
export type ShownConsent = { given_on: string };

/**
 * The signed-in person's standing consent; null: it is asked for. A page made for one visitor knows it from the server,
 * a cached one asks once after load.
 */
export function useStandingConsent(): ShownConsent | null {
  const shell = useShellIfAny();
  const [asked, setAsked] = useState<ShownConsent | null>(null);
  const isKnown = shell?.is_signed ?? true;
  useEffect(() => {
    if (isKnown || !isSigned()) return;
    let isGone = false;
    ask().then(
      (found) => !isGone && setAsked(found),
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, [isKnown]);
  return shell?.consent ?? asked;
}

const ask = once(async (): Promise<ShownConsent | null> => {
  const answer = await fetch('/api/_visitor/consent', { cache: 'no-store' });
  if (!answer.ok) throw new Error(`consent: ${answer.status}`);
  return ((await answer.json()) as { consent: ShownConsent | null }).consent;
});
