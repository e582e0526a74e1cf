import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { api } from '@/lib/api/client';
import { showToast } from '@/lib/toast';

/** Whatever shows people, their shops or their history is asked for anew after one of them has changed. */
const touched = ['users', 'staffs', 'shops'];

interface PersonAction {
  path: string;
  /** Key of what the toast says. */
  done: string;
  /** Fields that the dialog shows refusals at: told there and not in a toast. */
  hasField?: boolean;
  onDone: () => void;
}

/** Sends an action on a person; the dialog closes when it is done and stays with what was typed when it is refused. */
export function usePersonAction({ path, done, hasField = false, onDone }: PersonAction) {
  const client = useQueryClient();
  const { t } = useTranslation('form');
  return useMutation({
    mutationFn: (body: object) => api.post<unknown>(path, body),
    ...(hasField && { meta: { silent: ['VALIDATION_FAILED'] } }),
    onSuccess: () => {
      showToast('success', t(done));
      onDone();
      return Promise.all(touched.map((name) => client.invalidateQueries({ queryKey: [name] })));
    },
  });
}
