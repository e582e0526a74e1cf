import { useTranslation } from 'next-i18next/pages';
import { historyWord, plainWords } from '@/lib/format/history-changes';

/** Translated name of a log action. */
export function useActionWord(): (action: string) => string {
  const { t } = useTranslation('resources');
  return (action) => {
    const key = historyWord(action);
    return t([`resources:history.actions.${key}`, `resources:activity.actions.${key}`], {
      defaultValue: plainWords(action),
    });
  };
}
