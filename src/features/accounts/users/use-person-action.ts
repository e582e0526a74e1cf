import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import type { BodyOf } from '@/contract/endpoint-types';
import { apiAs } from '@/lib/api/client';
import { toClientError } from '@/lib/api/errors';
import { useRefresh } from '@/lib/api/use-refresh';
import { showToast } from '@/lib/toast';

/** Queries to refetch after an action: everything that shows people, their shops or their history. */
const affectedFamilies = ['users', 'staffs', 'shops'];

type Path = 'users/block-user' | 'users/unblock-user' | 'users/make-admin' | 'add-points';

interface PersonAction<To extends Path> {
  path: To;
  /** Translation key of the toast. */
  done: string;
  /** Fields whose errors the dialog shows itself, without a toast. */
  hasField?: boolean;
  onDone: () => void;
}

/** Sends an action on a person; the dialog closes on success and keeps its input on an error. */
export function usePersonAction<To extends Path>({ path, done, hasField = false, onDone }: PersonAction<To>) {
  const refresh = useRefresh(affectedFamilies);
  const { t } = useTranslation('form');
  return useMutation({
    mutationFn: (body: BodyOf<'POST', To>) => apiAs.post<unknown>(path, body),
    ...(hasField && { meta: { silent: ['VALIDATION_FAILED'] } }),
    onError: (reason) => {
      // It waits for a second person: there is nothing left to do here.
      if (toClientError(reason).status === 202) onDone();
    },
    onSuccess: () => {
      showToast('success', t(done));
      onDone();
      return refresh();
    },
  });
}
