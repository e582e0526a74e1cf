import { use } from 'react';

const never = new Promise<null>(() => undefined);

/** As a component does whose dictionary is still on its way. */
export function Waiting(): null {
  return use(never);
}
