import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import type { FieldValues } from 'react-hook-form';
import { api } from '@/lib/api/client';
import { showToast } from '@/lib/toast';
import { useSetSettings } from '@/state/settings';

/** Separate from the settings that the site uses: those were fetched without a session and lack private values. */
const storedKey = (language: string) => ['settings', language, 'stored'];

/** The current settings as an administrator reads them. */
export function useStoredSettings(language: string) {
  return useQuery({
    queryKey: storedKey(language),
    queryFn: () => api.get('settings', { language }),
    refetchOnMount: 'always',
  });
}

/** Saves only a tab's keys, so that tabs do not overwrite each other; the response becomes current. */
export function useSaveSettings(language: string) {
  const { t } = useTranslation('common');
  const client = useQueryClient();
  const setSettings = useSetSettings();
  return useMutation({
    // The form shows both versions of a conflict itself.
    meta: { silent: ['CONFLICT'] },
    mutationFn: (input: { options: FieldValues; version: number | undefined }) =>
      api.post('settings', { language, ...input }, { language }),
    onSuccess: (saved) => {
      client.setQueryData(storedKey(language), saved);
      // Values shared by all languages have changed in the other languages' copies, too.
      void client.invalidateQueries({ queryKey: ['settings'], refetchType: 'none' });
      setSettings(saved.options);
      showToast('success', t('common:successfully-updated'));
    },
  });
}
