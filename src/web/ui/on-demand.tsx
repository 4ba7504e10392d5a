import { type ComponentType, useEffect, useState } from 'react';

/**
 * A part that is nothing in the server's HTML and comes into the page later: its code is asked for when what `when`
 * gives is done, counted from the moment the page stands. Code that cannot be had (an old build) leaves the page as it
 * is.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  when: () => Promise<unknown>,
): ComponentType<Props> {
  return function OnDemand(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props> | null>(null);
    useEffect(() => {
      let isGone = false;
      when()
        .then(() => (isGone ? null : load()))
        .then(
          (Loaded) => !isGone && setPart(() => Loaded),
          () => {},
        );
      return () => {
        isGone = true;
      };
    }, []);
    return Part && <Part {...props} />;
  };
}
