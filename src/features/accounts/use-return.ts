import { useRouter } from 'next/router';
import { useEffect, useRef } from 'react';

/** After the return from another service: asks once what came of it, and takes the mark of it out of the address. */
export function useReturn(finish: () => void, hash?: string): void {
  const router = useRouter();
  const isTaken = useRef(false);
  useEffect(() => {
    if (isTaken.current || router.query.through === undefined) return;
    isTaken.current = true;
    const { through: _, ...query } = router.query;
    // A hash alone would keep the address with its query.
    void router.replace({ pathname: router.pathname, query, hash }, undefined, { shallow: true });
    finish();
  }, [router, finish, hash]);
}
