import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import type { Me } from '@/contract/accounts/auth';
import type { Attachment } from '@/contract/core/define';
import { api } from '@/lib/api/client';
import { ClientError, toClientError } from '@/lib/api/errors';
import { useRefresh } from '@/lib/api/use-refresh';
import { showToast } from '@/lib/toast';

interface Patch {
  name?: string;
  avatar?: Attachment | null;
  bio?: string | null;
  contact?: string | null;
  notifications?: { email?: string | null; enable?: boolean };
}

/** Saves a section of the person's own profile; values of other sections are sent back unchanged. */
export function useSaveProfile(me: Me) {
  const { t } = useTranslation('common');
  const refresh = useRefresh(['users', 'me']);
  return useMutation({
    // The sections show these errors themselves.
    meta: { silent: true },
    mutationFn: async ({ name = me.name, ...patch }: Patch) => {
      const { avatar = null, bio = null, contact = null, notifications = {} } = me.profile ?? {};
      try {
        await api.put(`users/${me.id}`, { name, profile: { avatar, bio, contact, notifications, ...patch } });
      } catch (reason) {
        throw ofSection(toClientError(reason));
      }
    },
    onSuccess: () => {
      showToast('success', t('common:successfully-updated'));
      return refresh();
    },
  });
}

/** Sections name their fields without the prefix `profile.` of the request. */
function ofSection(error: ClientError): ClientError {
  const { message, status, requestId, retryAfter } = error;
  const fields = Object.fromEntries(
    Object.entries(error.fields).map(([path, texts]) => [path.replace(/^profile\./, ''), texts]),
  );
  return new ClientError(error.code, { message, status, requestId, retryAfter, fields });
}
