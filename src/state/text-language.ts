import { useAtom } from 'jotai';
import { useTranslation } from 'next-i18next/pages';
import { isKnownLanguage } from '@/contract/core/languages';
import { useLanguages } from './languages';
import { storedAtom } from './stored';

const chosenAtom = storedAtom<string>('gostiny-texts', '', (kept) => (isKnownLanguage(kept) ? kept : ''));

/**
 * The language of texts in lists and forms, apart from that of the panel, and the function that chooses it: stored in the
 * browser. The panel's own until another one is chosen, and where that is no longer offered.
 */
export function useTextLanguage(): [language: string, choose: (language: string) => void] {
  const { i18n } = useTranslation();
  const [chosen, setChosen] = useAtom(chosenAtom);
  const isOffered = useLanguages().includes(chosen);
  return [
    isOffered ? chosen : i18n.language,
    (language) => setChosen(language === i18n.language ? '' : language),
  ];
}
