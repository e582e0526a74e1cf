import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import type { FieldValues } from 'react-hook-form';
import type { Settings } from '@/contract/settings';
import { api } from '@/lib/api/client';
import { showToast } from '@/lib/toast';
import { useSetSettings } from '@/state/settings';

/** Apart from the copy that the site runs on: that was asked for without a session and lacks what is not public. */
const storedKey = (language: string) => ['settings', language, 'stored'];

/** The settings as an administrator reads them, as they are stored now. */
export function useStoredSettings(language: string) {
  return useQuery({
    queryKey: storedKey(language),
    queryFn: () => api.get<Settings>('settings', { language }),
    refetchOnMount: 'always',
    meta: { silent: true },
  });
}

/** Saves a tab's keys only, so that no tab undoes another; what is answered becomes current (specification §7). */
export function useSaveSettings(language: string) {
  const { t } = useTranslation('common');
  const client = useQueryClient();
  const setSettings = useSetSettings();
  return useMutation({
    // The form shows both sides of a conflict itself.
    meta: { silent: ['CONFLICT'] },
    mutationFn: (input: { options: FieldValues; version: number | undefined }) =>
      api.post<Settings>('settings', { language, ...input }, { language }),
    onSuccess: (saved) => {
      client.setQueryData(storedKey(language), saved);
      // What all languages share has changed in the copies of the others too.
      void client.invalidateQueries({ queryKey: ['settings'], refetchType: 'none' });
      setSettings(saved.options);
      showToast('success', t('common:successfully-updated'));
    },
  });
}
