import { type ComponentType, Suspense } from 'react';

/**
 * A part that loads later, in a boundary of its own: `part(dynamic(…))`. It may need a dictionary that is still on its
 * way, and without a boundary the page around it would give way to a loader until then (rules/panel: a part waits alone).
 */
export function part<Props extends object>(Part: ComponentType<Props>): ComponentType<Props> {
  return function Bounded(props: Props) {
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    );
  };
}
