import { useMemo } from 'react';
import { offeredLanguages } from '@/contract/core/languages';
import { env } from '@/lib/env';
import { useSettings } from './settings';

/** The languages that the marketplace offers, as far as this build has them; the default one first. */
export function useLanguages(): string[] {
  const { languages } = useSettings();
  return useMemo(
    () => offeredLanguages(languages).filter((code) => env.languages.includes(code)),
    [languages],
  );
}
