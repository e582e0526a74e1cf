import { useTranslation } from 'next-i18next/pages';
import { historyWord, plainWords } from '@/lib/format/history-changes';

export function useActionWord(): (action: string) => string {
  const { t } = useTranslation('insights');
  return (action) => {
    const key = historyWord(action);
    return t([`insights:history.actions.${key}`, `insights:activity.actions.${key}`], {
      defaultValue: plainWords(action),
    });
  };
}
