import { useTranslation } from 'next-i18next/pages';
import { useEffect, useRef, useState } from 'react';
import { type ClientError, isPassing } from '@/lib/api/errors';
import { retryDelay } from '@/lib/api/query-client';
import { newKey } from '@/lib/new-key';
import { showToast } from '@/lib/toast';

/** Attempts after a server error: the same input may always fail. */
const maxBroken = 3;

interface Attempt {
  /** `Idempotency-Key` of these values. */
  key: string;
  /** True when an earlier attempt with the same values got no response: it may have been stored. */
  isRepeated: boolean;
}

/**
 * Repeats a save that got no response until the server is back: with the same key while the values are the same, so
 * that nothing is stored twice.
 */
export function useOutage(submit: () => unknown) {
  const { t } = useTranslation('form');
  const [failures, setFailures] = useState(0);
  const last = useRef<Attempt & { text: string }>(undefined);
  const count = useRef(0);
  const latest = useRef(submit);
  latest.current = submit;

  useEffect(() => {
    if (failures === 0) return;
    const again = () => void latest.current();
    const timer = setTimeout(again, retryDelay(failures));
    window.addEventListener('online', again);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', again);
    };
  }, [failures]);

  const wait = (next: number) => {
    count.current = next;
    setFailures(next);
  };

  return {
    isWaiting: failures > 0,
    begin(values: unknown): Attempt {
      const text = JSON.stringify(values);
      const isSame = last.current?.text === text;
      last.current = { text, key: isSame && last.current ? last.current.key : newKey(), isRepeated: isSame };
      return last.current;
    },
    /** True for a temporary failure, after which the save is retried automatically; a rejection ends the retries. */
    holds(failure: ClientError): boolean {
      const isBroken = failure.code === 'INTERNAL';
      const goesOn = isPassing(failure) && !(isBroken && count.current >= maxBroken);
      wait(goesOn ? count.current + 1 : 0);
      if (!isPassing(failure)) last.current = undefined;
      return goesOn;
    },
    end() {
      if (count.current > 0) showToast('success', t('form:outage.saved'));
      last.current = undefined;
      wait(0);
    },
  };
}
